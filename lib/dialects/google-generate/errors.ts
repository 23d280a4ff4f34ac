/** The event that ends a failed stream of this API (wire-formats §7.5). */
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { writeStreamErrorBody } from "../error-bodies.ts";
import { getStatusName } from "../google-error-bodies.ts";

/**
 * A `data:` event without a name: this API's SDK drops one with a name. It throws for an integer `error.code` of 400 to
 * 599 only; the rest of the body is for the other SDK families (§7.5, superset M).
 */
export function writeStreamError(error: GatewayError): string {
  return `data: ${writeStreamErrorJson(error)}\n\n`;
}

export function writeStreamErrorJson(error: GatewayError): string {
  return JSON.stringify(writeStreamErrorBody(error, { status: getStatusName(error.status) }));
}
