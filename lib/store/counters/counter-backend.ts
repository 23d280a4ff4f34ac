/**
 * CounterBackend: place of the amounts that the limits of keys compare. Every operation is atomic there, and times are
 * Unix milliseconds by its clock.
 *
 * A window is an amount until its end. A hold is what running requests have taken: it ends with them, or with the
 * instance that runs them.
 */

import type { FoundCounters } from "./found-counters.ts";

/** One limit; a request is admitted while less than the limit is used of each. */
export type Check = {
  /** Window whose amount counts. */
  window?: string | undefined;
  /** Hold whose amounts count, of all instances that run. */
  hold?: string | undefined;
  /** Spares counters in memory the look-up of both names. */
  found?: FoundCounters | undefined;
  limit: number;
  /** Amount that an admitted request adds to the window, once or several times. */
  add: number;
  /** True for a window that `raise` opens; any other begins with its first amount and lasts `windowMs`. */
  isSum?: boolean;
  /** True for a sum that is to be raised again. */
  isStale?: boolean;
};

export type Take = {
  checks: readonly Check[];
  /** Number of times that each `add` is added, 1 unless it is given: a call takes one token so often. */
  times?: number;
  /** Amounts to hold, by name. */
  holds: Readonly<Record<string, number>>;
  windowMs: number;
  /** Returns the states of all checks, and takes nothing. */
  isRead?: boolean;
};

/** Used amount, before the request; `endsAt` is 0 where no window is in progress. */
export type CounterState = { used: number; endsAt: number };

export type TakeReply =
  | { status: "taken"; now: number; states: CounterState[] }
  /** @param at index of the check; `states` ends with it */
  | { status: "refused"; at: number; now: number; states: CounterState[] }
  /** @param endedAt end of the sum's last window; 0 without one */
  | { status: "unopened"; at: number; now: number; endedAt: number }
  /** The instance has been taken for ended. */
  | { status: "unknown-instance" };

export type SettledAmount = {
  window: string;
  found?: FoundCounters | undefined;
  amount: number;
  endsAt: number;
  isSum?: boolean;
};

export type Settlement = {
  /** An amount that is given back counts only in the window that it was taken in, which ends at `endsAt`. */
  adds: readonly SettledAmount[];
  /** Amounts to add to holds, by name; negative to release. */
  holds: Readonly<Record<string, number>>;
  windowMs: number;
};

export type Raise = { window: string; endsAt: number; sum: number };

export type CounterBackend = {
  take(take: Take): Promise<TakeReply> | TakeReply;
  settle(settlement: Settlement): Promise<void> | void;
  /** Opens the window of a sum; one that is open gets the greater sum. */
  raise(raise: Raise): Promise<void> | void;
};

/** Backend that instances share. Each has an id, whose holds count until its lease ends. */
export type SharedBackend = {
  take(instance: string, take: Take): Promise<TakeReply>;
  settle(instance: string, settlement: Settlement): Promise<void>;
  raise(raise: Raise): Promise<void>;
  /** Begins the lease of an instance with what it holds, and ends that of its previous id. */
  join(lease: Lease & { previous: string; holds: Readonly<Record<string, number>> }): Promise<void>;
  /** Renews a lease; returns false when it has ended. */
  renew(lease: Lease): Promise<boolean>;
  /** Ends a lease. */
  leave(instance: string): Promise<void>;
  /** Closes the connections; `isBroken` without waiting for replies. */
  close(options: { isBroken: boolean }): Promise<void>;
};

export type Lease = { instance: string; leaseMs: number };

/** Times in milliseconds. */
export type SharedTimes = {
  /** Silence of the server after which it counts as gone. */
  silenceMs: number;
  connectMs: number;
  /** Time between two tries to reach a server that is gone. */
  retryMs: number;
  /** Time after which the holds of an instance end that does not renew its lease. */
  leaseMs: number;
};

/** @param onBroken called when the connection breaks; a backend with several replaces them */
export type Connect = (onBroken: (error: Error) => void) => Promise<SharedBackend>;

/** Amounts below this are what is left of adding and subtracting fractions. */
export const SMALLEST_HOLD = 1e-12;

/** Time for which an ended sum stays: a new period that follows it begins with 0, without a look into the log. */
export const ENDED_SUM_MS = 86_400_000;
