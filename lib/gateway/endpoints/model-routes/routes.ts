/** `GET /api/routes`: the routes of the config file and the state of their models. */
import type { RouteSettings } from "#lib/config/model-routes.ts";
import type { ModelRoute, ModelRouteList, RouteTarget } from "#lib/contract/route-state.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import { describeConfig } from "#lib/gateway/request/config-state.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { defineEndpoint, type Endpoint, type EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { tryResolve } from "#lib/gateway/routing/resolve-model.ts";
import { listModelRoutes } from "./openapi.ts";

function listRoutes({ services }: RequestContext): EndpointResponse {
  const data = Object.values(services.settings.routes).map((route) => describeRoute(route, services));
  const list: ModelRouteList = { object: "list", data, config: describeConfig(services.config) };
  return createJsonResponse(list);
}

function describeRoute(route: RouteSettings, services: Services): ModelRoute {
  const { name, targets, fallback, on, firstTokenMs, timeoutMs, isSticky, isStrict, onLoss = "allow" } = route;
  const weights = targets.reduce((sum, { weight }) => sum + weight, 0);
  return {
    name,
    targets: [
      ...targets.map(({ model, weight }) => ({
        ...describeTarget(model, route, services),
        ...{ role: "target" as const, share: weight / weights },
      })),
      ...fallback.map((model) => ({
        ...describeTarget(model, route, services),
        ...{ role: "fallback" as const, share: null },
      })),
    ],
    on: [...on],
    first_token_ms: firstTokenMs ?? null,
    timeout_ms: timeoutMs ?? null,
    sticky: isSticky,
    order: isStrict ? "strict" : "loss",
    on_loss: typeof onLoss === "string" ? onLoss : [...onLoss],
    aliases: Object.entries(services.settings.aliases).flatMap(([alias, model]) => (model === name ? [alias] : [])),
  };
}

function describeTarget(model: string, route: RouteSettings, services: Services): Omit<RouteTarget, "role" | "share"> {
  const { state, waitMs } = services.targets.breakerOf(model);
  const places = services.targets.placesOf(route, model);
  const concurrency = route.targets.find((target) => target.model === model)?.places?.concurrency;
  return {
    model,
    available: tryResolve(model, services) !== undefined,
    state,
    retry_in_ms: state === "open" ? Math.ceil(waitMs) : null,
    places: places && concurrency ? { concurrency, running: places.running, waiting: places.waiting } : null,
  };
}

export const modelRouteEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    method: "GET",
    path: "/api/routes",
    scope: "admin",
    logged: false,
    operation: listModelRoutes,
    handle: listRoutes,
  }),
];
