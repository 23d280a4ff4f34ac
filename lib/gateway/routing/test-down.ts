/**
 * Header with which an admin tests a route: the named target answers 503 to this one request. Nothing is sent to it, and
 * its state stays as it is, so that other requests go on as before.
 */
import type { RouteSettings } from "#lib/config/model-routes.ts";
import { TEST_DOWN_HEADER } from "#lib/contract/route-state.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { errors } from "#lib/http/errors.ts";
import { listTargets } from "./route-targets.ts";

/**
 * Returns the target that is pulled down for this request; undefined for none.
 * @throws GatewayError 403 without the scope `admin`, 400 for a model that the route does not have
 */
export function readTestDown(
  { request, principal }: Pick<RequestContext, "request" | "principal">,
  route: RouteSettings,
): string | undefined {
  const value = request.headers[TEST_DOWN_HEADER];
  if (value === undefined) return undefined;
  if (!principal.scopes.includes("admin")) throw errors.scopeRequired({ scope: "admin" });
  const model = String(value).trim();
  if (listTargets(route).includes(model)) return model;
  const expected = `a model of the route "${route.name}"`;
  throw errors.headerInvalid({ param: TEST_DOWN_HEADER, expected, value: model });
}
