/** What models cost, as the reader has written it down: no catalogue has prices, and none is made up. */
import type { Metrics } from "../metrics.ts";

/** US dollars for a million tokens. */
export type Price = {
  input: number;
  output: number;
  /** Of input that came from a cache; absent: not known to be cheaper. */
  cachedInput?: number;
};

export type Cost = {
  /** US dollars. */
  amount: number;
  /** A count or a price that it rests on is not exact. */
  about: boolean;
};

const KEY = "parlance.prices";

export function loadPrices(): { [model: string]: Price } {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (typeof saved !== "object" || saved === null) return {};
    return Object.fromEntries(Object.entries(saved).filter(([, price]) => isPrice(price)));
  } catch {
    return {};
  }
}

/** @param price undefined takes it away */
export function savePrice(model: string, price: Price | undefined): { [model: string]: Price } {
  const { [model]: _before, ...others } = loadPrices();
  const prices = price ? { ...others, [model]: price } : others;
  try {
    localStorage.setItem(KEY, JSON.stringify(prices));
  } catch {
    // Storage is full or forbidden: the price lives as long as the page.
  }
  return prices;
}

function isPrice(value: unknown): value is Price {
  if (typeof value !== "object" || value === null) return false;
  const { input, output } = value as Partial<Price>;
  return typeof input === "number" && typeof output === "number" && input >= 0 && output >= 0;
}

/** Undefined while the price or a count is unknown. */
export function costOf(metrics: Metrics, price: Price | undefined): Cost | undefined {
  const { inputTokens, outputTokens, cachedTokens = 0, cacheWriteTokens = 0 } = metrics;
  if (!price || inputTokens === undefined || outputTokens === undefined) return undefined;
  const fresh = Math.max(0, inputTokens - cachedTokens);
  const cached = Math.min(cachedTokens, inputTokens) * (price.cachedInput ?? price.input);
  const amount = (fresh * price.input + cached + outputTokens * price.output) / 1_000_000;
  const unknownCache = (cachedTokens > 0 && price.cachedInput === undefined) || cacheWriteTokens > 0;
  return { amount, about: metrics.estimated || unknownCache };
}

/** "$0.031": two significant digits under a cent, cents and a tenth above. */
export function formatCost({ amount, about }: Cost): string {
  const sign = about ? "~" : "";
  if (amount === 0) return `${sign}$0`;
  if (amount >= 1) return `${sign}$${amount.toFixed(2)}`;
  if (amount >= 0.01) return `${sign}$${amount.toFixed(3)}`;
  const digits = Math.min(12, Math.ceil(-Math.log10(amount)) + 1);
  return `${sign}$${amount.toFixed(digits).replace(/0+$/, "")}`;
}
