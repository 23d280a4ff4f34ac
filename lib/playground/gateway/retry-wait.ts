/** How long a refused request has to wait, and when it is sent again without a hand. */

type Refused = { retryAfter?: number };

/** Longer waits end in a button: nobody may be there any more. */
const LONGEST_AUTOMATIC_WAIT = 120_000;
const MOST_AUTOMATIC_TRIES = 3;

/** When each came, by the performance clock: a failure that was read from a store, or in another tab, waits for nothing. */
const arrivals = new WeakMap<Refused, number>();
/** How often a request has been sent again by itself, by whatever stands for it. */
const tries = new Map<unknown, number>();

export function noteArrival<Failure extends Refused>(failure: Failure, now = performance.now()): Failure {
  if (failure.retryAfter !== undefined) arrivals.set(failure, now);
  return failure;
}

/** Milliseconds. */
export function waitLeft(failure: Refused, now = performance.now()): number {
  const arrived = arrivals.get(failure);
  if (arrived === undefined || failure.retryAfter === undefined) return 0;
  return Math.max(0, arrived + failure.retryAfter - now);
}

/** @param request what stands for the request through all its tries */
export function isRetriedByItself(failure: Refused, request: unknown): boolean {
  const { retryAfter } = failure;
  if (retryAfter === undefined || retryAfter > LONGEST_AUTOMATIC_WAIT || waitLeft(failure) === 0) return false;
  return (tries.get(request) ?? 0) < MOST_AUTOMATIC_TRIES;
}

export function noteAutomaticRetry(request: unknown): void {
  tries.set(request, (tries.get(request) ?? 0) + 1);
}

/** After a try by hand it may go on by itself. */
export function forgetAutomaticRetries(request: unknown): void {
  tries.delete(request);
}
