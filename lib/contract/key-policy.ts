import type { BodyPolicy } from "./request-record.ts";

/** Limits of a key or of a group of keys. Null and absent mean no limit. */
export type KeyLimits = {
  requests_per_minute?: number | null | undefined;
  tokens_per_minute?: number | null | undefined;
  concurrent_requests?: number | null | undefined;
};

/** US dollars of one day and one month, both in UTC. */
export type KeyBudget = { usd_per_day?: number | null | undefined; usd_per_month?: number | null | undefined };

/**
 * Groups of routes: text models in every API, embeddings, audio, sessions over a WebSocket, batches, images, videos,
 * uploaded files; tools of MCP servers; keys and providers, for admins.
 */
export const KEY_ROUTES = [
  "chat",
  "embeddings",
  "audio",
  "realtime",
  "batches",
  "images",
  "videos",
  "files",
  "mcp",
  "admin",
] as const;
/** The same, and every other route of a provider, which a key may use only when its list names it. */
export const ALL_KEY_ROUTES = [...KEY_ROUTES, "passthrough"] as const;
export type KeyRoute = (typeof ALL_KEY_ROUTES)[number];

export type KeyPolicy = {
  limits: KeyLimits;
  budget: KeyBudget;
  /** Names of models and routes that it may call; `*` stands for any characters. Null for all. */
  models: string[] | null;
  routes: KeyRoute[] | null;
  /** Fields whose loss refuses its requests: all, or those of a list. Null and absent: those of the route. */
  on_loss?: "allow" | "refuse" | string[] | null | undefined;
  /** Longest time for a whole response in milliseconds. Null and absent: that of the route. */
  timeout_ms?: number | null | undefined;
  /** True when responses of the Responses API have the flat elements. Null and absent: as the config says. */
  flat_output?: boolean | null | undefined;
  /** Seconds for which its responses are served again to the same request. Null and absent: only where it asks. */
  cache_seconds?: number | null | undefined;
  /** Bodies of its requests that the log records. Null and absent: as the config says. */
  log_bodies?: BodyPolicy | null | undefined;
};

export const NO_POLICY: KeyPolicy = { limits: {}, budget: {}, models: null, routes: null };

/** State of one limit: what is used of it, and left. */
export type LimitUse = {
  limit: keyof KeyLimits | keyof KeyBudget;
  /** The key, or the group whose limits it shares. */
  owner: "key" | "group";
  amount: number;
  /** With what running requests are expected to take. */
  used: number;
  remaining: number;
  /** Unix milliseconds at which `used` starts over; null for requests at the same time. */
  resets_at: number | null;
};

/** Returns true when nothing is limited. */
export function isUnlimited({
  limits,
  budget,
  models,
  routes,
  on_loss,
  timeout_ms,
  flat_output,
  log_bodies,
  cache_seconds,
}: KeyPolicy): boolean {
  const amounts = [
    ...Object.values(limits),
    ...Object.values(budget),
    on_loss,
    timeout_ms,
    flat_output,
    log_bodies,
    cache_seconds,
  ];
  return models === null && routes === null && amounts.every((amount) => amount === null || amount === undefined);
}
