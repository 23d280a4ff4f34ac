import { errors } from "#lib/http/errors.ts";
import { totalTimeoutError } from "#lib/upstreams/upstream-error.ts";
import type { Deadline } from "../request/endpoint.ts";
import type { CallContext } from "./call-context.ts";

/** Returns the time limit on a whole response: the upstream's, or the request's own when it ends earlier. */
export function createDeadline(
  { timeLimit }: Pick<CallContext, "timeLimit">,
  upstream: Parameters<typeof totalTimeoutError>[0],
): Deadline {
  const { totalMs } = upstream.timeouts;
  const left = timeLimit ? Math.max(1, timeLimit.endsAt - performance.now()) : totalMs;
  if (timeLimit && left < totalMs) {
    return { ms: left, error: () => errors.requestTimeout({ ms: timeLimit.ms }), isPrecise: true };
  }
  return { ms: totalMs, error: () => totalTimeoutError(upstream) };
}

/** Source of responses without a time limit of its own, such as a built-in upstream. */
export const WITHOUT_LIMIT = { id: "sandbox", timeouts: { totalMs: Number.POSITIVE_INFINITY } };
