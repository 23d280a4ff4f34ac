import type { LoggedRequest } from "#lib/contract/logged-request.ts";

export type AttemptCount = {
  requests: number;
  failures: number;
  lastFailure?: { time: number; status: number; error: string | null; requestId: string };
};

/** Counts the attempts of a route's requests by model. @param requests newest first */
export function countAttempts(requests: readonly LoggedRequest[]): ReadonlyMap<string, AttemptCount> {
  const counts = new Map<string, AttemptCount>();
  for (const { id, time, status: outcome, error: reason, attempts } of requests) {
    for (const [index, { model, lane, status, error }] of attempts.entries()) {
      // Without a lane nothing was sent to it: it was pulled down for a test, or could not serve the request.
      if (lane === null) continue;
      // A response that began well may have broken later.
      const broke = index === attempts.length - 1 && status < 400 && outcome >= 500;
      const count = counts.get(model) ?? { requests: 0, failures: 0 };
      count.requests += 1;
      if (broke || status >= 400) {
        count.failures += 1;
        count.lastFailure ??= { time, requestId: id, status: broke ? outcome : status, error: broke ? reason : error };
      }
      counts.set(model, count);
    }
  }
  return counts;
}
