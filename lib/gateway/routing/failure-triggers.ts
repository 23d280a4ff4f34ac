/** Decides which failures of a target let the next one be tried, and which count against it. */
import type { FailureTrigger } from "#lib/config/model-routes.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { ERROR_SOURCE } from "#lib/http/gateway-error.ts";
import { readRetryAfter } from "#lib/upstreams/retry-rule.ts";
import { isUnsent } from "#lib/upstreams/upstream-error.ts";
import type { Breaker } from "../request/target-states.ts";

/** Failure that was seen in a stream before its first content. */
export type StreamFailure = "stall" | "error-event";

const KINDS: Readonly<Record<string, FailureTrigger>> = {
  upstream_timeout: "timeout",
  upstream_unreachable: "connection",
  upstream_truncated: "connection",
};
/** Refusals of the request itself, which every target would repeat, but for these. */
const TRANSIENT = new Set([408, 409, 425, 429]);

/** Returns all names of a failure; a route tries the next target when its `on` has one of them. */
export function listTriggers({ status, code }: GatewayError, inStream?: StreamFailure): FailureTrigger[] {
  // An event with a refusal of the request is no fault of the target.
  if (inStream === "error-event" && isRefusal(status)) return [status];
  if (inStream) return [inStream, status];
  const kind = code === undefined ? undefined : KINDS[code];
  // A status of our own for a failed connection is not one of the upstream.
  return kind === undefined ? [status] : [kind];
}

/** Returns true for a failure of the target, and false for a refusal of the request. */
function isTargetFault({ status }: Pick<GatewayError, "status">): boolean {
  return !isRefusal(status);
}

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !TRANSIENT.has(status);
}

/** Returns the wait that an upstream asked for with its error, in milliseconds; undefined when it named none. */
function findRetryAfter({ headers }: GatewayError): number | undefined {
  return headers[ERROR_SOURCE] === "upstream" ? readRetryAfter(headers) : undefined;
}

/** Refusals that name no fault of the request: of the credential, the account, or the model. */
const REFUSALS_OF_CALLER = new Set([401, 402, 403, 404]);

/**
 * Returns true when the upstream surely began no work on a request: it never got it, or refused it at once. A 503 counts
 * with `retry-after` only, since proxies send one for work that they lost sight of.
 */
export function wasNotBegun(error: GatewayError): boolean {
  if (isUnsent(error)) return true;
  if (error.headers[ERROR_SOURCE] !== "upstream") return false;
  if (REFUSALS_OF_CALLER.has(error.status) || error.status === 429) return true;
  return error.status === 503 && findRetryAfter(error) !== undefined;
}

/**
 * Returns true when another target may be asked for an image or a video. What an upstream may have begun would be made,
 * and paid, twice.
 */
export function mayRepeatMedia(error: GatewayError, on: ReadonlySet<FailureTrigger>): boolean {
  if (!wasNotBegun(error)) return false;
  return REFUSALS_OF_CALLER.has(error.status) || listTriggers(error).some((trigger) => on.has(trigger));
}

/** Tells the breaker of a target how its request failed. */
export function judgeFailure(breaker: Breaker, error: GatewayError): void {
  if (isTargetFault(error)) breaker.failed(findRetryAfter(error));
  else if (error.headers[ERROR_SOURCE] === "upstream") breaker.succeeded();
  else breaker.released();
}
