/** Error bodies that several APIs share. */
import type { ErrorReading } from "#lib/http/error-reading.ts";
import type { WriteErrorBody } from "#lib/http/error-response.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";

/** The envelope of both of OpenAI's APIs (wire-formats §7.1). */
export const writeOpenAiErrorBody: WriteErrorBody = (error, requestId) => ({
  error: { message: error.message, type: error.type, param: error.param ?? null, code: error.code ?? null },
  message: error.message,
  request_id: requestId,
});

/**
 * The body of an error inside a stream, which every SDK family reads (§7.5, superset M).
 * @param names the API's own type and code, where they differ from the vocabulary's
 */
export function writeStreamErrorBody(
  error: GatewayError,
  names: { type?: string; status?: string } = {},
): Record<string, unknown> {
  const { message, type, status, param = null } = error;
  const code = error.code ?? type;
  return {
    type: "error",
    error: { type: names.type ?? type, message, code: status, status: names.status ?? code, param },
    message,
    code,
    param,
  };
}

/**
 * Reads `{error: {message, …}}`, `{error: "text"}`, `{message}` and FastAPI's `{detail}`: the error bodies of OpenAI's
 * and Anthropic's APIs, and of servers that imitate them.
 */
export function readErrorBody(json: unknown): ErrorReading | undefined {
  if (typeof json !== "object" || json === null) return undefined;
  const { error, message, detail } = json as Record<string, unknown>;
  const inner = (typeof error === "object" && error !== null ? error : json) as Record<string, unknown>;
  const text = [inner.message, message, error, detail].find((value) => typeof value === "string" && value !== "");
  if (text === undefined) return detail === undefined ? undefined : { message: JSON.stringify(detail) };
  return {
    message: text as string,
    ...(typeof inner.type === "string" && inner.type !== "error" ? { type: inner.type } : {}),
    ...(typeof inner.param === "string" ? { param: inner.param } : {}),
    ...(typeof inner.code === "string" ? { code: inner.code } : {}),
  };
}
