import { GatewayError } from "#lib/http/gateway-error.ts";

/**
 * True for the refusal of an upstream that supports a dialect without one of its routes, as many servers do. A refusal
 * that names the model is about the model.
 */
export function isRouteUnsupported(error: unknown, model: string): boolean {
  return GatewayError.isInstance(error) && [404, 405, 501].includes(error.status) && !error.message.includes(model);
}
