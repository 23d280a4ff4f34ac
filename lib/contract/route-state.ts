/** Routes of the config file as `GET /api/routes` shows them. */

/** Header with which an admin has one target of a route answer 503 to one request. */
export const TEST_DOWN_HEADER = "x-gateway-test-down";

export type RouteTarget = {
  /** Model as the route names it. */
  model: string;
  /** A fallback is tried after every target. */
  role: "target" | "fallback";
  /** Share of the requests that begin with it, from 0 to 1; null for a fallback. */
  share: number | null;
  /** False while no connected provider has it: the route then works without it. */
  available: boolean;
  /** State of its circuit breaker: `open` is out of use, `half-open` waits for one request that tries it. */
  state: "closed" | "open" | "half-open";
  /** Milliseconds until a request may try it again; null unless it is out of use. */
  retry_in_ms: number | null;
  /** Requests at the same time; null without a limit. */
  places: { concurrency: number; running: number; waiting: number } | null;
};

export type ModelRoute = {
  name: string;
  targets: RouteTarget[];
  /** Failures after which the next model is tried: HTTP statuses, and kinds of failures without one. */
  on: (number | string)[];
  first_token_ms: number | null;
  timeout_ms: number | null;
  sticky: boolean;
  order: "loss" | "strict";
  /** `refuse`, or the fields whose loss is refused. */
  on_loss: "allow" | "refuse" | string[];
  /** Aliases that stand for it. */
  aliases: string[];
};

export type ModelRouteList = {
  object: "list";
  data: ModelRoute[];
  /** Config file that has the routes. */
  config: { path: string; problem: string | null; restart_needed: string[]; loaded_at: number };
};
