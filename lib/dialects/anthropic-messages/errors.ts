/** Errors of this API: the envelope (wire-formats §7.1) and the event that ends a failed stream (§7.5). */
import type { WriteErrorBody } from "#lib/http/error-response.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { writeStreamErrorBody } from "../error-bodies.ts";

/** The API's error types and the status of each (§7.3). */
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

/** Error code for `thread`, a conversation that the server stores. */
const THREADS_UNSUPPORTED = "thread_unsupported_request";

export function getStatus(type: string | undefined): number {
  return (type !== undefined && STATUS[type]) || 502;
}

function getErrorType({ type, status }: Pick<GatewayError, "type" | "status">): string {
  // The status is more specific than the vocabulary's type for any client error.
  if (Object.hasOwn(STATUS, type) && type !== "invalid_request_error") return type;
  if (status === 503) return "overloaded_error";
  if (status === 408) return "timeout_error";
  const named = Object.keys(STATUS).find((name) => STATUS[name] === status);
  return named ?? (status >= 500 ? "api_error" : "invalid_request_error");
}

/** The SDK shows the top-level `message`; without one it shows the whole body (§7.2). */
export const writeErrorBody: WriteErrorBody = (error, requestId) => ({
  type: "error",
  error: {
    type: getErrorType(error),
    message: error.message,
    param: error.param ?? null,
    code: error.code ?? null,
    // By these details SDK 1.x knows that it has to send the whole conversation itself.
    ...(error.code === THREADS_UNSUPPORTED
      ? { details: { error_code: THREADS_UNSUPPORTED, unsupported: ["thread"] } }
      : {}),
  },
  message: error.message,
  request_id: requestId,
});

/** SDKs skip events without an `event:` line. */
export function writeStreamError(error: GatewayError): string {
  const body = writeStreamErrorBody(error, { type: getErrorType(error) });
  return `event: error\ndata: ${JSON.stringify(body)}\n\n`;
}
