/** Errors of this convention: the envelope (wire-formats §7.1), the event that ends a failed stream (§7.5), and reading both. */
import type { ErrorBodyWriter } from "#lib/http/error-response.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";

export const errorBody: ErrorBodyWriter = (error, requestId) => ({
  error: { message: error.message, type: error.type, param: error.param ?? null, code: error.code ?? null },
  message: error.message,
  request_id: requestId,
});

/** A `data:` line without an event name; the body is one that every SDK family reads (§7.5, superset M). */
export function streamError(error: GatewayError): string {
  const { message, type, status, param } = error;
  const body = {
    type: "error",
    error: { type, message, code: status, status: error.code ?? type, param: param ?? null },
    message,
    code: error.code ?? type,
    param: param ?? null,
  };
  return `data: ${JSON.stringify(body)}\n\n`;
}

/** Reads `{error: {message, …}}`, `{error: "text"}`, `{message}` and FastAPI's `{detail}`: what servers of this kind send. */
export function readError(
  json: unknown,
): { message: string; type?: string; param?: string; code?: string } | undefined {
  if (typeof json !== "object" || json === null) return undefined;
  const { error, message, detail } = json as Record<string, unknown>;
  const inner =
    typeof error === "object" && error !== null
      ? (error as Record<string, unknown>)
      : (json as Record<string, unknown>);
  const text = [inner.message, message, error, detail].find((value) => typeof value === "string" && value !== "");
  if (text === undefined) return detail === undefined ? undefined : { message: JSON.stringify(detail) };
  return {
    message: text as string,
    ...(typeof inner.type === "string" && inner.type !== "error" ? { type: inner.type } : {}),
    ...(typeof inner.param === "string" ? { param: inner.param } : {}),
    ...(typeof inner.code === "string" ? { code: inner.code } : {}),
  };
}
