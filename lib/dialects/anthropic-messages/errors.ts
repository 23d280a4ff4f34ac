/** Errors of this convention: the envelope (wire-formats §7.1), the event that ends a failed stream (§7.5), and reading both. */
import type { ErrorBodyWriter } from "#lib/http/error-response.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";

/** The convention's error types and the status of each (§7.3). */
const STATUS: Record<string, number> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  conflict_error: 409,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
};

/** Code of the refusal of `thread`, a conversation that the server is to keep. */
export const NO_THREADS = "thread_unsupported_request";

export function statusOfType(type: string | undefined): number {
  return (type !== undefined && STATUS[type]) || 502;
}

function typeOf({ type, status }: Pick<GatewayError, "type" | "status">): string {
  // The vocabulary's word for any fault of the client's says less than the status.
  if (Object.hasOwn(STATUS, type) && type !== "invalid_request_error") return type;
  if (status === 503) return "overloaded_error";
  if (status === 408) return "timeout_error";
  const named = Object.keys(STATUS).find((name) => STATUS[name] === status);
  return named ?? (status >= 500 ? "api_error" : "invalid_request_error");
}

/** The top-level `message` is what the SDK shows; without it, it shows the whole body (§7.2). */
export const errorBody: ErrorBodyWriter = (error, requestId) => ({
  type: "error",
  error: {
    type: typeOf(error),
    message: error.message,
    param: error.param ?? null,
    code: error.code ?? null,
    // By these details SDK 1.x knows that it has to send the whole conversation itself.
    ...(error.code === NO_THREADS ? { details: { error_code: NO_THREADS, unsupported: ["thread"] } } : {}),
  },
  message: error.message,
  request_id: requestId,
});

/** SDKs skip events without an `event:` line; the body is one that every SDK family reads (§7.5, superset M). */
export function streamError(error: GatewayError): string {
  const { message, status } = error;
  const param = error.param ?? null;
  const body = {
    type: "error",
    error: { type: typeOf(error), message, code: status, status: error.code ?? error.type, param },
    message,
    code: error.code ?? error.type,
    param,
  };
  return `event: error\ndata: ${JSON.stringify(body)}\n\n`;
}

/** Reads `{type: "error", error: {type, message}}`, and what servers and proxies beside the convention send. */
export function readError(
  json: unknown,
): { message: string; type?: string; param?: string; code?: string } | undefined {
  if (typeof json !== "object" || json === null) return undefined;
  const outer = json as Record<string, unknown>;
  const inner =
    typeof outer.error === "object" && outer.error !== null ? (outer.error as Record<string, unknown>) : outer;
  const text = [inner.message, outer.message, outer.error, outer.detail].find(
    (value) => typeof value === "string" && value !== "",
  );
  if (text === undefined) return outer.detail === undefined ? undefined : { message: JSON.stringify(outer.detail) };
  return {
    message: text as string,
    ...(typeof inner.type === "string" && inner.type !== "error" ? { type: inner.type } : {}),
    ...(typeof inner.param === "string" ? { param: inner.param } : {}),
    ...(typeof inner.code === "string" ? { code: inner.code } : {}),
  };
}
