/** Reads the limits of a draft from its texts. */
import {
  ALL_KEY_ROUTES,
  KEY_ROUTES,
  type KeyBudget,
  type KeyLimits,
  type KeyPolicy,
  type KeyRoute,
} from "#lib/contract/key-policy.ts";
import type { BodyPolicy } from "#lib/contract/request-record.ts";
import type { LimitName } from "#lib/playground/limits/limit-names.ts";

/** Limits of a key as texts. */
export type PolicyDraft = {
  /** Texts of the amounts; empty for no limit. */
  amounts: Readonly<Record<LimitName, string>>;
  /** Patterns, one per line; empty for all models. */
  models: string;
  routes: readonly KeyRoute[];
  /** Empty for none. */
  group: string;
  /** Separated by commas. */
  tags: string;
  /** Seconds; empty for the route's limit. */
  timeout: string;
  lossRule: LossRule;
  /** Fields whose loss is refused, separated by commas. Used with the rule `fields`. */
  lossFields: string;
  bodies: BodyRule;
};

/** `config`: the rule of the config file. */
export type BodyRule = "config" | BodyPolicy;

/** `route`: the rule of the route that a request names. */
export type LossRule = "route" | "allow" | "refuse" | "fields";

type ReadPolicy = KeyPolicy & { group: string | null; tags: string[] };

/** Empty amounts are null, which removes a limit. */
export function readPolicy({
  amounts,
  models,
  routes,
  group,
  tags,
  timeout,
  lossRule,
  lossFields,
  bodies,
}: PolicyDraft): ReadPolicy {
  const limits: KeyLimits = {
    requests_per_minute: readAmount(amounts.requests_per_minute),
    tokens_per_minute: readAmount(amounts.tokens_per_minute),
    concurrent_requests: readAmount(amounts.concurrent_requests),
  };
  const budget: KeyBudget = {
    usd_per_day: readAmount(amounts.usd_per_day),
    usd_per_month: readAmount(amounts.usd_per_month),
  };
  const seconds = readAmount(timeout);
  const patterns = split(models, /[\n,]/);
  return {
    ...{ limits, budget },
    models: patterns.length === 0 ? null : patterns,
    routes: isUsual(routes) ? null : ALL_KEY_ROUTES.filter((route) => routes.includes(route)),
    group: group === "" ? null : group,
    tags: split(tags, ","),
    on_loss: lossRule === "route" ? null : lossRule === "fields" ? split(lossFields, ",") : lossRule,
    timeout_ms: seconds === null ? null : Math.round(seconds * 1_000),
    log_bodies: bodies === "config" ? null : bodies,
  };
}

/** Returns true for all routes that a key without a list may use. */
function isUsual(routes: readonly KeyRoute[]): boolean {
  return routes.length === KEY_ROUTES.length && !routes.includes("passthrough");
}

/** Absent fields of a new key are the config file's defaults. */
export function onlyGiven({
  limits,
  budget,
  models,
  routes,
  on_loss,
  timeout_ms,
  log_bodies,
}: KeyPolicy): Partial<KeyPolicy> {
  const given = <Amounts extends object>(amounts: Amounts) => {
    const entries = Object.entries(amounts).filter(([, amount]) => amount !== null);
    return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Amounts);
  };
  const [ownLimits, ownBudget] = [given(limits), given(budget)];
  return {
    ...(ownLimits ? { limits: ownLimits } : {}),
    ...(ownBudget ? { budget: ownBudget } : {}),
    ...(models ? { models } : {}),
    ...(routes ? { routes } : {}),
    ...(on_loss ? { on_loss } : {}),
    ...(timeout_ms ? { timeout_ms } : {}),
    ...(log_bodies ? { log_bodies } : {}),
  };
}

const split = (text: string, by: string | RegExp) =>
  text
    .split(by)
    .map((part) => part.trim())
    .filter(Boolean);

/** Returns null for an empty text, NaN for one that is no number. Thousands may have separators. */
export function readAmount(text: string): number | null {
  const digits = text.replace(/[\s,_$]/g, "");
  if (digits === "") return null;
  return /^\d*\.?\d+$/.test(digits) ? Number(digits) : Number.NaN;
}
