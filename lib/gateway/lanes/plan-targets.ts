/** Plans the targets of one request to a route: those that can serve it, in the order in which they are tried. */
import type { RouteSettings } from "#lib/config/model-routes.ts";
import { errors } from "#lib/http/errors.ts";
import type { Breaker } from "../request/target-states.ts";
import { orderTargets } from "../routing/order-targets.ts";
import { type ResolvedModel, resolveModel } from "../routing/resolve-model.ts";
import type { CallContext } from "./call-context.ts";
import { listLosses } from "./list-losses.ts";

export type PlannedTarget = {
  /** Name in the config. */
  model: string;
  resolved: ResolvedModel;
  breaker: Breaker;
};

/**
 * @param only the one model that the client asks for
 * @param session conversation whose model comes first
 * @throws GatewayError 400 for an `only` that the route does not have; 404 when no target exists
 */
export async function planTargets(
  context: CallContext,
  { route, only, session }: { route: RouteSettings; only?: string | undefined; session?: string | undefined },
): Promise<PlannedTarget[]> {
  const { targets } = context.services;
  const first = session === undefined ? undefined : targets.findSession(route.name, session);
  const order = orderTargets(route, { first });
  if (only !== undefined && !order.includes(only)) throw errors.routeTargetUnknown({ route: route.name, model: only });
  const planned: PlannedTarget[] = [];
  let problem: unknown;
  for (const model of only === undefined ? order : [only]) {
    try {
      planned.push({ model, resolved: resolveModel(model, context.services), breaker: targets.breakerOf(model) });
    } catch (error) {
      // A provider that is not connected, or a retired model: the others still answer.
      problem ??= error;
    }
  }
  if (planned.length === 0) throw problem;
  return route.isStrict || planned.length === 1 ? planned : sortByLoss(context, planned);
}

const LONGEST_SESSION = 256;

/**
 * Returns what identifies the conversation of a request: the header `x-session-id`, or the field with which the
 * client's API names it. Undefined for a request without.
 */
export function findSession({ request, wire }: Pick<CallContext, "request" | "wire">): string | undefined {
  const {
    previous_response_id: previous,
    prompt_cache_key: cacheKey,
    metadata,
  } = wire as { previous_response_id?: unknown; prompt_cache_key?: unknown; metadata?: { user_id?: unknown } | null };
  const named = [request.headers["x-session-id"], previous, cacheKey, metadata?.user_id];
  return named.find((id): id is string => typeof id === "string" && id !== "")?.slice(0, LONGEST_SESSION);
}

/** Targets that would lose something of this request come after all others. */
async function sortByLoss(context: CallContext, planned: PlannedTarget[]): Promise<PlannedTarget[]> {
  const whole: PlannedTarget[] = [];
  const lossy: PlannedTarget[] = [];
  for (const target of planned) {
    const losses = await listLosses(context, target.resolved).catch(() => []);
    (losses.length > 0 ? lossy : whole).push(target);
  }
  return [...whole, ...lossy];
}
