import type { GatewayFailure } from "#lib/playground/gateway/errors.ts";
import { type Fields, fields, string } from "../json-fields.ts";

/** Returns the failure of a response with status `failed` (wire-formats §2.4). */
export function readResponseFailure(response: Fields): GatewayFailure {
  const error = fields(response.error) ?? {};
  return {
    origin: "stream",
    message: string(error.message) || "The response failed without a message.",
    type: string(error.type) || undefined,
    code: string(error.code) || undefined,
    param: string(error.param) || undefined,
  };
}
