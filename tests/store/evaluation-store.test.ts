/** Evaluations and their cells: claims with fences, results that count in the quota, and removal. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NO_QUOTAS } from "#lib/config/quotas.ts";
import type { EvaluationCellRecord, EvaluationRecord } from "#lib/store/evaluations/evaluation-record.ts";
import { openStore } from "#lib/store/open-store.ts";
import type { Store } from "#lib/store/store.ts";
import { startTestDatabases, type TestDatabase } from "./test-databases.ts";

const databases = await startTestDatabases();
const HOUR = 3_600_000;

const evaluation = (id: string, fields: Partial<EvaluationRecord> = {}): EvaluationRecord => ({
  ...{ id, keyId: "key_1", name: "E", state: "running", stopped: null, definition: "{}", dataset: "[]" },
  ...{ rowCount: 10, columnCount: 2, concurrency: 4, createdAt: Date.now(), updatedAt: 1, endedAt: null },
  ...{ expiresAt: Date.now() + HOUR, claimedBy: null, claimedUntil: 0, fence: 0 },
  ...fields,
});

const cell = (evaluationId: string, row: number, column: number, fields: Partial<EvaluationCellRecord> = {}) => ({
  ...{ evaluationId, rowIndex: row, columnIndex: column, keyId: "key_1", state: "done" as const, passed: 1 },
  ...{ output: "o".repeat(300), detail: "{}", marks: "1", inputTokens: 3, outputTokens: 4, cost: 0.5, checksCost: 0 },
  ...{ totalMs: 12.5, thumb: null, note: null, bytes: 1_000, finishedAt: 1 },
  ...fields,
});

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

  const claimOf = async (id: string, by: string, leaseMs = 20_000) => {
    const [found] = (await store.evaluations.listRunning(10)).filter((one) => one.id === id);
    return found && store.evaluations.claim(found, { by, leaseMs });
  };

  it("one of two claims succeeds, and an older claim stores nothing", async () => {
    await store.evaluations.create(evaluation("a"));
    const [read] = await store.evaluations.listRunning(10);
    if (!read) throw new Error("none runs");
    const claims = await Promise.all(["x", "y"].map((by) => store.evaluations.claim(read, { by, leaseMs: 20_000 })));
    expect(claims.filter(Boolean)).toHaveLength(1);
    const old = claims.find(Boolean);
    const next = await claimOf("a", "z");
    if (!old || !next) throw new Error("no claim");
    expect(next.fence).toBe(old.fence + 1);
    expect(await store.evaluations.saveCells("a", old, [cell("a", 0, 0)])).toBeUndefined();
    expect(await store.evaluations.saveCells("a", next, [cell("a", 0, 0), cell("a", 0, 0, { cost: 9 })])).toEqual({
      state: "running",
      concurrency: 4,
    });
    expect(await store.evaluations.listResults("a")).toMatchObject([{ rowIndex: 0, columnIndex: 0, cost: 0.5 }]);
    expect(await store.evaluations.finish("a", old, { state: "completed", stopped: null, endedAt: 1 })).toBe(false);
    expect(await store.evaluations.finish("a", next, { state: "completed", stopped: null, endedAt: 1 })).toBe(true);
    expect(await store.evaluations.listRunning(10)).toEqual([]);
    expect(await store.evaluations.find("a")).toMatchObject({ state: "completed", claimedBy: null });
  });

  it("stores results of a paused evaluation, and says that it is paused", async () => {
    await store.evaluations.create(evaluation("a"));
    const claim = await claimOf("a", "x");
    if (!claim) throw new Error("no claim");
    await store.evaluations.update("a", { state: "paused" });
    expect(await store.evaluations.saveCells("a", claim, [cell("a", 3, 1)])).toMatchObject({ state: "paused" });
    expect(await store.evaluations.listPlaces("a")).toEqual([{ row: 3, column: 1 }]);
    const [head] = await store.evaluations.listCells("a", [3]);
    expect(head?.preview).toBe("o".repeat(160));
  });

  it("results count in the quota of the key", async () => {
    await store.close();
    store = await openStore({
      ...database.options,
      quotas: { ...NO_QUOTAS, evaluations: { count: 10, bytes: 2_500 } },
    });
    await store.evaluations.create(evaluation("a"));
    const claim = await claimOf("a", "x");
    if (!claim) throw new Error("no claim");
    await store.evaluations.saveCells("a", claim, [cell("a", 0, 0), cell("a", 1, 0)]);
    await expect(store.evaluations.saveCells("a", claim, [cell("a", 2, 0)])).rejects.toMatchObject({ status: 507 });
    expect(await store.evaluations.listPlaces("a")).toHaveLength(2);
    const { kinds, owners } = await store.storage.measure();
    expect(kinds.evaluations).toMatchObject({ items: 1, bytes: 2_004 });
    expect(owners).toContainEqual({ kind: "evaluations", keyId: "key_1", items: 1, bytes: 2_004 });
    await store.evaluations.remove("a");
    expect((await store.storage.measure()).kinds.evaluations).toMatchObject({ items: 0, bytes: 0 });
  });

  it("removes failed cells, expired evaluations, and old ones that do not run", async () => {
    await store.evaluations.create(evaluation("a"));
    const claim = await claimOf("a", "x");
    if (!claim) throw new Error("no claim");
    const cells = [cell("a", 0, 0), cell("a", 0, 1, { passed: 0 }), cell("a", 1, 0, { state: "error", passed: null })];
    await store.evaluations.saveCells("a", claim, cells);
    expect(await store.evaluations.removeCells("a", "errors")).toBe(1);
    expect(await store.evaluations.removeCells("a", "failed")).toBe(1);
    expect(await store.evaluations.list({ keyId: "key_1", limit: 5 })).toMatchObject([{ id: "a", done: 1 }]);
    await store.evaluations.create(evaluation("old", { expiresAt: Date.now() - 1 }));
    expect(await store.evaluations.find("old")).toBeUndefined();
    await store.evaluations.removeExpired(Date.now());
    await store.evaluations.create(evaluation("paused", { state: "paused", createdAt: 5 }));
    const { signal } = new AbortController();
    expect(await store.storage.count("evaluations", Date.now() + HOUR)).toMatchObject({ items: 1 });
    await store.storage.removeEvaluations(Date.now() + HOUR, signal);
    expect((await store.evaluations.list({ limit: 5 })).map(({ id }) => id)).toEqual(["a"]);
    expect(await store.evaluations.readDataset("paused")).toBeUndefined();
  });

  it("lists pages, newest first", async () => {
    for (const [index, id] of ["a", "b", "c"].entries()) {
      await store.evaluations.create(evaluation(id, { createdAt: 100 + Math.floor(index / 2) }));
    }
    const first = await store.evaluations.list({ limit: 2 });
    expect(first.map(({ id }) => id)).toEqual(["c", "b"]);
    expect((await store.evaluations.list({ limit: 2, after: first[1] })).map(({ id }) => id)).toEqual(["a"]);
    expect(await store.evaluations.list({ keyId: "key_2", limit: 2 })).toEqual([]);
  });
});
