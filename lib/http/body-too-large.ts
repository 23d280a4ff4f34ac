import { GatewayError } from "./gateway-error.ts";

/** @param limit in bytes */
export function bodyTooLarge(limit: number): GatewayError {
  return new GatewayError({
    status: 413,
    message: `The body is larger than the ${limit} bytes that this gateway takes.`,
    code: "body_too_large",
  });
}
