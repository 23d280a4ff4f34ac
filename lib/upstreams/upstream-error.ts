/** Errors of the connection to an upstream, for the client. They name the upstream, never its credential. */
import { errors } from "undici";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { Upstream } from "./upstream.ts";

/** Codes of failures before there was a connection to send on. */
const NO_CONNECTION_CODES = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);
const CONNECTION_CODES = new Set([...NO_CONNECTION_CODES, "ECONNRESET", "EPIPE", "ETIMEDOUT", "UND_ERR_SOCKET"]);

/** Returns true when the connection failed before a response, so the request may be retried. */
export function isConnectionError(error: Error): boolean {
  return CONNECTION_CODES.has(findCode(error) ?? "");
}

/** Returns true when the upstream cannot have received the request. */
export function wasNeverSent(error: Error): boolean {
  return NO_CONNECTION_CODES.has(findCode(error) ?? "");
}

export function toUpstreamError({
  upstream,
  error,
  afterHeaders,
}: {
  upstream: Pick<Upstream, "id" | "timeouts">;
  error: Error;
  afterHeaders: boolean;
}): GatewayError {
  const { id, timeouts } = upstream;
  const code = findCode(error);
  if (error instanceof errors.HeadersTimeoutError) {
    return timeoutError(`The upstream "${id}" did not answer within ${timeouts.firstByteMs} ms.`, error);
  }
  if (error instanceof errors.BodyTimeoutError) {
    return timeoutError(
      `The upstream "${id}" sent nothing for ${timeouts.idleMs} ms in the middle of its answer.`,
      error,
    );
  }
  if (afterHeaders) {
    return connectionError(`The upstream "${id}" broke off in the middle of its answer.`, "upstream_truncated", error);
  }
  if (error instanceof errors.ConnectTimeoutError) {
    return timeoutError(`The upstream "${id}" did not accept a connection within ${timeouts.connectMs} ms.`, error);
  }
  const reason = code ? ` (${code})` : "";
  return connectionError(
    `The upstream "${id}" could not be reached${reason}. Check its base URL and that it runs.`,
    "upstream_unreachable",
    error,
  );
}

/** Error of a request that took longer than the upstream's settings allow. */
export function totalTimeoutError(
  { id, timeouts }: Pick<Upstream, "id" | "timeouts">,
  ms = timeouts.totalMs,
): GatewayError {
  return timeoutError(`The upstream "${id}" did not finish within ${ms} ms.`);
}

/** Error of an unreadable response. @param what description of it, as in "a reply that is not JSON" */
export function malformedResponseError({ id }: Pick<Upstream, "id">, what: string, cause?: unknown): GatewayError {
  const message = `The upstream "${id}" sent ${what}.`;
  return new GatewayError({ status: 502, message, code: "upstream_malformed", cause });
}

function timeoutError(message: string, cause?: Error): GatewayError {
  return new GatewayError({ status: 504, message, code: "upstream_timeout", cause });
}

function connectionError(message: string, code: string, cause: Error): GatewayError {
  return new GatewayError({ status: 502, message, code, cause });
}

function findCode(error: Error): string | undefined {
  const { code, cause, errors: inner } = error as Error & { code?: string; errors?: Error[] };
  // Node tries IPv6 and IPv4 and reports both.
  return code ?? (inner?.[0] && findCode(inner[0])) ?? (cause instanceof Error ? findCode(cause) : undefined);
}
