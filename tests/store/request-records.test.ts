/** Stored request records, on both databases: found by id and key, and removed by age and by size. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openStore } from "#lib/store/open-store.ts";
import type { RequestRecordRow } from "#lib/store/request-record-row.ts";
import type { Store } from "#lib/store/store.ts";
import { requestLogRow } from "./request-log-row.ts";
import { startTestDatabases, type TestDatabase } from "./test-databases.ts";

const DAY_MS = 86_400_000;
const NOW = Date.now();

const record = (id: string, { time = NOW, keyId = "key_1", bytes = 1_000 } = {}): RequestRecordRow => ({
  ...{ id, time, keyId, bytes },
  payload: new Uint8Array(bytes).fill(7),
});

describe.each(await startTestDatabases())("on $name", ({ create }) => {
  let database: TestDatabase;
  let store: Store;
  beforeEach(async () => {
    database = await create();
  });
  afterEach(async () => {
    await store.close();
    await database.remove();
  });

  const open = async (records?: { days: number; bytes: number }) => {
    store = await openStore({ ...database.options, records, log: () => {} });
    return store.requestRecords;
  };

  it("finds the newest record of an id and a key", async () => {
    const records = await open();
    records.append(record("a", { time: NOW - 2, bytes: 10 }));
    records.append(record("a", { time: NOW - 1, bytes: 20 }));
    records.append(record("a", { keyId: "key_2", bytes: 30 }));
    expect(await records.find({ id: "a", keyId: "key_1" })).toMatchObject({ time: NOW - 1, bytes: 20 });
    expect((await records.find({ id: "a" }))?.bytes).toBe(30);
    const { payload } = (await records.find({ id: "a" })) as RequestRecordRow;
    expect(Buffer.from(payload).equals(Buffer.alloc(30, 7))).toBe(true);
    expect(await records.find({ id: "b" })).toBeUndefined();
    const listed = await records.listRecorded(["a", "b"]);
    expect(listed.toSorted((x, y) => x.keyId.localeCompare(y.keyId))).toEqual([
      { id: "a", keyId: "key_1" },
      { id: "a", keyId: "key_2" },
    ]);
  });

  it("finds the row of a request by its record, and any other row without one", async () => {
    const records = await open();
    for (const time of [NOW - 3, NOW - 2, NOW - 1]) store.requestLog.append(requestLogRow({ id: "a", time }));
    store.requestLog.append(requestLogRow({ id: "b", time: NOW }));
    records.append(record("a", { time: NOW - 2 }));
    expect(await store.requestLog.find({ id: "a" })).toMatchObject({ id: "a", time: NOW - 2 });
    expect(await store.requestLog.find({ id: "a", since: NOW - 1 })).toMatchObject({ time: NOW - 1 });
    expect(await store.requestLog.find({ id: "a", keyId: "key_of_another" })).toBeUndefined();
    expect(await store.requestLog.find({ id: "b" })).toMatchObject({ id: "b", time: NOW });
  });

  it("writes the same record once, with the rows of the log", async () => {
    const records = await open();
    store.requestLog.append(requestLogRow({ id: "a", time: NOW }));
    for (let times = 0; times < 2; times++) records.append(record("a"));
    await store.flush();
    expect((await store.storage.measure()).kinds.records).toEqual({ items: 1, bytes: 1_000, oldest_at: NOW });
  });

  it("removes the oldest records beyond the limit, and those that are too old", async () => {
    const records = await open();
    for (let age = 0; age < 120; age++) records.append(record(`r${age}`, { time: NOW - age }));
    records.append(record("old", { time: NOW - 8 * DAY_MS, bytes: 1 }));
    await store.flush();
    await store.close();
    await open({ days: 7, bytes: 10_000 });
    store.requestRecords.append(record("new", { time: NOW + 1 }));
    await store.flush();
    await vi.waitFor(
      async () => expect((await store.storage.measure()).kinds.records).toMatchObject({ items: 10, bytes: 10_000 }),
      { timeout: 30_000, interval: 200 },
    );
    const kept = await store.requestRecords.listRecorded(["new", "r0", "r8", "r9", "r119", "old"]);
    expect(kept.map(({ id }) => id).toSorted()).toEqual(["new", "r0", "r8"]);
  }, 40_000);

  it("counts and removes what is older than a time", async () => {
    const records = await open();
    records.append(record("old", { time: NOW - DAY_MS, bytes: 5 }));
    records.append(record("new"));
    await store.flush();
    expect(await store.storage.count("records", NOW - 10)).toEqual({ items: 1, bytes: 5, oldest_at: NOW - DAY_MS });
    await store.storage.removeRecords(NOW - 10, new AbortController().signal);
    expect(await records.listRecorded(["old", "new"])).toEqual([{ id: "new", keyId: "key_1" }]);
    expect((await store.storage.measure()).kinds.records.bytes).toBe(1_000);
  });
});
