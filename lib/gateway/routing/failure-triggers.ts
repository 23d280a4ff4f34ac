/** Decides which failures of a target let the next one be tried, and which count against it. */
import type { FailureTrigger } from "#lib/config/model-routes.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { ERROR_SOURCE } from "#lib/http/gateway-error.ts";
import { readRetryAfter } from "#lib/upstreams/retry-rule.ts";

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
export function isTargetFault({ status }: Pick<GatewayError, "status">): boolean {
  return !isRefusal(status);
}

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !TRANSIENT.has(status);
}

/** Returns the wait that an upstream asked for with its error, in milliseconds; undefined when it named none. */
export function findRetryAfter({ headers }: GatewayError): number | undefined {
  return headers[ERROR_SOURCE] === "upstream" ? readRetryAfter(headers) : undefined;
}
