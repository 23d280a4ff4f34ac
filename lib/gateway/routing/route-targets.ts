/** RouteTargets: what the process knows of the targets of routes: their breakers, and the conversations they serve. */
import { LRUCache } from "lru-cache";
import type { RouteSettings } from "#lib/config/model-routes.ts";
import type { TargetStates } from "#lib/gateway/request/target-states.ts";
import { ROUTE_LIMITS } from "../limits.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";
import { TargetPlaces } from "./target-places.ts";

/** Tells other instances what this one has found. */
export type TargetNews = {
  /** @param openMs time for which the breaker of a target stays open; 0 when it closed */
  onBreaker(model: string, openMs: number): void;
  /** A conversation is answered by another model than before. */
  onConversation(route: string, session: string, model: string): void;
};

const NO_NEWS: TargetNews = { onBreaker() {}, onConversation() {} };

export function createRouteTargets(news: TargetNews = NO_NEWS): TargetStates {
  const breakers = new Map<string, CircuitBreaker>();
  const places = new Map<string, TargetPlaces>();
  const sessions = new LRUCache<string, string>({ max: ROUTE_LIMITS.sessions, ttl: ROUTE_LIMITS.sessionMs });

  function breakerOf(model: string): CircuitBreaker {
    const known = breakers.get(model);
    if (known) return known;
    const breaker = new CircuitBreaker(undefined, (openMs) => news.onBreaker(model, openMs));
    breakers.set(model, breaker);
    return breaker;
  }

  return {
    breakerOf,
    placesOf({ name, targets }, model) {
      const limits = targets.find((target) => target.model === model)?.places;
      if (!limits) return undefined;
      const key = `${name}\n${model}`;
      const known = places.get(key);
      if (known) return Object.assign(known, { limits });
      const created = new TargetPlaces(limits);
      places.set(key, created);
      return created;
    },
    retain(routes) {
      const isTarget = (key: string) => {
        const [name = "", model = ""] = key.split("\n");
        return routes[name]?.targets.some((target) => target.model === model && target.places);
      };
      for (const key of places.keys()) if (!isTarget(key)) places.delete(key);
      const named = new Set(Object.values(routes).flatMap(listTargets));
      for (const model of breakers.keys()) if (!named.has(model)) breakers.delete(model);
    },
    reset(upstream) {
      for (const model of breakers.keys()) if (model.startsWith(`${upstream}/`)) breakers.delete(model);
    },
    findSession: (route, session) => sessions.get(`${route} ${session}`),
    rememberSession(route, session, model, { isNews = true } = {}) {
      const key = `${route} ${session}`;
      if (isNews && sessions.peek(key) !== model) news.onConversation(route, session, model);
      sessions.set(key, model);
    },
    adopt: (model, openMs) => breakerOf(model).adopt(openMs),
  };
}

/** Returns all models of a route, as the config names them. */
export function listTargets({ targets, fallback }: Pick<RouteSettings, "targets" | "fallback">): string[] {
  return [...targets.map(({ model }) => model), ...fallback];
}
