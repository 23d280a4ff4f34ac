/** Reads the failure of a request from its response, its stream or its connection. */
import type { WireIndexError } from "#lib/contract/wire-index.ts";
import { noteArrival } from "./retry-wait.ts";

export type GatewayFailure = {
  /** `network`: no response. `stream`: the response had begun. `task`: the task was created, and failed later. */
  origin: "response" | "stream" | "network" | "task";
  /** HTTP status; absent without a response. */
  status?: number;
  /** The message as received, never rewritten. */
  message: string;
  type?: string;
  param?: string;
  code?: string;
  requestId?: string;
  upstream?: string;
  /** Source of the message; absent when unknown. */
  source?: FailureSource;
  /** Milliseconds to wait before the next try, counted from when the response arrived. */
  retryAfter?: number;
};

/** `page`: the browser detected the failure itself. */
export type FailureSource = "gateway" | "upstream" | "page";

type Fields = Record<string, unknown>;

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads the error body `{error: <status>, message, type, param, code?, request_id}`, or a foreign envelope. */
export function readErrorResponse(response: { status: number; headers: Headers; body: string }): GatewayFailure {
  const { status, headers, body } = response;
  let parsed: Fields = {};
  try {
    const value: unknown = JSON.parse(body);
    if (isFields(value)) parsed = value;
  } catch {
    // Not JSON: a proxy responded. Its text is shown unchanged.
  }
  const nested = isFields(parsed.error) ? parsed.error : {};
  const source = headers.get("x-gateway-error-source");
  return noteArrival({
    origin: "response",
    status,
    message: text(parsed.message) ?? text(nested.message) ?? text(body.slice(0, 2000)) ?? `HTTP status ${status}`,
    type: text(parsed.type) ?? text(nested.type),
    param: text(parsed.param) ?? text(nested.param),
    code: text(parsed.code) ?? text(nested.code),
    requestId: text(parsed.request_id) ?? headers.get("x-request-id") ?? undefined,
    upstream: headers.get("x-gateway-upstream") ?? undefined,
    ...(source === "gateway" || source === "upstream" ? { source } : {}),
    retryAfter: readRetryAfter(headers),
  });
}

/** Reads an error frame of a stream (wire-formats §7.5); undefined when the frame is not one. */
export function readErrorFrame(frame: unknown): GatewayFailure | undefined {
  if (!isFields(frame) || (frame.error === undefined && frame.type !== "error")) return undefined;
  const nested = isFields(frame.error) ? frame.error : {};
  const status = [nested.code, frame.error, nested.status].find((value) => typeof value === "number");
  const code = text(frame.code) ?? text(nested.code);
  return {
    origin: "stream",
    status,
    source: code !== undefined && GATEWAY_CODES.test(code) ? "gateway" : "upstream",
    message: text(nested.message) ?? text(frame.message) ?? "The stream reported an error without a message.",
    type: text(nested.type) ?? (frame.type === "error" ? undefined : text(frame.type)),
    param: text(nested.param) ?? text(frame.param),
    code,
    requestId: text(frame.request_id) ?? text(nested.request_id),
  };
}

/** Codes of the gateway's own errors in a stream, where no header names the source. */
const GATEWAY_CODES = /^(?:upstream_(?:unreachable|truncated|timeout|malformed|settings)|exchange_.*)$/;

/** Returns the failure of a stream that ended without its end marker: a truncated response is never complete. */
export function truncatedStream(): GatewayFailure {
  return {
    origin: "stream",
    source: "page",
    type: "stream_truncated",
    message: "The stream ended before its end marker. The text above may be incomplete.",
  };
}

/** Returns the failure for an event that breaks the dialect's rules; the rest of the stream is not read. */
export function malformedStream({ message }: WireIndexError): GatewayFailure {
  return {
    origin: "stream",
    source: "page",
    type: "stream_malformed",
    message: `The response has an invalid event: ${message}`,
  };
}

export function networkFailure(cause: unknown, begun: boolean): GatewayFailure {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return {
    origin: begun ? "stream" : "network",
    source: "page",
    type: begun ? "connection_lost" : "no_connection",
    message: begun ? `The connection was lost during the response: ${reason}` : `Couldn’t reach the gateway: ${reason}`,
  };
}

/**
 * Reads Retry-After, in seconds or as a date. A date is compared with the server's own clock, so that clock skew has no
 * effect.
 */
function readRetryAfter(headers: Headers): number | undefined {
  const exact = Number(headers.get("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const value = headers.get("retry-after");
  if (value === null) return undefined;
  if (/^\d+(\.\d+)?$/.test(value.trim())) return Number(value) * 1000;
  const until = Date.parse(value);
  const serverNow = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(until) ? undefined : Math.max(0, until - (Number.isNaN(serverNow) ? Date.now() : serverNow));
}
