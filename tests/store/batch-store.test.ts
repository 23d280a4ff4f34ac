/** Rows of batches, on every database. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { BatchRecord } from "#lib/store/batch-record.ts";
import { openStore } from "#lib/store/open-store.ts";
import type { Store } from "#lib/store/store.ts";
import { startTestDatabases, type TestDatabase } from "./test-databases.ts";

const databases = await startTestDatabases();

const batch = (id: string, fields: Partial<BatchRecord> = {}): BatchRecord => ({
  ...{ id, keyId: "key_1", api: "openai", upstream: "up", upstreamId: `up_${id}`, model: "fast", upstreamModel: "m" },
  ...{ inputFile: "file-in", outputFile: `file-out-${id}`, errorFile: `file-error-${id}`, object: '{"é":1}' },
  ...{ charge: '{"prices":{}}', groupName: "team", tags: '["a"]', createdAt: 1_790_000_000_000, endedAt: null },
  ...fields,
});

describe.each(databases)("batches on $name", ({ create }) => {
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

  test("a batch is read back unchanged, by its id and by its files, until it is removed", async () => {
    const { batches } = store;
    const plain = batch("b", { inputFile: null, charge: null, groupName: null, endedAt: 1_790_000_000_001 });
    await batches.create(batch("a"));
    await batches.create(plain);
    expect(await batches.find("a")).toEqual(batch("a"));
    expect(await batches.find("b")).toEqual(plain);
    expect((await batches.findByFile("file-out-b"))?.id).toBe("b");
    expect((await batches.findByFile("file-error-a"))?.id).toBe("a");
    expect(await batches.findByFile("file-in")).toBeUndefined();
    await batches.remove("a");
    expect(await batches.find("a")).toBeUndefined();
    await expect(batches.create(plain)).rejects.toThrow();
  });

  test("one of many calls at once ends a batch", async () => {
    const { batches } = store;
    await batches.create(batch("a"));
    await batches.update("a", '{"status":"in_progress"}');
    expect(await batches.find("a")).toMatchObject({ object: '{"status":"in_progress"}', endedAt: null });
    const ends = Array.from({ length: 8 }, (_, index) => batches.end("a", { object: `${index}`, endedAt: 10 + index }));
    expect((await Promise.all(ends)).filter(Boolean)).toHaveLength(1);
    expect(await batches.end("none", { object: "{}", endedAt: 1 })).toBe(false);
    expect(await batches.listRunning(10)).toEqual([]);
  });

  test("lists of a key and an API are paged, newest first, also within one millisecond", async () => {
    const { batches } = store;
    const times = [1, 2, 2, 2, 3];
    for (const [index, createdAt] of times.entries()) await batches.create(batch(`b${index}`, { createdAt }));
    await batches.create(batch("other", { keyId: "key_2", createdAt: 2 }));
    await batches.create(batch("claude", { api: "anthropic", createdAt: 2 }));
    const seen: string[] = [];
    let after: BatchRecord | undefined;
    do {
      const page = await batches.list({ keyId: "key_1", api: "openai", after, limit: 2 });
      seen.push(...page.map(({ id }) => id));
      after = page.at(-1);
    } while (after);
    expect(seen).toEqual(["b4", "b3", "b2", "b1", "b0"]);
    const everyone = await batches.list({ api: "openai", limit: 10 });
    expect(everyone.map(({ id }) => id)).toEqual(["b4", "other", "b3", "b2", "b1", "b0"]);
    expect(await batches.count("key_1")).toBe(6);
    expect(await batches.count("nobody")).toBe(0);
  });

  test("running batches are listed oldest first, and old ones removed", async () => {
    const { batches } = store;
    await batches.create(batch("new", { createdAt: 3 }));
    await batches.create(batch("old", { createdAt: 1 }));
    await batches.create(batch("ended", { createdAt: 2, endedAt: 2 }));
    expect((await batches.listRunning(10)).map(({ id }) => id)).toEqual(["old", "new"]);
    expect((await batches.listRunning(1)).map(({ id }) => id)).toEqual(["old"]);
    await batches.removeBefore(3);
    expect((await batches.list({ api: "openai", limit: 10 })).map(({ id }) => id)).toEqual(["new"]);
  });
});
