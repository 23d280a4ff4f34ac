/** The event that ends a failed stream of this API (wire-formats §7.5), and reading such a failure. */

import { errors } from "#lib/http/errors.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { readErrorBody, writeStreamErrorBody } from "../error-bodies.ts";

/**
 * Writes the event `error`, in a form that every SDK family reads (§7.5, superset M), and not `response.failed`:
 * clients see that one only in the final object's status, and those that read events get no exception.
 * @param sequenceNumber of the stream, if known: the gateway also ends streams whose events it does not count
 */
export function writeStreamError(error: GatewayError, sequenceNumber = 0): string {
  const body = { ...writeStreamErrorBody(error), sequence_number: sequenceNumber };
  return `event: error\ndata: ${JSON.stringify(body)}\n\n`;
}

/** Status of the codes of a failed response that have a known cause (§2.4); all others are upstream errors. */
const STATUS: Record<string, number> = { rate_limit_exceeded: 429, insufficient_quota: 429, invalid_prompt: 400 };
const CLIENT_ERROR_CODE = /^(invalid_|image_|unsupported_|empty_image|failed_to_download_image|bio_policy)/;

/** Reads the failure in an error event or a failed response, with the HTTP status it would have had. */
export function readFailure(error: unknown): { status: number; message: string; code?: string } {
  const read = readErrorBody({ error });
  const code = read?.code;
  const status = code === undefined ? 502 : (STATUS[code] ?? (CLIENT_ERROR_CODE.test(code) ? 400 : 502));
  const message = read?.message ?? errors.upstreamErrorWithoutMessage().message;
  return { status, message, ...(code === undefined ? {} : { code }) };
}
