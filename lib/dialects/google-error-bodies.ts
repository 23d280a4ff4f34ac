/** Errors of Google's APIs: the envelope (wire-formats §7.1), and reading it. */
import type { ErrorReading } from "#lib/http/error-reading.ts";
import type { WriteErrorBody } from "#lib/http/error-response.ts";

/** wire-formats §7.3 */
const STATUS: Record<number, string> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  408: "DEADLINE_EXCEEDED",
  409: "ABORTED",
  429: "RESOURCE_EXHAUSTED",
  499: "CANCELLED",
  500: "INTERNAL",
  501: "UNIMPLEMENTED",
  502: "UNAVAILABLE",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
  529: "UNAVAILABLE",
};
const TYPE = "type.googleapis.com/google.rpc";

export function getStatusName(status: number): string {
  return STATUS[status] ?? (status >= 500 ? "INTERNAL" : "INVALID_ARGUMENT");
}

export const writeGoogleErrorBody: WriteErrorBody = (error, requestId) => {
  const details: Record<string, unknown>[] = [{ "@type": `${TYPE}.RequestInfo`, requestId }];
  if (error.param) {
    const fieldViolations = [{ field: error.param, description: error.message }];
    details.push({ "@type": `${TYPE}.BadRequest`, fieldViolations });
  }
  const seconds = Number(error.headers["retry-after"] ?? Number.NaN);
  if (seconds >= 0) details.push({ "@type": `${TYPE}.RetryInfo`, computeRetryDelay: `${seconds}s` });
  return { error: { code: error.status, message: error.message, status: getStatusName(error.status), details } };
};

type Detail = {
  "@type"?: unknown;
  reason?: unknown;
  fieldViolations?: { field?: unknown }[];
  /** A duration: seconds and an `s`. */
  computeRetryDelay?: unknown;
};

/**
 * Reads `{error: {code, message, status, details?}}`, alone or as the element of an array that a stream without SSE is.
 */
export function readGoogleError(json: unknown): ErrorReading | undefined {
  const body: unknown = Array.isArray(json) ? json[0] : json;
  if (typeof body !== "object" || body === null) return undefined;
  const { error, message: outer } = body as Record<string, unknown>;
  if (typeof error !== "object" || error === null) {
    const text = [outer, error].find((value) => typeof value === "string" && value !== "");
    return text === undefined ? undefined : { message: text as string };
  }
  const { message, status, details } = error as Record<string, unknown>;
  const text = [message, outer, status].find((value) => typeof value === "string" && value !== "");
  if (text === undefined) return undefined;
  const list: Detail[] = Array.isArray(details) ? details.filter((one) => typeof one === "object" && one !== null) : [];
  const code = list.find(({ reason }) => typeof reason === "string")?.reason ?? status;
  const param = list.flatMap(({ fieldViolations }) => fieldViolations?.[0]?.field ?? [])[0];
  const retryAfterMs = list.flatMap(({ computeRetryDelay }) => readDuration(computeRetryDelay) ?? [])[0];
  return {
    message: text as string,
    ...(typeof param === "string" && param !== "" ? { param } : {}),
    ...(typeof code === "string" ? { code } : {}),
    ...(retryAfterMs !== undefined ? { retryAfterMs } : {}),
  };
}

function readDuration(value: unknown): number | undefined {
  const seconds = typeof value === "string" ? /^(\d+(?:\.\d+)?)s$/.exec(value)?.[1] : undefined;
  return seconds === undefined ? undefined : Math.round(Number(seconds) * 1000);
}

/** Returns the HTTP status of an error inside a stream. */
export function readErrorStatus(error: unknown): number {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "number" && Number.isInteger(code) && code >= 400 && code <= 599 ? code : 502;
}
