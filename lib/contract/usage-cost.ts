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
  const units = listUnitCosts(counts, prices);
  const tokens = prices.tokens && computeTokenCost(counts, prices.tokens);
  const hasUnits = units.some(({ isMade }) => isMade);
  if (prices.tokens && !tokens && !hasUnits) return undefined;
  if (!tokens && units.length === 0) return undefined;
  const unitAmount = units.reduce((sum, { amount }) => sum + amount, 0);
  return { amount: (tokens?.amount ?? 0) + unitAmount, about: tokens?.about ?? false };
}

/** `isMade`: true for what was made, false for the prompt and the request. */
function listUnitCosts(
  { images, videoSeconds, characters, requests = 1 }: UsageCounts,
  { perImage, perSecond, perCharacter, perRequest }: UsagePrices,
): { amount: number; isMade: boolean }[] {
  const list = [
    { count: images, price: perImage, isMade: true },
    { count: videoSeconds, price: perSecond, isMade: true },
    { count: characters, price: perCharacter, isMade: false },
    { count: requests, price: perRequest, isMade: false },
  ];
  return list.flatMap(({ count, price, isMade }) =>
    typeof count === "number" && price !== undefined ? [{ amount: count * price, isMade }] : [],
  );
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
