/** Errors of this convention: the envelope (wire-formats §7.1), the event that ends a failed stream (§7.5), and reading both. */
import type { ErrorBodyWriter } from "#lib/http/error-response.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";

export const errorBody: ErrorBodyWriter = (error, requestId) => ({
  error: { message: error.message, type: error.type, param: error.param ?? null, code: error.code ?? null },
  message: error.message,
  request_id: requestId,
});

/**
 * The event `error`, in a form that every SDK family reads (§7.5, superset M), and not `response.failed`: that one names
 * the failure only to those who look at the final object's status; clients that read events get no exception.
 * @param sequenceNumber where the stream's own count is known; the gateway breaks off streams that it does not count
 */
export function streamError(error: GatewayError, sequenceNumber = 0): string {
  const { message, type, status, param } = error;
  const body = {
    type: "error",
    error: { type, message, code: status, status: error.code ?? type, param: param ?? null },
    message,
    code: error.code ?? type,
    param: param ?? null,
    sequence_number: sequenceNumber,
  };
  return `event: error\ndata: ${JSON.stringify(body)}\n\n`;
}

/** Reads `{error: {message, …}}`, `{error: "text"}`, `{message}` and FastAPI's `{detail}`: what servers of this kind send. */
export function readError(
  json: unknown,
): { message: string; type?: string; param?: string; code?: string } | undefined {
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

/** The codes of a failed response that say whose fault it is (§2.4); all others are the upstream's. */
const STATUS: Record<string, number> = { rate_limit_exceeded: 429, insufficient_quota: 429, invalid_prompt: 400 };
const CLIENTS_FAULT = /^(invalid_|image_|unsupported_|empty_image|failed_to_download_image|bio_policy)/;

/** The failure that an error event or a failed response tells of, with the HTTP status that it would have had. */
export function readFailure(error: unknown): { status: number; message: string; code?: string } {
  const read = readError({ error });
  const code = read?.code;
  const status = code === undefined ? 502 : (STATUS[code] ?? (CLIENTS_FAULT.test(code) ? 400 : 502));
  const message = read?.message ?? "The upstream reported an error without a message.";
  return { status, message, ...(code === undefined ? {} : { code }) };
}
