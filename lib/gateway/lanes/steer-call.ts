import type { RouteSettings } from "#lib/config/model-routes.ts";
import type { RequestContext } from "../request/context.ts";
import { readSteering } from "../routing/request-steering.ts";
import { findRoute } from "../routing/resolve-model.ts";
import type { CallContext } from "./call-context.ts";

/** Steering of one call: by the headers of its client, otherwise by the route that its model names. */
export type SteeredCall = Pick<CallContext, "timeLimit" | "onLoss"> & {
  /** Undefined for a call of one model. */
  route: RouteSettings | undefined;
  /** The only target of the route to try. */
  only: string | undefined;
};

/** @throws GatewayError 400 for an invalid header */
export function steerCall(
  request: RequestContext["request"],
  model: string,
  services: RequestContext["services"],
): SteeredCall {
  const steering = readSteering(request);
  const route = findRoute(model, services);
  const ms = steering.timeoutMs ?? route?.timeoutMs;
  return {
    route,
    only: steering.only,
    timeLimit: ms === undefined ? undefined : { ms, endsAt: performance.now() + ms },
    onLoss: steering.onLoss ?? route?.onLoss,
  };
}
