import { describe, expect, test } from "vitest";
import {
  EMPTY_DRAFT,
  findDraftProblem,
  type KeyDraft,
  toDraft,
  toKeyChanges,
  toNewKey,
} from "#app/(playground)/keys/_model/key-draft.ts";
import { arrangeKeys, getKeyState } from "#app/(playground)/keys/_model/key-state.ts";
import type { ApiKey } from "#lib/contract/api-key.ts";
import type { LimitUse } from "#lib/contract/key-policy.ts";
import { createKeySchema, updateKeySchema } from "#lib/gateway/endpoints/keys/schema.ts";
import { describeRemaining, findTightest } from "#lib/playground/limits/limit-names.ts";
import { formatRelativeTime } from "#lib/playground/shell/relative-time.ts";

const NOW = new Date(2026, 10, 21, 12).getTime();
const DAY = 86_400_000;

function getParentKey(fields: Partial<ApiKey> = {}): ApiKey {
  const times = { created_at: NOW - DAY, expires_at: null, last_used_at: null, revoked_at: null };
  const rules = { disabled_at: null, group: null, tags: [], person_id: null, previous_secret_expires_at: null };
  const policy = { limits: {}, budget: {}, models: null, routes: null, use: [] };
  const key = { id: "key_1", name: "App", prefix: "pk_12345678", scopes: ["inference" as const] };
  return { ...key, ...times, ...rules, ...policy, ...fields };
}

describe("the state of a key", () => {
  test("is revoked rather than expired, and expires exactly at its time", () => {
    expect(getKeyState(getParentKey(), NOW)).toBe("active");
    expect(getKeyState(getParentKey({ expires_at: NOW + 1 }), NOW)).toBe("active");
    expect(getKeyState(getParentKey({ expires_at: NOW }), NOW)).toBe("expired");
    expect(getKeyState(getParentKey({ expires_at: NOW - 1, revoked_at: NOW - 2 }), NOW)).toBe("revoked");
    expect(getKeyState(getParentKey({ disabled_at: NOW - 1 }), NOW)).toBe("disabled");
    expect(getKeyState(getParentKey({ disabled_at: NOW - 1, expires_at: NOW }), NOW)).toBe("expired");
  });

  test("lists active keys first, in their order", () => {
    const keys = [
      getParentKey({ id: "revoked", revoked_at: NOW - 1 }),
      getParentKey({ id: "paused", disabled_at: NOW - 1 }),
      getParentKey({ id: "newer" }),
      getParentKey({ id: "expired", expires_at: NOW - 1 }),
      getParentKey({ id: "older" }),
    ];
    expect(arrangeKeys(keys, NOW).map(({ id }) => id)).toEqual(["newer", "older", "paused", "revoked", "expired"]);
  });
});

describe("a draft", () => {
  const draft = (fields: Partial<KeyDraft>): KeyDraft => ({ ...EMPTY_DRAFT, name: " My app ", ...fields });

  test.each<[Partial<KeyDraft>, object]>([
    [{ lifetime: "never" }, { name: "My app", scopes: ["inference"] }],
    [{ lifetime: "30d" }, { name: "My app", scopes: ["inference"], expires_in: "30d" }],
    [
      { lifetime: "90d", access: "admin" },
      { name: "My app", scopes: ["inference", "admin"], expires_in: "90d" },
    ],
    [
      { lifetime: "never", access: "publish" },
      { name: "My app", scopes: ["inference", "publish"] },
    ],
    [
      {
        lifetime: "never",
        amounts: { ...EMPTY_DRAFT.amounts, requests_per_minute: " 1,200 ", usd_per_day: "0.50" },
        ...{ models: "sandbox/*\n\n fast ", routes: ["chat"], group: "ci", tags: "nightly, team-a," },
        ...{ timeout: "1.5", lossRule: "fields", lossFields: "seed, logprobs" },
      },
      {
        ...{ name: "My app", scopes: ["inference"], group: "ci", tags: ["nightly", "team-a"] },
        ...{ limits: { requests_per_minute: 1200 }, budget: { usd_per_day: 0.5 } },
        ...{ models: ["sandbox/*", "fast"], routes: ["chat"], timeout_ms: 1_500, on_loss: ["seed", "logprobs"] },
      },
    ],
    // Through its last day, on the reader's clock.
    [
      { lifetime: "date", date: "2026-12-31" },
      { name: "My app", scopes: ["inference"], expires_at: new Date(2027, 0, 1).getTime() },
    ],
  ])("%j becomes a body that the route takes", (fields, body) => {
    expect(findDraftProblem(draft(fields), NOW)).toBeUndefined();
    expect(toNewKey(draft(fields))).toEqual(body);
    expect(createKeySchema.safeParse(body).success).toBe(true);
  });

  test("reports a missing or past day at its field, and accepts today", () => {
    const problem = (date: string) => findDraftProblem(draft({ lifetime: "date", date }), NOW);
    expect(problem("")).toMatchObject({ field: "expires_at", message: expect.stringContaining("expiry date") });
    expect(problem("2026-11-20")).toMatchObject({ field: "expires_at", message: expect.stringContaining("later day") });
    expect(problem("2026-11-21")).toBeUndefined();
    expect(findDraftProblem(draft({ name: "  " }), NOW)).toMatchObject({ field: "name" });
  });

  test.each<[string, string, string]>([
    ["tokens_per_minute", "1.5", "Tokens per minute must be a whole number of 1 or more; got “1.5”."],
    ["requests_per_minute", "0", "Requests per minute must be a whole number of 1 or more; got “0”."],
    ["concurrent_requests", "many", "Concurrent requests must be a whole number of 1 or more; got “many”."],
    ["usd_per_day", "-1", "Budget per day must be an amount in US dollars, such as 5 or 0.50; got “-1”."],
  ])("names the limit %s that cannot be %s", (limit, text, message) => {
    const problem = findDraftProblem(draft({ amounts: { ...EMPTY_DRAFT.amounts, [limit]: text } }), NOW);
    expect(problem).toEqual({ field: expect.stringMatching(new RegExp(`^(limits|budget)\\.${limit}$`)), message });
  });

  test.each<[Partial<KeyDraft>, string]>([
    [{ timeout: "0" }, "Time limit must be a number of seconds above 0; got “0”."],
    [{ lossRule: "fields" }, "Fields must have at least one name, such as seed."],
    [{ routes: [] }, "Endpoints must have at least one choice."],
  ])("with %j names the field", (fields, message) => {
    expect(findDraftProblem(draft(fields), NOW)?.message).toBe(message);
  });

  test("of a key changes only what was edited, and removes a limit that was emptied", () => {
    const limits = { requests_per_minute: 60, tokens_per_minute: null };
    const rules = { on_loss: ["seed"], timeout_ms: 2_500 };
    const key = getParentKey({
      ...rules,
      limits,
      budget: { usd_per_day: 5 },
      models: ["fast"],
      routes: ["chat"],
      tags: ["ci"],
    });
    const same = toDraft(key);
    expect(findDraftProblem(same, NOW)).toBeUndefined();
    expect(toKeyChanges(same, key, NOW)).toEqual({});
    const amounts = { ...same.amounts, requests_per_minute: "", concurrent_requests: "8" };
    const edited: KeyDraft = {
      ...same,
      amounts,
      name: "Night",
      lifetime: "30d",
      models: "",
      timeout: "",
      lossRule: "refuse",
    };
    const changes = toKeyChanges(edited, key, NOW);
    expect(changes).toEqual({
      name: "Night",
      expires_at: NOW + 30 * DAY,
      limits: { requests_per_minute: null, tokens_per_minute: null, concurrent_requests: 8 },
      models: null,
      timeout_ms: null,
      on_loss: "refuse",
    });
    expect(updateKeySchema.safeParse(changes).success).toBe(true);
  });
});

describe("what is left of a key's limits", () => {
  const use = (limit: LimitUse["limit"], amount: number, used: number): LimitUse => {
    const remaining = Math.max(0, amount - used);
    return { limit, owner: "key", amount, used, remaining, resets_at: null };
  };

  test("is shown for the limit with the smallest share left", () => {
    const uses = [use("requests_per_minute", 60, 6), use("usd_per_day", 5, 4.8), use("concurrent_requests", 8, 0)];
    expect(findTightest(uses)).toBe(uses[1]);
    expect(findTightest([])).toBeUndefined();
  });

  test.each([
    [use("requests_per_minute", 1200, 2), "1,198 of 1,200 requests/min left"],
    [use("usd_per_day", 5, 4.55), "$0.45 of $5 per day left"],
    [use("usd_per_month", 1, 0.9976), "$0.0024 of $1 per month left"],
  ])("is told in words: %j", (one, words) => {
    expect(describeRemaining(one)).toBe(words);
  });
});

test.each([
  [0, "just now"],
  [-59_000, "just now"],
  [30_000, "in under a minute"],
  [-5 * 60_000, "5 min. ago"],
  [-90 * 60_000, "1 hr. ago"],
  [-36 * 3_600_000, "1 day ago"],
  [30 * DAY - 1, "in 30 days"],
  [90 * DAY - 1, "in 3 mo."],
  [23.7 * 3_600_000, "in 24 hr."],
  [-800 * DAY, "2 yr. ago"],
])("describes %i milliseconds as %s", (distance, words) => {
  expect(formatRelativeTime(NOW + distance, NOW)).toBe(words);
});
