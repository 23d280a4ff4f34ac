/** Plans the targets of one request to a route: those that can serve it, in the order in which they are tried. */
import type { RouteSettings } from "#lib/config/model-routes.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { Breaker, Places } from "../request/target-states.ts";
import { orderTargets } from "../routing/order-targets.ts";
import { type ResolvedModel, resolveModel } from "../routing/resolve-model.ts";
import type { CallContext } from "./call-context.ts";

export type PlannedTarget = {
  /** Name in the config. */
  model: string;
  resolved: ResolvedModel;
  breaker: Breaker;
  /** Absent without a limit on requests at the same time. */
  places: Places | undefined;
};

export type TargetTerms = {
  route: RouteSettings;
  /** The one model that the client asks for. */
  only?: string | undefined;
  /** Returns the fields with an effect on the response that a model would not get; at once for a relay. */
  listLosses(resolved: ResolvedModel): Promise<readonly string[]> | readonly string[];
  /** Throws for a model that can never serve such a request; absent when every model may. */
  requireAble?: (resolved: ResolvedModel) => void;
};

/**
 * @param session conversation whose model comes first
 * @returns a promise only where the losses of a target take a translation
 * @throws GatewayError 400 for an `only` that the route does not have; 404 when no target exists
 */
export function planTargets(
  { services, log }: Pick<CallContext, "services" | "log">,
  { route, only, listLosses, requireAble }: TargetTerms,
  session?: string,
): Promise<PlannedTarget[]> | PlannedTarget[] {
  const { targets } = services;
  const first = session === undefined ? undefined : targets.findSession(route.name, session);
  const order = orderTargets(route, { first });
  if (only !== undefined && !order.includes(only)) throw errors.routeTargetUnknown({ route: route.name, model: only });
  const planned: PlannedTarget[] = [];
  let problem: unknown;
  for (const model of only === undefined ? order : [only]) {
    let resolved: ResolvedModel;
    try {
      resolved = resolveModel(model, services);
    } catch (error) {
      // A provider that is not connected, or a retired model: the others still answer.
      problem ??= error;
      continue;
    }
    try {
      requireAble?.(resolved);
      planned.push({ model, resolved, breaker: targets.breakerOf(model), places: targets.placesOf(route, model) });
    } catch (error) {
      if (!GatewayError.isInstance(error)) throw error;
      problem ??= error;
      // The log and the headers say why it was skipped.
      log.beginAttempt(model);
      log.endAttempt(error.status, error.message);
    }
  }
  if (planned.length === 0) throw problem;
  return route.isStrict || planned.length === 1 ? planned : sortByLoss(planned, listLosses);
}

const LONGEST_SESSION = 256;
const NONE: readonly string[] = [];

/**
 * Returns what identifies the conversation of a request: the header `x-session-id`, or the field with which the
 * client's API names it. Undefined for a request without.
 */
export function findSession(call: Pick<CallContext, "request"> & { wire: object }): string | undefined {
  return listSessions(call)[0];
}

/** Returns everything that names the conversation of a request, the most telling first. */
export function listSessions({ request, wire }: Pick<CallContext, "request"> & { wire: object }): readonly string[] {
  const {
    previous_response_id: previous,
    prompt_cache_key: cacheKey,
    metadata,
  } = wire as { previous_response_id?: unknown; prompt_cache_key?: unknown; metadata?: { user_id?: unknown } | null };
  const header = request.headers["x-session-id"];
  const user = metadata?.user_id;
  if (header === undefined && previous === undefined && cacheKey === undefined && user === undefined) return NONE;
  return [header, previous, cacheKey, user]
    .filter((id): id is string => typeof id === "string" && id !== "")
    .map((id) => id.slice(0, LONGEST_SESSION));
}

/** Targets that would lose something of this request come after all others. */
function sortByLoss(
  planned: PlannedTarget[],
  listLosses: TargetTerms["listLosses"],
): Promise<PlannedTarget[]> | PlannedTarget[] {
  const listings = planned.map(({ resolved }) => listLosses(resolved));
  if (!listings.some((listing) => listing instanceof Promise)) return putLossyLast(planned, listings as Losses[]);
  const known = listings.map((listing) => (listing instanceof Promise ? listing.catch((): Losses => []) : listing));
  return Promise.all(known).then((losses) => putLossyLast(planned, losses));
}

type Losses = readonly string[];

function putLossyLast(planned: PlannedTarget[], losses: readonly Losses[]): PlannedTarget[] {
  const isLossy = (index: number) => (losses[index] as Losses).length > 0;
  if (!losses.some((_, index) => isLossy(index))) return planned;
  return [...planned.filter((_, index) => !isLossy(index)), ...planned.filter((_, index) => isLossy(index))];
}
