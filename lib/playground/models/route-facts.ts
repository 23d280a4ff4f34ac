import { type RouteAttempt, readRouteAttempts } from "./route-attempts.ts";

/** Facts about the route of a request, from the gateway's response headers. */
export type RouteFacts = {
  requestId?: string;
  lane?: string;
  upstream?: string;
  dropped: string[];
  /** Number of made-up values. */
  placeholders?: number;
  /** Attempts, when the model is a route. */
  attempts?: RouteAttempt[];
};

export function readRouteFacts(headers: Headers): RouteFacts {
  const dropped = headers.get("x-gateway-dropped") ?? "";
  const placeholders = Number(headers.get("x-gateway-placeholders"));
  const attempts = readRouteAttempts(headers.get("x-gateway-route"));
  return {
    ...(placeholders > 0 && { placeholders }),
    ...(attempts.length > 0 && { attempts }),
    requestId: headers.get("x-request-id") ?? undefined,
    lane: headers.get("x-gateway-lane") ?? undefined,
    upstream: headers.get("x-gateway-upstream") ?? undefined,
    dropped: dropped
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean),
  };
}
