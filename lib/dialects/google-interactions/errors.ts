/** Errors of this API: bodies, and the event that ends a failed stream (wire-formats §14.5). */
import type { ErrorReading } from "#lib/http/error-reading.ts";
import { errors } from "#lib/http/errors.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { readErrorBody, writeStreamErrorBody } from "../error-bodies.ts";
import { getStatusName, readErrorStatus, readGoogleError } from "../google-error-bodies.ts";

/** The event `error`, with the fields in which every SDK family finds the message (§7.5, superset M). */
export function writeStreamError(error: GatewayError): string {
  const body = writeStreamErrorBody(error, { status: getStatusName(error.status) });
  return `event: error\ndata: ${JSON.stringify({ ...body, event_type: "error" })}\n\n`;
}

/** Status of the codes that name a known cause; all others are upstream errors. */
const STATUS: Record<string, number> = {
  invalid_request: 400,
  permission_denied: 403,
  not_found: 404,
  resource_exhausted: 429,
  rate_limit_exceeded: 429,
  unavailable: 503,
};

/** Reads the failure in an error event or a failed interaction, with the HTTP status that it would have had. */
export function readFailure(error: unknown): { status: number; message: string; code?: string } {
  const read = readErrorBody({ error });
  const code = read?.code;
  const known = code === undefined ? undefined : STATUS[code.toLowerCase()];
  const message = read?.message ?? errors.upstreamErrorWithoutMessage().message;
  return { status: known ?? readErrorStatus(error), message, ...(code === undefined ? {} : { code }) };
}

/** Reads Google's envelope, and this API's own, whose `code` is a word. */
export function readError(json: unknown): ErrorReading | undefined {
  const read = readGoogleError(json);
  const code = read && readErrorBody(json)?.code;
  return read && { ...read, ...(code === undefined ? {} : { code }) };
}
