/** Classes of durations: percentiles of several hours cannot be joined, counts of classes can. */

/** Durations of 70 minutes and more are one class. */
export const DURATION_CLASSES = 8_192;
/** Class of a row without a duration. */
export const NO_DURATION = 65_535;

/** Returns the class of a duration: three digits of it, so that a class is at most 1 % wide. */
export function classOf(ms: number | null): number {
  if (ms === null) return NO_DURATION;
  if (ms < 100) return Math.max(0, Math.trunc(ms * 10));
  if (ms < 1_000) return 1_000 + Math.trunc(ms);
  if (ms < 10_000) return 2_000 + Math.trunc(ms / 10);
  if (ms < 100_000) return 3_000 + Math.trunc(ms / 100);
  return Math.min(4_000 + Math.trunc(ms / 1_000), DURATION_CLASSES - 1);
}

/** Returns the shortest duration of a class in milliseconds. */
export function shortestOf(number: number): number {
  if (number < 1_000) return number / 10;
  if (number < 2_000) return number - 1_000;
  if (number < 3_000) return (number - 2_000) * 10;
  if (number < 4_000) return (number - 3_000) * 100;
  return (number - 4_000) * 1_000;
}
