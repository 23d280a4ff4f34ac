/** The event that ends a failed stream of this API (wire-formats §7.5), and reading such a failure. */
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { readErrorBody, streamErrorBody } from "../error-bodies.ts";

/**
 * The event `error`, in a form that every SDK family reads (§7.5, superset M), and not `response.failed`: that one names
 * the failure only to those who look at the final object's status; clients that read events get no exception.
 * @param sequenceNumber where the stream's own count is known; the gateway breaks off streams that it does not count
 */
export function streamError(error: GatewayError, sequenceNumber = 0): string {
  const body = { ...streamErrorBody(error), sequence_number: sequenceNumber };
  return `event: error\ndata: ${JSON.stringify(body)}\n\n`;
}

/** The codes of a failed response that say whose fault it is (§2.4); all others are the upstream's. */
const STATUS: Record<string, number> = { rate_limit_exceeded: 429, insufficient_quota: 429, invalid_prompt: 400 };
const CLIENTS_FAULT = /^(invalid_|image_|unsupported_|empty_image|failed_to_download_image|bio_policy)/;

/** The failure that an error event or a failed response tells of, with the HTTP status that it would have had. */
export function readFailure(error: unknown): { status: number; message: string; code?: string } {
  const read = readErrorBody({ error });
  const code = read?.code;
  const status = code === undefined ? 502 : (STATUS[code] ?? (CLIENTS_FAULT.test(code) ? 400 : 502));
  const message = read?.message ?? "The upstream reported an error without a message.";
  return { status, message, ...(code === undefined ? {} : { code }) };
}
