/** The event that ends a failed stream of this API (wire-formats §7.5). */
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { writeStreamErrorBody } from "../error-bodies.ts";

/** A `data:` line without an event name. */
export function writeStreamError(error: GatewayError): string {
  return `data: ${JSON.stringify(writeStreamErrorBody(error))}\n\n`;
}
