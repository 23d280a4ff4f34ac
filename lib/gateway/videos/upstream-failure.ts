/** What to do about an upstream that fails: how long to wait before it is asked again, and what a task that fails says. */
import type { VideoFailure } from "#lib/canonical/video-source.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";

/** Of a task: what it says, and the HTTP status that this stands for in the request log. */
export type Failure = { error: VideoFailure; status: number };

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 20_000;
/** Of what an upstream asks for itself. */
const LONGEST_ASKED_MS = 120_000;
const GROWTH = 1.5;

/** Less and less often. @param asked by the upstream itself, which knows better */
export function waitAfter(times: number, asked?: number | undefined): number {
  if (asked !== undefined) return Math.min(Math.max(asked, 20), LONGEST_ASKED_MS);
  return Math.min(FIRST_WAIT_MS * GROWTH ** times, LONGEST_WAIT_MS);
}

export function retryAfterMs({ headers }: GatewayError): number | undefined {
  const seconds = Number(headers["retry-after"] ?? Number.NaN);
  return seconds >= 0 ? seconds * 1_000 : undefined;
}

/** Rethrows what is no answer of an upstream: a stop, or a fault of our own. */
export function requireAnswer(error: unknown, signal: AbortSignal): GatewayError {
  if (signal.aborted || !GatewayError.isInstance(error)) throw error;
  return error;
}

export function isTransient({ status }: GatewayError): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

export function failureOf({ code, message, type, status }: GatewayError): Failure {
  return {
    error: { code: code ?? (status < 500 ? "invalid_request_error" : "upstream_error"), message, type },
    status,
  };
}

export function upstreamMissing(upstream: string): Failure {
  const message = `The upstream "${upstream}" is not configured any more, or has no video routes.`;
  return { error: { code: "upstream_missing", message, type: "server_error" }, status: 502 };
}

export function mayHaveBegun(upstream: string): Failure {
  const message = `The gateway ended while it handed this task to the upstream "${upstream}", which may or may not have begun it. It is not sent a second time, for it could be billed twice.`;
  return { error: { code: "interrupted", message, type: "server_error" }, status: 502 };
}

/** @param attempts how often it was tried; each ended in a fault of our own, which is in the log */
export function notHandedOver(attempts: number): Failure {
  const message = `The gateway could not hand this task to its upstream in ${attempts} attempts; it is not tried again.`;
  return { error: { code: "not_started", message, type: "server_error" }, status: 500 };
}

export function endless(): Failure {
  const message = "The upstream has not ended this task within a day.";
  return { error: { code: "timed_out", message, type: "server_error" }, status: 504 };
}
