/** Rules of keys in the config file: what new keys get, and what groups of keys share. */
import { z } from "zod";
import { ALL_KEY_ROUTES, type KeyPolicy, NO_POLICY } from "#lib/contract/key-policy.ts";
import { BODY_POLICIES } from "#lib/contract/request-record.ts";
import { onLossValue } from "./model-routes.ts";
import { milliseconds } from "./upstream-entry.ts";

const amount = z.int().min(1).max(1_000_000_000_000).nullable().optional();
const dollars = z.number().min(0).max(1_000_000_000).nullable().optional();

/** Fields of a policy, for the config file and the routes of keys alike. */
export const policyFields = {
  limits: z
    .strictObject({
      requests_per_minute: amount.describe("Calls of models that may begin in one minute."),
      tokens_per_minute: amount.describe("Tokens of prompts and responses in one minute."),
      concurrent_requests: amount.describe("Calls of models at the same time."),
    })
    .describe("Limits on calls of models; null removes one."),
  budget: z
    .strictObject({
      usd_per_day: dollars.describe("US dollars of one day, in UTC."),
      usd_per_month: dollars.describe("US dollars of one month, in UTC."),
    })
    .describe("Limits on cost; null removes one."),
  models: z
    .array(z.string().min(1).max(300))
    .max(100)
    .nullable()
    .describe("Models and routes that may be called, by the names that clients use; `*` stands for any characters."),
  routes: z
    .array(z.enum(ALL_KEY_ROUTES))
    .nullable()
    .describe("Kinds of routes that may be called; null for all but `passthrough`."),
  on_loss: onLossValue
    .nullable()
    .optional()
    .describe(
      "Refuses requests of which fields would be lost, unless a header says otherwise; null for the route's rule.",
    ),
  timeout_ms: milliseconds
    .nullable()
    .optional()
    .describe("Longest time for a whole response, unless a header says otherwise; null for the route's."),
  flat_output: z
    .boolean()
    .nullable()
    .optional()
    .describe("Whether its responses have the flat elements beside the items; null for `responses.flatOutput`."),
  cache_seconds: z
    .int()
    .min(1)
    .max(86_400)
    .nullable()
    .optional()
    .describe("Seconds for which the same request gets the same response again; null for only those that ask."),
  log_bodies: z
    .enum(BODY_POLICIES)
    .nullable()
    .optional()
    .describe("Bodies of its requests that the log records; null for `requestLog.bodies`."),
};

const policy = z.strictObject({
  limits: policyFields.limits.optional(),
  budget: policyFields.budget.optional(),
  models: policyFields.models.optional(),
  routes: policyFields.routes.optional(),
  on_loss: policyFields.on_loss,
  timeout_ms: policyFields.timeout_ms,
  flat_output: policyFields.flat_output,
  log_bodies: policyFields.log_bodies,
  cache_seconds: policyFields.cache_seconds,
});

export const GROUP_NAME = /^[\w][\w .-]{0,63}$/;

export const keyRulesSchema = z.strictObject({
  defaults: policy.optional().describe("Limits of new keys, unless they are given others."),
  groups: z
    .record(z.string().regex(GROUP_NAME, "letters, digits, spaces and . _ -"), policy)
    .optional()
    .describe("Limits that all keys of a group share, beside their own."),
  unpriced: z
    .enum(["allow", "refuse"])
    .optional()
    .describe("`refuse` lets a key with a budget call only models with a known price."),
  whenCountersFail: z
    .enum(["open", "closed"])
    .optional()
    .describe(
      "While the store that counts limits cannot be reached: `open` counts in each instance, `closed` refuses requests.",
    ),
});

export type KeyRules = {
  defaults: KeyPolicy;
  groups: Readonly<Record<string, KeyPolicy>>;
  refusesUnpriced: boolean;
  /** Refuses requests of keys with limits while the counters that instances share cannot be reached. */
  refusesUncounted: boolean;
};

export function readKeyRules({
  defaults,
  groups = {},
  unpriced,
  whenCountersFail,
}: z.infer<typeof keyRulesSchema> = {}): KeyRules {
  return {
    defaults: toPolicy(defaults),
    groups: Object.fromEntries(Object.entries(groups).map(([name, entry]) => [name, toPolicy(entry)])),
    refusesUnpriced: unpriced === "refuse",
    refusesUncounted: whenCountersFail === "closed",
  };
}

function toPolicy(entry: z.infer<typeof policy> = {}): KeyPolicy {
  const {
    limits = {},
    budget = {},
    models = null,
    routes = null,
    on_loss,
    timeout_ms,
    flat_output,
    log_bodies,
    cache_seconds,
  } = entry;
  return {
    ...{ ...NO_POLICY, limits, budget, models, routes },
    ...(on_loss === undefined ? {} : { on_loss }),
    ...(timeout_ms === undefined ? {} : { timeout_ms }),
    ...(flat_output === undefined ? {} : { flat_output }),
    ...(log_bodies === undefined ? {} : { log_bodies }),
    ...(cache_seconds === undefined ? {} : { cache_seconds }),
  };
}
