/** Draft of a key: from the fields of the form to the body of the request that creates or changes it. */
import type { ApiKey } from "#lib/contract/api-key.ts";
import { KEY_ROUTES, type KeyPolicy } from "#lib/contract/key-policy.ts";
import { LIMIT_NAMES, LIMITS, type LimitName } from "#lib/playground/limits/limit-names.ts";
import { onlyGiven, type PolicyDraft, readAmount, readPolicy } from "./read-policy.ts";

/** `keep` is the expiry of a key that is edited. */
export type KeyLifetime = "keep" | "never" | "30d" | "90d" | "date";

/** Access level of a key. `publish` and `admin` are in addition to inference; `metrics` is without it. */
export type KeyAccess = "metrics" | "inference" | "publish" | "admin";

export type KeyDraft = PolicyDraft & {
  name: string;
  access: KeyAccess;
  lifetime: KeyLifetime;
  /** Value of the date field, such as `2027-01-01`. Used when the lifetime is a date. */
  date: string;
};

export type NewKey = {
  name: string;
  scopes: ApiKey["scopes"];
  expires_in?: string;
  expires_at?: number;
  group?: string;
  tags?: string[];
} & Partial<KeyPolicy>;

export type KeyChanges = {
  name?: string;
  expires_at?: number | null;
  disabled?: boolean;
  group?: string | null;
  tags?: string[];
} & Partial<KeyPolicy>;

const NO_AMOUNTS = Object.fromEntries(LIMIT_NAMES.map((name) => [name, ""])) as Record<LimitName, string>;

export const EMPTY_DRAFT: KeyDraft = {
  ...{ name: "", access: "inference", lifetime: "90d", date: "", group: "", tags: "" },
  ...{ amounts: NO_AMOUNTS, models: "", routes: KEY_ROUTES },
  ...{ timeout: "", lossRule: "route", lossFields: "", bodies: "config" },
};

/** Returns the draft that changes nothing of a key. */
export function toDraft(key: ApiKey): KeyDraft {
  const { name, limits, budget, models, routes, group, tags, on_loss, timeout_ms, log_bodies } = key;
  const amounts = { ...NO_AMOUNTS };
  for (const [limit, amount] of Object.entries({ ...limits, ...budget })) {
    if (typeof amount === "number") amounts[limit as LimitName] = String(amount);
  }
  return {
    ...EMPTY_DRAFT,
    ...{ name, amounts, lifetime: "keep" },
    models: models?.join("\n") ?? "",
    routes: routes ?? KEY_ROUTES,
    group: group ?? "",
    tags: tags.join(", "),
    timeout: typeof timeout_ms === "number" ? String(timeout_ms / 1_000) : "",
    lossRule: Array.isArray(on_loss) ? "fields" : (on_loss ?? "route"),
    lossFields: Array.isArray(on_loss) ? on_loss.join(", ") : "",
    bodies: log_bodies ?? "config",
  };
}

/** @param field path of the field in the request, as errors of the gateway name it */
export type DraftProblem = { field: string; message: string };

/** Returns the problem to show beside a field; undefined when the draft can be sent. */
export function findDraftProblem(draft: KeyDraft, now: number): DraftProblem | undefined {
  if (draft.name.trim() === "") return { field: "name", message: "Enter a name." };
  if (draft.lifetime === "date") {
    const end = endOfDay(draft.date);
    if (end === undefined) return { field: "expires_at", message: "Choose an expiry date." };
    if (end <= now) return { field: "expires_at", message: "Choose today or a later day." };
  }
  for (const limit of LIMIT_NAMES) {
    const { label, param, isMoney } = LIMITS[limit];
    const amount = readAmount(draft.amounts[limit]);
    const isValid = amount === null || (isMoney ? amount >= 0 : Number.isInteger(amount) && amount >= 1);
    if (isValid) continue;
    const expected = isMoney ? "an amount in US dollars, such as 5 or 0.50" : "a whole number of 1 or more";
    return { field: param, message: `${label} must be ${expected}; got “${draft.amounts[limit].trim()}”.` };
  }
  if (draft.routes.length === 0) return { field: "routes", message: "Endpoints must have at least one choice." };
  const { timeout, lossRule, lossFields } = draft;
  const seconds = readAmount(timeout);
  if (seconds !== null && !(seconds >= 0.001)) {
    const message = `Time limit must be a number of seconds above 0; got “${timeout.trim()}”.`;
    return { field: "timeout_ms", message };
  }
  if (lossRule === "fields" && lossFields.trim() === "") {
    return { field: "on_loss", message: "Fields must have at least one name, such as seed." };
  }
  return undefined;
}

export function toNewKey(draft: KeyDraft): NewKey {
  const { name, access, lifetime, date } = draft;
  const { group, tags, ...policy } = readPolicy(draft);
  return {
    name: name.trim(),
    scopes: access === "inference" || access === "metrics" ? [access] : ["inference", access],
    ...(lifetime === "30d" || lifetime === "90d" ? { expires_in: lifetime } : {}),
    ...(lifetime === "date" ? { expires_at: endOfDay(date) } : {}),
    ...(group === null ? {} : { group }),
    ...(tags.length === 0 ? {} : { tags }),
    ...onlyGiven(policy),
  };
}

/** Returns the fields that a draft changes. */
export function toKeyChanges(draft: KeyDraft, key: ApiKey, now: number): KeyChanges {
  const before = readPolicy(toDraft(key));
  const after = readPolicy(draft);
  const name = draft.name.trim();
  const changed = Object.entries(after).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof typeof before]),
  );
  return {
    ...(name === key.name ? {} : { name }),
    ...(draft.lifetime === "keep" ? {} : { expires_at: findExpiry(draft, now) }),
    ...Object.fromEntries(changed),
  };
}

const DAY_MS = 86_400_000;

function findExpiry({ lifetime, date }: KeyDraft, now: number): number | null {
  if (lifetime === "date") return endOfDay(date) ?? null;
  return lifetime === "30d" || lifetime === "90d" ? now + Number.parseInt(lifetime, 10) * DAY_MS : null;
}

/** Returns the end of the expiry date in local time: a key is valid through its last day. */
function endOfDay(date: string): number | undefined {
  const [, year, month, day] = /^(\d{4,6})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  if (day === undefined) return undefined;
  const time = new Date(Number(year), Number(month) - 1, Number(day) + 1).getTime();
  return Number.isNaN(time) ? undefined : time;
}
