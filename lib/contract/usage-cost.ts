/** Cost of a request: of tokens, images, seconds of video, characters of a prompt, and of the request itself. */
import { computeTokenCost, type TokenCost, type TokenCounts, type TokenPrices } from "./token-cost.ts";

export type UsagePrices = {
  /** Absent for a model that is not priced by tokens. */
  tokens?: TokenPrices | undefined;
  /** US dollars. */
  perImage?: number | undefined;
  /** US dollars per second of video. */
  perSecond?: number | undefined;
  /** US dollars per character of a prompt. */
  perCharacter?: number | undefined;
  /** US dollars. */
  perRequest?: number | undefined;
};

/** Amounts of one request, or sums of several; null or absent where unknown. */
export type UsageCounts = TokenCounts & {
  images?: number | null | undefined;
  videoSeconds?: number | null | undefined;
  characters?: number | null | undefined;
  /** Requests that are charged. */
  requests?: number | undefined;
};

/**
 * Returns undefined when an amount that has to be paid is unknown. Tokens are not needed for images and videos that have
 * a price of their own: few upstreams report them.
 */
export function computeCost(counts: UsageCounts, prices: UsagePrices): TokenCost | undefined {
  const { images, videoSeconds, characters, requests = 1 } = counts;
  const made = addUp(priceUnit(images, prices.perImage), priceUnit(videoSeconds, prices.perSecond));
  const asked = addUp(priceUnit(characters, prices.perCharacter), priceUnit(requests, prices.perRequest));
  const tokens = prices.tokens && computeTokenCost(counts, prices.tokens);
  if (prices.tokens && !tokens && made === undefined) return undefined;
  if (!tokens && made === undefined && asked === undefined) return undefined;
  return { amount: (tokens?.amount ?? 0) + (made ?? 0) + (asked ?? 0), about: tokens?.about ?? false };
}

/** Undefined for a unit without a count or a price. */
function priceUnit(count: number | null | undefined, price: number | undefined): number | undefined {
  return typeof count === "number" && price !== undefined ? count * price : undefined;
}

/** Undefined when both are. */
function addUp(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined ? other : one + (other ?? 0);
}

/** Returns true when nothing costs anything, so that no amount needs to be known. */
export function isFree({ tokens, perImage, perSecond, perCharacter, perRequest }: UsagePrices): boolean {
  const units = [perImage, perSecond, perCharacter, perRequest].filter((price) => price !== undefined);
  if (units.some((price) => price > 0)) return false;
  return tokens ? tokens.input === 0 && tokens.output === 0 : units.length > 0;
}

/** Returns prices that hold for prompts of any length: for sums of several requests, and for the most that one may cost. */
export function withoutPromptLimit({ tokens, ...units }: UsagePrices): UsagePrices {
  return { ...units, tokens: tokens && { ...tokens, upToInputTokens: undefined } };
}
