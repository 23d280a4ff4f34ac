import type { FoundCounters } from "./found-counters.ts";

export type BudgetPeriod = "day" | "month";

/** One limit, and how much of it a request takes; it is admitted while anything is left of each of its limits. */
export type Claim = {
  /** Name of a window, of a minute unless it is a sum. */
  window?: string | undefined;
  /** Name of a hold of running requests, which counts beside the window. */
  hold?: string | undefined;
  /** Remembered for the next request with the same limit. */
  found?: FoundCounters;
  limit: number;
  /** Amount that is added to the window of a minute, once or several times. */
  add: number;
  /** True for a sum of money. */
  isSum?: boolean;
  /** Present for a sum. `read` returns what the request log has of it, since a time in Unix milliseconds. */
  sum?: { period: BudgetPeriod; read(since: number): Promise<number> };
};
