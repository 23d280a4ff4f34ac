/**
 * Renders a GatewayError as an HTTP response, in the envelope that the client reads (spec, Error body; wire-formats
 * §7).
 */

import { errors } from "./errors.ts";
import { ERROR_SOURCE, GatewayError } from "./gateway-error.ts";
import type { HttpRequest, HttpResponse } from "./http-message.ts";
import { toStorageError } from "./storage-fault.ts";

/** wire-formats §7.2: these clients read an error's text only from their own dialect's envelope. */
const NATIVE_AGENT = /OpenAI\/|Anthropic\/|google-genai-sdk|ai-sdk|^ai\//;

/** Returns true when an official SDK sends the request, by its headers, or when a header requests native errors. */
function expectsNativeErrors(headers: HttpRequest["headers"]): boolean {
  return (
    headers["x-stainless-lang"] !== undefined ||
    headers["x-goog-api-client"] !== undefined ||
    headers["x-gateway-errors"] === "native" ||
    NATIVE_AGENT.test(String(headers["user-agent"] ?? ""))
  );
}

export type WriteErrorBody = (error: GatewayError, requestId: string) => Record<string, unknown>;

/** Body of the spec's errors: `error` is the HTTP status, with `type`, `param` and `request_id` beside the message. */
const writeErrorBody: WriteErrorBody = (error, requestId) => ({
  error: error.status,
  message: error.message,
  type: error.type,
  param: error.param ?? null,
  ...(error.code ? { code: error.code } : {}),
  request_id: requestId,
});

/** @param writeNativeBody envelope of the client's dialect; used when the client is one of its SDKs */
export function createErrorResponse({
  error,
  requestId,
  requestHeaders,
  writeNativeBody,
}: {
  error: GatewayError;
  requestId: string;
  requestHeaders: HttpRequest["headers"];
  writeNativeBody?: WriteErrorBody | undefined;
}): HttpResponse {
  const writeBody = writeNativeBody && expectsNativeErrors(requestHeaders) ? writeNativeBody : writeErrorBody;
  return {
    status: error.status,
    // Some SDKs show the reason phrase and nothing else (wire-formats §7.2).
    reason: toReasonPhrase(error.message),
    headers: {
      "content-type": "application/json; charset=utf-8",
      [ERROR_SOURCE]: "gateway",
      ...error.headers,
    },
    body: JSON.stringify(writeBody(error, requestId)),
  };
}

const LONGEST_REASON = 120;

/** A reason phrase is printable ASCII on one line. */
function toReasonPhrase(text: string): string {
  const ascii = text.replace(/[^\x20-\x7e]+/g, " ").trim();
  return ascii.length > LONGEST_REASON ? `${ascii.slice(0, LONGEST_REASON - 3)}...` : ascii;
}

/** Turns any thrown value into a GatewayError; an unknown error becomes a 500 whose text is only logged. */
export function toGatewayError(error: unknown): GatewayError {
  if (GatewayError.isInstance(error)) return error;
  const fault = toStorageError(error);
  if (fault) return fault;
  return errors.internalError({ cause: error });
}
