import type { RouteSettings } from "#lib/config/model-routes.ts";
import type { RequestContext } from "../request/context.ts";
import { readSteering } from "../routing/request-steering.ts";
import { findRoute } from "../routing/resolve-model.ts";
import type { CallContext } from "./call-context.ts";

/**
 * Steering of one call: by the headers of its client, otherwise by its key or the key's group, then by the route that
 * its model names.
 */
export type SteeredCall = Pick<CallContext, "timeLimit" | "onLoss" | "emulates"> & {
  /** Undefined for a call of one model. */
  route: RouteSettings | undefined;
  /** The only target of the route to try. */
  only: string | undefined;
};

/** @throws GatewayError 400 for an invalid header */
export function steerCall(
  { request, services, principal: { policy, group } }: Pick<RequestContext, "request" | "services" | "principal">,
  model: string,
): SteeredCall {
  const steering = readSteering(request);
  const route = findRoute(model, services);
  const { groups } = services.settings.keys;
  const ofGroup = group !== undefined && Object.hasOwn(groups, group) ? groups[group] : undefined;
  const ms = steering.timeoutMs ?? policy?.timeout_ms ?? ofGroup?.timeout_ms ?? route?.timeoutMs;
  return {
    route,
    only: steering.only,
    timeLimit: ms === undefined ? undefined : { ms, endsAt: performance.now() + ms },
    emulates: steering.emulates ?? services.settings.emulates,
    onLoss: steering.onLoss ?? policy?.on_loss ?? ofGroup?.on_loss ?? route?.onLoss,
  };
}
