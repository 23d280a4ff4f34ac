/** The audit log in the store: paging, filters, retention, and that its entries cannot be changed. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openStore } from "#lib/store/open-store.ts";
import type { Store } from "#lib/store/store.ts";
import { startTestDatabases, type TestDatabase } from "./test-databases.ts";

const databases = await startTestDatabases();
const DAY_MS = 86_400_000;

describe.each(databases)("on $name", ({ create }) => {
  let database: TestDatabase;
  let store: Store;
  beforeEach(async () => {
    database = await create();
    store = await openStore(database.options);
  });
  afterEach(async () => {
    await store.close();
    await database.remove();
  });

  const append = (fields: Partial<Parameters<Store["audit"]["append"]>[0]> = {}) =>
    store.audit.append({
      ...{ actorId: "admin", actorName: "Admin key", action: "key.create", targetId: "key_1", targetName: "CI" },
      ...{ changes: [], address: "192.0.2.1", requestId: "req_1" },
      ...fields,
    });

  test("an entry is read as it was written", async () => {
    const changes = [{ field: "name", from: "a", to: null }];
    const record = await append({ changes });
    expect(await store.audit.list({ limit: 10 })).toEqual([record]);
    expect(record).toMatchObject({ changes, requestId: "req_1" });
  });

  test("pages follow each other without a gap or a repetition, also within a millisecond", async () => {
    for (let index = 0; index < 25; index += 1) await append({ time: 1_000 + Math.floor(index / 10) });
    const seen: string[] = [];
    let after: { time: number; id: string } | undefined;
    for (;;) {
      const page = await store.audit.list({ limit: 7, after });
      seen.push(...page.map(({ id }) => id));
      after = page.at(-1);
      if (!after) break;
    }
    expect(seen).toHaveLength(25);
    expect(new Set(seen).size).toBe(25);
  });

  test("each filter leaves out the others", async () => {
    await append({ time: 1_000 });
    await append({ time: 2_000, action: "key.revoke" });
    await append({ time: 3_000, actorId: "key_9" });
    await append({ time: 4_000, targetId: "key_2" });
    const times = async (filter: object) => (await store.audit.list({ limit: 10, ...filter })).map(({ time }) => time);
    expect(await times({ action: "key.revoke" })).toEqual([2_000]);
    expect(await times({ actorId: "key_9" })).toEqual([3_000]);
    expect(await times({ targetId: "key_2" })).toEqual([4_000]);
    expect(await times({ since: 2_000, until: 4_000 })).toEqual([3_000, 2_000]);
  });

  test("the database refuses to change an entry", async () => {
    await append();
    await expect(database.execute("update audit_log set actor_id = 'nobody'")).rejects.toThrow(/only added to/);
  });

  test("old entries go, and the rest stays", async () => {
    for (let index = 0; index < 300; index += 1) await append({ time: Date.now() - 31 * DAY_MS });
    const kept = await append({ time: Date.now() - 29 * DAY_MS });
    await store.close();
    store = await openStore({ ...database.options, auditDays: 30 });
    await expect.poll(() => store.audit.list({ limit: 500 })).toEqual([kept]);
  });
});
