import { describe, expect, test } from "vitest";
import { arrangeKeys, getKeyState } from "#app/(playground)/keys/_model/key-state.ts";
import { EMPTY_DRAFT, findDraftProblem, type KeyDraft, toNewKey } from "#app/(playground)/keys/_model/new-key.ts";
import type { ApiKey } from "#lib/contract/api-key.ts";
import { createKeySchema } from "#lib/gateway/endpoints/keys/schema.ts";
import { formatRelativeTime } from "#lib/playground/shell/relative-time.ts";

const NOW = new Date(2026, 10, 21, 12).getTime();
const DAY = 86_400_000;

function getParentKey(fields: Partial<ApiKey> = {}): ApiKey {
  const times = { created_at: NOW - DAY, expires_at: null, last_used_at: null, revoked_at: null };
  const rules = { disabled_at: null, group: null, tags: [], previous_secret_expires_at: null };
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
  });

  test("lists active keys first, in their order", () => {
    const keys = [
      getParentKey({ id: "revoked", revoked_at: NOW - 1 }),
      getParentKey({ id: "newer" }),
      getParentKey({ id: "expired", expires_at: NOW - 1 }),
      getParentKey({ id: "older" }),
    ];
    expect(arrangeKeys(keys, NOW).map(({ id }) => id)).toEqual(["newer", "older", "revoked", "expired"]);
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
    expect(problem("")).toMatchObject({ field: "date", message: expect.stringContaining("expiry date") });
    expect(problem("2026-11-20")).toMatchObject({ field: "date", message: expect.stringContaining("later day") });
    expect(problem("2026-11-21")).toBeUndefined();
    expect(findDraftProblem(draft({ name: "  " }), NOW)).toMatchObject({ field: "name" });
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
