import { errors } from "#lib/http/errors.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Services } from "./services.ts";

/**
 * Returns true for a request that is to be described and not sent. One that cannot be described is refused: its sender
 * expects that nothing happens.
 * @throws GatewayError 400
 */
export function readDryRun<EndpointServices extends Services>(
  { headers, method, path }: Pick<HttpRequest, "headers" | "method" | "path">,
  { dryRun }: Pick<Endpoint<EndpointServices>, "dryRun">,
): boolean {
  const header = headers["x-gateway-dry-run"];
  if (header === undefined || header === "false") return false;
  const value = String(header);
  if (value !== "true") throw errors.headerInvalid({ param: "x-gateway-dry-run", expected: "true or false", value });
  if (!dryRun) throw errors.dryRunUnsupported({ method, path });
  return true;
}
