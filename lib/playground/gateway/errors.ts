/** Failures of a request for the error card: the source, the exact message, and the next step. */
import type { WireIndexError } from "#lib/contract/wire-index.ts";
import { refusedParameter } from "../parameters/refused-parameter.ts";
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

export type FailureAction =
  | { kind: "retry" }
  | { kind: "edit" }
  | { kind: "sign-in" }
  | { kind: "remove-parameter"; parameter: string };

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
    message: `The response has an event that cannot be read: ${message}`,
  };
}

export function networkFailure(cause: unknown, begun: boolean): GatewayFailure {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return {
    origin: begun ? "stream" : "network",
    source: "page",
    type: begun ? "connection_lost" : "no_connection",
    message: begun ? `The connection was lost in mid-answer: ${reason}` : `The gateway could not be reached: ${reason}`,
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

const TITLES: Record<number, string> = {
  400: "The request was not accepted",
  401: "You are signed out",
  402: "The credit is used up",
  403: "This key may not do that",
  404: "Not found",
  408: "The request timed out",
  413: "The request is too large",
  415: "Wrong content type",
  422: "The request was not accepted",
  429: "Too many requests",
  500: "Something failed",
  502: "The upstream gave a bad answer",
  503: "Overloaded",
  504: "The upstream took too long",
  529: "Overloaded",
};

export function getFailureTitle(failure: GatewayFailure): string {
  if (failure.origin === "network") return "No connection to the gateway";
  if (failure.origin === "task") return "It could not be made";
  if (failure.code === "model_not_found") return "No such model";
  if (failure.type === "stream_truncated") return "The answer was cut short";
  if (failure.type === "stream_malformed") return "The response cannot be read";
  if (failure.type === "connection_lost") return "The connection was lost";
  const title = failure.status === undefined ? undefined : TITLES[failure.status];
  return title ?? (failure.origin === "stream" ? "The answer broke off" : "The request failed");
}

/** Returns the source of the message: "The upstream openai", "The gateway". */
export function getSpeaker({ source, upstream }: GatewayFailure): string | undefined {
  if (source === "upstream") return upstream ? `The upstream ${upstream}` : "The upstream";
  if (source === "gateway") return "The gateway";
  return source === "page" ? "This page" : undefined;
}

/** Returns the next step for the user, in one sentence. */
export function adviceFor(failure: GatewayFailure): string | undefined {
  const { status } = failure;
  if (failure.origin === "network") return "Check that the server is running, then try again. Your message is kept.";
  if (failure.origin === "task") {
    return isRefusal(failure)
      ? "The same prompt will be refused again: change it, then send it as a new one."
      : "Try again with the same prompt and parameters, or change them first.";
  }
  if (status === 401) return "Sign in again; your message is kept.";
  if (status === 403) return "Use a key whose scopes cover this route.";
  if (status === 402 || failure.code === "insufficient_quota")
    return "A retry will not help until there is credit again.";
  if (failure.code === "model_not_found") return "Pick another model and send again.";
  if (status === 413) return "Attach smaller files, or start a new chat.";
  if (status === 429) {
    const wait = failure.retryAfter === undefined ? "Wait a moment" : "Wait for the countdown";
    return `The limit frees up by itself. ${wait}, or pick another model.`;
  }
  if (failure.origin === "stream") return "What came before is kept. Try again for a whole answer.";
  if (status !== undefined && status >= 500) return "This is usually brief. Try again, or pick another model.";
  return failure.param ? "Change the field named above and send again." : undefined;
}

/**
 * Returns the buttons of the card, the best one first. Offers a retry only when the same request can succeed: never on
 * a bad request, a missing key or used-up credit.
 */
export function actionsFor(failure: GatewayFailure, setParameters: readonly string[]): FailureAction[] {
  const { status, origin } = failure;
  if (status === 401) return [{ kind: "sign-in" }];
  if (origin === "task" && isRefusal(failure)) return [{ kind: "edit" }];
  const refused = status === undefined ? failure.param !== undefined : status === 400 || status === 422;
  const parameter = refused ? refusedParameter(failure, setParameters) : undefined;
  if (parameter) {
    return [{ kind: "remove-parameter", parameter }, { kind: "edit" }];
  }
  const passing = status === 408 || status === 409 || status === 425 || status === 429;
  const exhausted = failure.code === "insufficient_quota" || status === 402;
  if (exhausted) return [{ kind: "edit" }];
  if (origin === "response" && status !== undefined && status < 500 && !passing) return [{ kind: "edit" }];
  return [{ kind: "retry" }, { kind: "edit" }];
}

/** Returns true when the content of the request is the reason, so that a retry gets the same response. */
function isRefusal({ code = "", type = "" }: GatewayFailure): boolean {
  return /moderation|policy|safety|blocked|invalid/i.test(`${code} ${type}`);
}
