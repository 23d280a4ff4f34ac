/** Cost of a response, from its token counts and the price of its model. */
import { computeTokenCost, type TokenPrices } from "#lib/contract/token-cost.ts";
import type { UsagePrices } from "#lib/contract/usage-cost.ts";
import { formatCount, type Metrics } from "../streams/metrics.ts";

/** Price of a model, from the model list. */
export type Price = TokenPrices & {
  /** US dollars for each response, beside its tokens. */
  perRequest?: number | undefined;
};

/** Prices of a model per unit, beside or in place of the price of its tokens. */
export type UnitPrices = Omit<UsagePrices, "tokens">;

export type Cost = {
  /** Amount in US dollars. */
  amount: number;
  /** True when a count or a price is not exact. */
  about: boolean;
};

/** Returns undefined while the price or a count is unknown. */
export function calculateCost(metrics: Metrics, price: Price | undefined): Cost | undefined {
  const cost = price && computeTokenCost(metrics, price);
  return cost && { amount: cost.amount + (price?.perRequest ?? 0), about: cost.about || metrics.estimated };
}

/** Formats "$0.031": two significant digits under a cent, cents and a tenth above. */
export function formatCost({ amount, about }: Cost): string {
  const sign = about ? "~" : "";
  if (amount === 0) return `${sign}$0`;
  if (amount >= 1) return `${sign}$${amount.toFixed(2)}`;
  if (amount >= 0.01) return `${sign}$${amount.toFixed(3)}`;
  const digits = Math.min(12, Math.ceil(-Math.log10(amount)) + 1);
  return `${sign}$${amount.toFixed(digits).replace(/0+$/, "")}`;
}

/** Formats the price of a million input and output tokens for the picker: "$1.25 / $10". */
export function describePrice({ input, output }: Price): string {
  return input === 0 && output === 0 ? "free" : `$${input} / $${output}`;
}

/** Describes all prices of a model: "$1.25 / $10, $0.04 per image"; undefined when none is known. */
export function describePrices({
  price,
  unitPrices = {},
}: {
  price?: Price | undefined;
  unitPrices?: UnitPrices | undefined;
}): string | undefined {
  const { perImage, perSecond, perCharacter, perRequest } = unitPrices;
  const units = [
    [perImage, "image"],
    [perSecond, "second"],
    [perCharacter, "character"],
    [perRequest, "request"],
  ] as const;
  const words = units.flatMap(([amount, unit]) => (amount === undefined ? [] : [`$${formatUnit(amount)} per ${unit}`]));
  return [...(price ? [describePrice(price)] : []), ...words].join(", ") || undefined;
}

/** Formats very small amounts without an exponent. */
function formatUnit(amount: number): string {
  const text = String(amount);
  return text.includes("e") ? amount.toFixed(12).replace(/\.?0+$/, "") : text;
}

/** Explains a cost: "1,200 input at $1.25, 300 cached at $0.125, 50 output at $10 for a million". */
export function describeCost({ inputTokens = 0, outputTokens = 0, cachedTokens = 0 }: Metrics, price: Price): string {
  const cached = Math.min(cachedTokens, inputTokens);
  const parts = [`${formatCount(inputTokens - cached)} input at $${price.input}`];
  if (cached > 0) parts.push(`${formatCount(cached)} cached at $${price.cachedInput ?? price.input}`);
  parts.push(`${formatCount(outputTokens)} output at $${price.output} per million tokens`);
  if (price.perRequest !== undefined) parts.push(`$${formatUnit(price.perRequest)} per request`);
  return parts.join(", ");
}
