/** RouteTargets: what the process knows of the targets of routes: their breakers, and the conversations they serve. */
import { LRUCache } from "lru-cache";
import type { RouteSettings } from "#lib/config/model-routes.ts";
import type { TargetStates } from "#lib/gateway/request/target-states.ts";
import { ROUTE_LIMITS } from "../limits.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";

export function createRouteTargets(): TargetStates {
  const breakers = new Map<string, CircuitBreaker>();
  const sessions = new LRUCache<string, string>({ max: ROUTE_LIMITS.sessions, ttl: ROUTE_LIMITS.sessionMs });
  return {
    breakerOf(model) {
      const known = breakers.get(model);
      if (known) return known;
      const breaker = new CircuitBreaker();
      breakers.set(model, breaker);
      return breaker;
    },
    retain(routes) {
      const named = new Set(Object.values(routes).flatMap(listTargets));
      for (const model of breakers.keys()) if (!named.has(model)) breakers.delete(model);
    },
    reset(upstream) {
      for (const model of breakers.keys()) if (model.startsWith(`${upstream}/`)) breakers.delete(model);
    },
    findSession: (route, session) => sessions.get(`${route} ${session}`),
    rememberSession: (route, session, model) => void sessions.set(`${route} ${session}`, model),
  };
}

/** Returns all models of a route, as the config names them. */
export function listTargets({ targets, fallback }: Pick<RouteSettings, "targets" | "fallback">): string[] {
  return [...targets.map(({ model }) => model), ...fallback];
}
