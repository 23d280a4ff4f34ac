/** Errors of the connection to an upstream, for the client. They name the upstream, never its credential. */
import { errors as undiciErrors } from "undici";
import { errors } from "#lib/http/errors.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
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

/** Cause of an error of a request of which no byte was sent, whatever failed before: a name, a connection, TLS. */
class UnsentError extends Error {
  override readonly name = "UnsentError";
}

/** Returns true for the error of a request that its upstream cannot have received. */
export function isUnsent({ cause }: GatewayError): boolean {
  return cause instanceof Error && (cause.name === "UnsentError" || wasNeverSent(cause));
}

/** @param isUnsent true when no byte of the request was sent */
export function toUpstreamError({
  upstream,
  error,
  afterHeaders,
  isUnsent = false,
}: {
  upstream: Pick<Upstream, "id" | "timeouts">;
  error: Error;
  afterHeaders: boolean;
  isUnsent?: boolean;
}): GatewayError {
  const { id: provider, timeouts } = upstream;
  const code = findCode(error);
  const cause = isUnsent ? new UnsentError(error.message, { cause: error }) : error;
  if (error instanceof undiciErrors.HeadersTimeoutError) {
    return errors.upstreamFirstByteTimeout({ provider, ms: timeouts.firstByteMs, cause: error });
  }
  if (error instanceof undiciErrors.BodyTimeoutError) {
    return errors.upstreamIdleTimeout({ provider, ms: timeouts.idleMs, cause: error });
  }
  if (afterHeaders) {
    return errors.upstreamDisconnected({ provider, cause: error });
  }
  if (error instanceof undiciErrors.ConnectTimeoutError) {
    return errors.upstreamConnectTimeout({ provider, ms: timeouts.connectMs, cause });
  }
  return errors.upstreamUnreachable({ provider, reason: code, cause });
}

/** Error of a request that took longer than the upstream's settings allow. */
export function totalTimeoutError(
  { id, timeouts }: Pick<Upstream, "id"> & { timeouts: Pick<Upstream["timeouts"], "totalMs"> },
  ms = timeouts.totalMs,
): GatewayError {
  return errors.upstreamTotalTimeout({ provider: id, ms });
}

function findCode(error: Error): string | undefined {
  const { code, cause, errors: inner } = error as Error & { code?: string; errors?: Error[] };
  // Node tries IPv6 and IPv4 and reports both.
  return code ?? (inner?.[0] && findCode(inner[0])) ?? (cause instanceof Error ? findCode(cause) : undefined);
}
