/** Model prices entered by the reader. They override those of the model list. */
import type { Price } from "#lib/playground/models/cost.ts";

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

/** @param price undefined removes the price */
export function savePrice(model: string, price: Price | undefined): { [model: string]: Price } {
  const { [model]: _before, ...others } = loadPrices();
  const prices = price ? { ...others, [model]: price } : others;
  try {
    localStorage.setItem(KEY, JSON.stringify(prices));
  } catch {
    // Storage is full or forbidden: the price is lost when the page closes.
  }
  return prices;
}

function isPrice(value: unknown): value is Price {
  if (typeof value !== "object" || value === null) return false;
  const { input, output } = value as Partial<Price>;
  return typeof input === "number" && typeof output === "number" && input >= 0 && output >= 0;
}
