/** Wait times of refused requests, and limits on automatic retries. */

type Refused = { retryAfter?: number };

/**
 * Maximum wait before an automatic retry, in milliseconds. After a longer one the user may be gone, so a button is
 * shown.
 */
const LONGEST_AUTOMATIC_WAIT = 120_000;
const MAXIMUM_AUTOMATIC_TRIES = 3;

/**
 * Arrival time of each failure on the performance clock. A failure read from a store, or in another tab, has none and
 * waits for nothing.
 */
const arrivals = new WeakMap<Refused, number>();
/** Number of automatic retries, by the object that identifies the request. */
const tries = new Map<unknown, number>();

export function noteArrival<Failure extends Refused>(failure: Failure, now = performance.now()): Failure {
  if (failure.retryAfter !== undefined) arrivals.set(failure, now);
  return failure;
}

/** Returns the remaining wait in milliseconds. */
export function waitLeft(failure: Refused, now = performance.now()): number {
  const arrived = arrivals.get(failure);
  if (arrived === undefined || failure.retryAfter === undefined) return 0;
  return Math.max(0, arrived + failure.retryAfter - now);
}

/** @param request identifies the request across all its tries */
export function isRetriedAutomatically(failure: Refused, request: unknown): boolean {
  const { retryAfter } = failure;
  if (retryAfter === undefined || retryAfter > LONGEST_AUTOMATIC_WAIT || waitLeft(failure) === 0) return false;
  return (tries.get(request) ?? 0) < MAXIMUM_AUTOMATIC_TRIES;
}

export function noteAutomaticRetry(request: unknown): void {
  tries.set(request, (tries.get(request) ?? 0) + 1);
}

/** Resets the count after a manual retry, so that automatic ones may follow. */
export function forgetAutomaticRetries(request: unknown): void {
  tries.delete(request);
}
