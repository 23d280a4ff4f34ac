/** Statistics of evaluations. */
import type { Rate } from "#lib/contract/evaluation.ts";

/** Quantile of the normal distribution for a 95 % interval. */
const Z = 1.959963984540054;

/** Returns a share with its 95 % confidence interval by Wilson (1927); null for none of none. */
export function computeRate(passed: number, of: number): Rate | null {
  if (of === 0) return null;
  const rate = passed / of;
  const square = Z * Z;
  const centre = (rate + square / (2 * of)) / (1 + square / of);
  const half = (Z / (1 + square / of)) * Math.sqrt((rate * (1 - rate)) / of + square / (4 * of * of));
  // Rounding would put the bound of 0 or 1 just beyond it.
  const low = passed === 0 ? 0 : Math.max(0, centre - half);
  const high = passed === of ? 1 : Math.min(1, centre + half);
  return { passed, of, rate, low, high };
}

/**
 * Returns the two-sided p-value of McNemar's exact test: the chance that so unequal a split of the discordant pairs
 * comes from a fair coin. 1 without discordant pairs.
 */
export function testPairs(better: number, worse: number): number {
  const pairs = better + worse;
  if (pairs === 0 || better === worse) return 1;
  const least = Math.min(better, worse);
  // In logarithms, since 0.5 to the power of thousands is 0.
  let term = -pairs * Math.LN2;
  let sum = Math.exp(term);
  for (let k = 1; k <= least; k += 1) {
    term += Math.log((pairs - k + 1) / k);
    sum += Math.exp(term);
  }
  return Math.min(1, 2 * sum);
}

/** Returns a quantile by linear interpolation; null without values. @param sorted ascending */
export function computeQuantile(sorted: readonly number[], share: number): number | null {
  if (sorted.length === 0) return null;
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] as number;
  const above = sorted[Math.ceil(place)] as number;
  return below + (above - below) * (place - Math.floor(place));
}
