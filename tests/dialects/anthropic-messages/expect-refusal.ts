/** The GatewayError that `act` throws; a test that sees none, or another error, fails. */
import { GatewayError } from "#lib/http/gateway-error.ts";

export function expectGatewayError(act: () => unknown): GatewayError {
  try {
    act();
  } catch (error) {
    if (GatewayError.isInstance(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}
