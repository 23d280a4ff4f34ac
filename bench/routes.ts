/**
 * Routes through a gateway, from a client of one dialect to an upstream of the same or another, as jobs for the load.
 */
import { type LoadJob, type StreamPattern, streamModel } from "./protocol.ts";
import type { Target } from "./targets.ts";
import { WIRES, type Wire } from "./wire.ts";

/**
 * Dialects of both ends. Without an upstream the target takes the stub's own names of models, as the stub and the bare
 * proxy do.
 */
export type Route = { client: Wire; upstream: Wire | undefined };

export type RouteLoad = Pick<LoadJob, "concurrency" | "seconds"> &
  Partial<Pick<LoadJob, "maximumRequests" | "spreadMs" | "perSecond">> & {
    /** Absent for whole replies. */
    pattern?: StreamPattern;
  };

const MAXIMUM_REQUESTS = 200_000;

export function createRouteJob(target: Target, { client, upstream }: Route, load: RouteLoad): LoadJob {
  const { pattern, ...rest } = load;
  const own = pattern ? streamModel(pattern) : "stub-model";
  const model = upstream ? `${upstream.name}/${own}` : own;
  const isStream = pattern !== undefined;
  return {
    url: target.origin + client.path(model, isStream),
    headers: { "content-type": "application/json", ...client.headers(target.key), ...target.headers },
    body: JSON.stringify(client.request(model, isStream)),
    maximumRequests: MAXIMUM_REQUESTS,
    ...rest,
    ...(pattern && { stream: { pattern, marker: client.marker } }),
  };
}

/** The routes that translate among these dialects. */
export function translatedRoutes(wires: readonly Wire[] = WIRES): Required<Route>[] {
  return wires.flatMap((client) =>
    wires.filter((upstream) => upstream !== client).map((upstream) => ({ client, upstream })),
  );
}
