/** Limits of a key or of a group of keys. Null and absent mean no limit. */
export type KeyLimits = {
  requests_per_minute?: number | null | undefined;
  tokens_per_minute?: number | null | undefined;
  concurrent_requests?: number | null | undefined;
};

/** US dollars of one day and one month, both in UTC. */
export type KeyBudget = { usd_per_day?: number | null | undefined; usd_per_month?: number | null | undefined };

/** Groups of routes: text models in every API, images, videos, uploaded files. */
export const KEY_ROUTES = ["chat", "images", "videos", "files"] as const;
export type KeyRoute = (typeof KEY_ROUTES)[number];

export type KeyPolicy = {
  limits: KeyLimits;
  budget: KeyBudget;
  /** Names of models and routes that it may call; `*` stands for any characters. Null for all. */
  models: string[] | null;
  routes: KeyRoute[] | null;
};

export const NO_POLICY: KeyPolicy = { limits: {}, budget: {}, models: null, routes: null };

/** Returns true when nothing is limited. */
export function isUnlimited({ limits, budget, models, routes }: KeyPolicy): boolean {
  const amounts = [...Object.values(limits), ...Object.values(budget)];
  return models === null && routes === null && amounts.every((amount) => amount === null || amount === undefined);
}
