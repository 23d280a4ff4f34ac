/** Converts errors of an AI SDK package into errors for the client. Secrets in them are redacted. */
import type { APICallError } from "@ai-sdk/provider";
import { errors as undiciErrors } from "undici";
import type { BridgeSettings } from "#lib/config/upstream-settings.ts";
import { errors } from "#lib/http/errors.ts";
import { FROM_UPSTREAM, GatewayError, type GatewayErrorOptions } from "#lib/http/gateway-error.ts";
import type { ResponseHeaders } from "../receiver.ts";
import type { Redact } from "../redactor.ts";
import { isRetriedStatus } from "../retry-rule.ts";
import { selectResponseHeaders } from "../select-response-headers.ts";
import { isConnectionError, toUpstreamError } from "../upstream-error.ts";

export type Failure = {
  error: GatewayError;
  /** Set when the request may be retried; with the response's headers, if any. */
  retry?: { headers?: ResponseHeaders | undefined };
};

type Bridge = Pick<BridgeSettings, "id" | "package" | "timeouts"> & { redact: Redact; largestResponse: number };

/** Names of SDK errors: each package has its own classes, so `instanceof` does not work. */
const REFUSED = new Set(["AI_UnsupportedFunctionalityError", "AI_InvalidPromptError", "AI_InvalidArgumentError"]);
const UNREADABLE = new Set([
  "AI_JSONParseError",
  "AI_TypeValidationError",
  "AI_InvalidResponseDataError",
  "AI_EmptyResponseBodyError",
]);
const NOT_SET_UP = new Set(["AI_LoadAPIKeyError", "AI_LoadSettingError"]);

/** @param afterHeaders true once the response has begun */
export function readFailure(thrown: unknown, bridge: Bridge, afterHeaders: boolean): Failure {
  if (GatewayError.isInstance(thrown)) return { error: thrown };
  const name = thrown instanceof Error ? thrown.name : "";
  const message = readMessage(thrown, bridge.redact);
  const { id: provider } = bridge;
  const fail = (options: Omit<GatewayErrorOptions, "message"> & { message?: string }): Failure => ({
    error: new GatewayError({ message, ...options, cause: thrown }),
  });
  const { statusCode, responseHeaders } = name === "AI_APICallError" ? (thrown as APICallError) : {};
  if (statusCode !== undefined && statusCode >= 400) {
    const failure = fail({
      status: statusCode,
      headers: { ...selectResponseHeaders(responseHeaders ?? {}, bridge.redact), ...FROM_UPSTREAM },
    });
    return isRetriedStatus(statusCode) ? { ...failure, retry: { headers: responseHeaders } } : failure;
  }
  // An error with a success status: the response was cut, or the package could not read it.
  const hasBegun = afterHeaders || statusCode !== undefined;
  const network = findNetworkError(thrown);
  if (network instanceof undiciErrors.ResponseExceededMaxSizeError) {
    const limit = bridge.largestResponse;
    return { error: errors.upstreamReplyTooLarge({ provider, limit, cause: thrown }) };
  }
  if (network) {
    const error = toUpstreamError({ upstream: bridge, error: network, afterHeaders: hasBegun });
    return !hasBegun && isConnectionError(network) ? { error, retry: {} } : { error };
  }
  if (statusCode !== undefined) return unreadableError(bridge, message, thrown);
  if (REFUSED.has(name)) return { error: errors.packageRefused({ provider, reason: message, cause: thrown }) };
  if (name === "AI_NoSuchModelError") return fail({ status: 404, param: "model", code: "model_not_found" });
  if (UNREADABLE.has(name)) return unreadableError(bridge, message, thrown);
  if (NOT_SET_UP.has(name)) {
    return { error: errors.packageLacksSetting({ provider, reason: message, cause: thrown }) };
  }
  // An upstream's error comes as a plain object, a fault of the package as an Error.
  if (thrown instanceof Error) {
    return { error: errors.packageFailed({ package: bridge.package, reason: message, cause: thrown }) };
  }
  return message ? fail({ status: 502 }) : { error: errors.upstreamFailedWithoutReason({ provider, cause: thrown }) };
}

function unreadableError({ id }: Bridge, message: string, cause: unknown): Failure {
  // The package quotes the whole response.
  const reason = message.length > 300 ? `${message.slice(0, 297)}…` : message;
  return { error: errors.packageReplyUnreadable({ provider: id, reason, cause }) };
}

/** Returns the first error in the chain of causes that names a connection fault. */
function findNetworkError(thrown: unknown): Error | undefined {
  let current = thrown;
  for (let depth = 0; current instanceof Error && depth < 8; depth++) {
    const { code, errors } = current as Error & { code?: unknown; errors?: unknown };
    if (typeof code === "string" && (/^UND_ERR_/.test(code) || isConnectionError(current))) return current;
    if (Array.isArray(errors) && isConnectionError(current)) return current;
    current = current.cause;
  }
  // Error of fetch for every cut body, whatever the reason.
  return thrown instanceof TypeError && thrown.message === "terminated" ? thrown : undefined;
}

/** Errors in a stream may have any form, most often an upstream's own object. */
function readMessage(thrown: unknown, redact: Redact): string {
  if (typeof thrown === "string") return redact(thrown);
  if (typeof thrown !== "object" || thrown === null) return "";
  const { message, error, responseBody } = thrown as { message?: unknown; error?: unknown; responseBody?: unknown };
  if (typeof message === "string" && message !== "") return redact(message);
  if (error !== undefined) return readMessage(error, redact);
  return typeof responseBody === "string" ? redact(responseBody).slice(0, 500) : "";
}
