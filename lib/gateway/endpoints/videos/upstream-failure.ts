/** Retries and failures of video upstreams: the time until the next attempt, and the error of a failed task. */
import type { VideoFailure } from "#lib/canonical/video-provider.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";

/** The error of a failed task, and its HTTP status in the request log. */
export type Failure = { error: VideoFailure; status: number };

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 20_000;
/** Limit on a wait that an upstream requests. */
const LONGEST_REQUESTED_MS = 120_000;
const GROWTH = 1.5;

/** Returns a growing delay in milliseconds. @param requestedMs delay that the upstream requests */
export function computeDelay(times: number, requestedMs?: number | undefined): number {
  if (requestedMs !== undefined) return Math.min(Math.max(requestedMs, 20), LONGEST_REQUESTED_MS);
  return Math.min(FIRST_WAIT_MS * GROWTH ** times, LONGEST_WAIT_MS);
}

export function readRetryAfter({ headers }: GatewayError): number | undefined {
  const seconds = Number(headers["retry-after"] ?? Number.NaN);
  return seconds >= 0 ? seconds * 1_000 : undefined;
}

/** Rethrows an error that does not come from the upstream: an abort, or a fault of the gateway. */
export function requireGatewayError(error: unknown, signal: AbortSignal): GatewayError {
  if (signal.aborted || !GatewayError.isInstance(error)) throw error;
  return error;
}

export function isTransient({ status }: GatewayError): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

export function toFailure({ code, message, type, status }: GatewayError): Failure {
  return {
    error: { code: code ?? (status < 500 ? "invalid_request_error" : "upstream_error"), message, type },
    status,
  };
}
