/** Counters: amounts per window of time, for the limits of keys. */
import { RateLimiterMemory } from "rate-limiter-flexible";

export type Counters = {
  /**
   * Adds to the counter of the window in progress, which begins with its first amount.
   * @param amount negative to give back
   * @returns the sum with this amount, and the milliseconds until the window ends
   */
  add(name: string, amount: number): Promise<{ total: number; resetMs: number }>;
  /** Returns the sum without adding; a total of 0 when no window is in progress. */
  read(name: string): Promise<{ total: number; resetMs: number }>;
};

/** @param seconds length of a window */
export function createMemoryCounters(seconds: number): Counters {
  // Compared by the caller: each name has a limit of its own.
  const limiter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: seconds });
  return {
    async add(name, amount) {
      const { consumedPoints, msBeforeNext } = await (amount < 0
        ? limiter.reward(name, -amount)
        : limiter.penalty(name, amount));
      return { total: Math.max(0, consumedPoints), resetMs: Math.max(0, msBeforeNext) };
    },
    async read(name) {
      const state = await limiter.get(name);
      return { total: Math.max(0, state?.consumedPoints ?? 0), resetMs: Math.max(0, state?.msBeforeNext ?? 0) };
    },
  };
}
