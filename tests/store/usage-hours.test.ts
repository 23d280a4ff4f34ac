/** Usage from stored hours is the plain sum over the rows of the log, whatever happens to the log meanwhile. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createRandom } from "#bench/random.ts";
import { USAGE_GROUPINGS } from "#lib/contract/usage-groupings.ts";
import type { Backend } from "#lib/store/backend.ts";
import { openPostgres } from "#lib/store/open-postgres.ts";
import { openSqlite } from "#lib/store/open-sqlite.ts";
import { openStore } from "#lib/store/open-store.ts";
import { toRequestLogColumns } from "#lib/store/request-log-columns.ts";
import type { RequestLogRow, Store } from "#lib/store/store.ts";
import { createBlockBuilder } from "#lib/store/usage/block-builder.ts";
import { decodeBlock, encodeBlock } from "#lib/store/usage/block-codec.ts";
import { type PackedSums, unpackSums } from "#lib/store/usage/packed-sums.ts";
import type { UsageQuery } from "#lib/store/usage/usage.ts";
import { createUsageHours } from "#lib/store/usage/usage-hours.ts";
import { createUsageWorker, type UsageWorker } from "#lib/store/usage/usage-worker.ts";
import { countPlain, keyOf, listPlainDurations, placeOf, selectPlain, sumPlain } from "./plain-usage.ts";
import { requestLogRow } from "./request-log-row.ts";
import { startTestDatabases, type TestDatabase } from "./test-databases.ts";

const databases = await startTestDatabases();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Midnight (UTC) of a day that has ended. */
const START = Math.floor(Date.now() / DAY) * DAY - 2 * DAY;
const LIMITS = [{ upstream: "up-1", model: "up-1/m-1", upToInputTokens: 500 }];

type Random = () => number;
const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;

let count = 0;
function createRow(random: Random, from: number, to: number): RequestLogRow {
  const number = (most: number) => (random() < 0.2 ? null : Math.floor(random() * most));
  const model = pick(random, ["m-1", "m-2", "m-3", null]);
  const upstream = pick(random, ["up-1", "up-2", null]);
  count += 1;
  return requestLogRow({
    id: `req_${count}`,
    time: Math.floor(from + random() * (to - from)),
    keyId: pick(random, ["key_1", "key_2", "key_3", null]),
    dialect: pick(random, ["openai-chat", "anthropic-messages", "openai-videos", null]),
    lane: pick(random, ["relay", "translate", null]),
    ...{ model, upstream },
    target: pick(random, [null, `${upstream}/${model}`]),
    attempts: random() < 0.2 ? [] : null,
    status: pick(random, [200, 200, 200, 404, 429, 499, 500]),
    ...{ inputTokens: number(1_000), outputTokens: number(1_000), cachedTokens: number(1_500) },
    ...{ cacheWriteTokens: number(9), reasoningTokens: number(300), characters: number(90) },
    images: random() < 0.1 ? 2 : null,
    videoSeconds: random() < 0.1 ? 4.25 : null,
    firstByteMs: random() < 0.1 ? null : random() * 3_000,
    totalMs: random() ** 3 * 200_000,
    requestBytes: random() < 0.5 ? 0 : 90,
    group: pick(random, ["team", null]),
    tags: ["a", "a_b", "b", "c", "d", "e", "f", "g"].filter(() => random() < 0.3),
  });
}

function createQuery(random: Random): UsageQuery {
  const some = <Value>(value: Value) => (random() < 0.2 ? value : undefined);
  const from = Math.floor(START - HOUR + random() * 8 * HOUR);
  return {
    from: random() < 0.5 ? Math.floor(from / HOUR) * HOUR : from,
    to: random() < 0.3 ? Date.now() + DAY : Math.floor(from + 1 + random() * 12 * HOUR),
    keyId: some("key_1"),
    model: some("m-1"),
    upstream: some("up-1"),
    dialect: some("openai-chat"),
    tag: some("a_b"),
    group: some("team"),
    route: some("m-2"),
  };
}

async function expectPlain(store: Store, rows: readonly RequestLogRow[], query: UsageQuery, random: Random) {
  const selected = selectPlain(rows, query);
  const by = pick(random, USAGE_GROUPINGS);
  const bucket = pick(random, [
    undefined,
    { size: DAY, offset: 0 },
    { size: DAY, offset: 330 * MINUTE },
    { size: HOUR, offset: -7 * MINUTE },
  ]);
  const { usage } = store;
  const groups = await usage.groups(query, { by, limit: 3 });
  const counts = countPlain(selected, by);
  const most = [...counts.values()].sort((one, other) => other - one);
  expect(groups.names.map((name) => counts.get(name))).toEqual(most.slice(0, 3));
  expect(groups.hasOthers).toBe(counts.size > 3);

  const group = random() < 0.2 ? undefined : { by, names: groups.names.length > 0 ? groups.names : [null] };
  const [sums, models, firstByte, total, whole] = await Promise.all([
    usage.sums(query, { group, bucket, limits: LIMITS }),
    usage.models(query),
    usage.latencies(query, { kind: "firstByteMs", group, bucket }),
    usage.latencies(query, { kind: "totalMs", group }),
    usage.latencies(query, { kind: "totalMs" }),
  ]);
  const plain = sumPlain(selected, { group, bucket, limits: LIMITS });
  expect(sums).toHaveLength(plain.size);
  for (const { start, group: _, isOther: __, upstream, model, counting, ...sum } of sums) {
    const place = placeOf({ group: _, isOther: __ }, group);
    expect(sum).toEqual(plain.get(keyOf(start, place, upstream, model, counting)));
  }
  const priced = new Set([...plain.keys()].map((key) => JSON.stringify(JSON.parse(key).slice(2, 4))));
  priced.delete("[null,null]");
  expect(new Set(models.map(({ upstream, model }) => JSON.stringify([upstream, model])))).toEqual(priced);
  for (const { kind, split, latencies } of [
    { kind: "firstByteMs", split: { group, bucket }, latencies: firstByte },
    { kind: "totalMs", split: { group }, latencies: total },
    { kind: "totalMs", split: {}, latencies: whole },
  ] as const) {
    const durations = listPlainDurations(selected, { kind, ...split });
    expect(latencies).toHaveLength(durations.size);
    for (const latency of latencies) {
      const own = "group" in split ? split.group : undefined;
      const all = durations.get(keyOf(latency.start, placeOf(latency, own))) ?? [];
      for (const share of [50, 95] as const) {
        const exact = all[Math.ceil((share * all.length) / 100) - 1] ?? Number.NaN;
        const found = latency[`p${share}`];
        expect(found).toBeLessThanOrEqual(exact);
        // Three digits; below 10 ms, a tenth of a millisecond.
        expect(exact - found).toBeLessThanOrEqual(Math.max(0.1, exact / 100));
      }
    }
  }
}

describe.each(databases)("stored hours on $name", ({ create }) => {
  let database: TestDatabase;
  let store: Store;
  beforeEach(async () => {
    database = await create();
    store = await openStore({ ...database.options, flushIntervalMs: 60_000 });
  });
  afterEach(async () => {
    await store.close();
    await database.remove();
  });

  const listStored = async () =>
    (await database.execute("select hour from usage_hours where data is not null order by hour")).map(({ hour }) =>
      Number(hour),
    );

  test.each([1, 2, 3])("say what the rows say, after late rows and removals (seed %i)", async (seed) => {
    const random = createRandom(seed);
    let rows: RequestLogRow[] = [];
    const log = (added: RequestLogRow[]) => {
      for (const row of added) store.requestLog.append(row);
      rows = [...rows, ...added];
    };
    log(Array.from({ length: 300 }, () => createRow(random, START, START + 6 * HOUR)));
    log(Array.from({ length: 40 }, () => createRow(random, Date.now() - HOUR, Date.now())));
    for (let round = 0; round < 12; round++) {
      const step = random();
      if (step < 0.4) await store.usage.storeHours();
      else if (step < 0.75) log(Array.from({ length: 5 }, () => createRow(random, START - HOUR, START + 7 * HOUR)));
      else {
        const before = Math.floor(START - HOUR + random() * 5 * HOUR);
        await store.flush();
        await store.storage.removeRequests(before, new AbortController().signal);
        rows = rows.filter(({ time }) => time >= before);
      }
      // The same questions in each round, which whole days have answered before.
      for (const question of [1, 2, 3])
        await expectPlain(store, rows, { from: 0, to: Date.now() + DAY }, createRandom(question));
      for (let query = 0; query < 3; query++) await expectPlain(store, rows, createQuery(random), random);
    }
  });

  test("are read instead of the log, but for the open hour, and follow late rows and removals", async () => {
    const hour = START / HOUR;
    for (const [index, time] of [START, START + 1, START + 2 * HOUR, Date.now()].entries())
      store.requestLog.append(requestLogRow({ id: `req_${index}`, time }));
    await store.flush();
    await store.usage.storeHours();
    const stored = await listStored();
    expect(stored).toEqual(Array.from({ length: stored.length }, (_, index) => hour + index));
    expect(stored.length).toBeGreaterThan(40);
    const requests = async (from: number, to = from + HOUR) =>
      (await store.usage.sums({ from, to }, { limits: [] })).reduce((sum, row) => sum + row.requests, 0);
    // A change behind the triggers shows what is read.
    await database.execute(`update usage_hours set data = (select data from usage_hours where hour = ${hour}),
      version = version + 1 where hour = ${hour + 2}`);
    expect(await requests(START + 2 * HOUR)).toBe(2);
    store.requestLog.append(requestLogRow({ id: "late", time: START + 2 * HOUR + 5 }));
    expect(await requests(START + 2 * HOUR)).toBe(2);
    expect(await listStored()).toEqual(stored.filter((one) => one !== hour + 2));
    await store.usage.storeHours();
    expect(await listStored()).toEqual(stored);
    await store.storage.removeRequests(START + 1, new AbortController().signal);
    expect(await requests(START)).toBe(1);
    await store.storage.removeRequests(START + 2 * HOUR, new AbortController().signal);
    await store.usage.storeHours();
    expect(await listStored()).toEqual(stored.filter((one) => one >= hour + 2));
  });

  test("are never left stale by two instances, one of which logs while the other stores", async () => {
    const other = await openStore({ ...database.options, flushIntervalMs: 60_000 });
    try {
      for (let round = 0; round < 10; round++) {
        for (let index = 0; index < 20; index++)
          store.requestLog.append(requestLogRow({ id: `req_${round}_${index}`, time: START + (index % 4) * HOUR }));
        await Promise.all([store.flush(), other.usage.storeHours(), store.usage.storeHours()]);
        const sums = await other.usage.sums({ from: START, to: START + DAY }, { limits: [] });
        expect(sums.reduce((sum, { requests }) => sum + requests, 0)).toBe((round + 1) * 20);
      }
    } finally {
      await other.close();
    }
  });
});

describe.each(databases)("an hour that is being stored on $name", ({ create }) => {
  let database: TestDatabase;
  let backend: Backend;
  let worker: UsageWorker;
  beforeEach(async () => {
    database = await create();
    const { databaseUrl, dataDir } = database.options;
    backend = await (databaseUrl
      ? openPostgres({ databaseUrl, log: () => {} })
      : openSqlite({ dataDir, log: () => {} }));
    worker = createUsageWorker(backend.usageDatabase);
  });
  afterEach(async () => {
    await worker.close();
    await backend.close();
    await database.remove();
  });

  const log = (id: string) =>
    backend.write({ rows: [requestLogRow({ id, time: START + 5 })], records: [], touches: [] });
  const { signal } = new AbortController();

  async function countRequests(): Promise<number> {
    const [packed] = await worker.answer({ from: START, to: START + HOUR }, [{ kind: "sums", limits: [] }]);
    return unpackSums(packed as PackedSums, undefined).reduce((sum, { requests }) => sum + requests, 0);
  }

  test("is stored again when a row comes between its reading and its writing", async () => {
    await log("first");
    let isLate = false;
    const hours = createUsageHours({
      ...{ backend, signal },
      worker: {
        async encode(hour) {
          const data = await worker.encode(hour);
          if (hour === START / HOUR && !isLate) await log("late");
          isLate ||= hour === START / HOUR;
          return data;
        },
      },
    });
    await hours.store();
    expect(isLate).toBe(true);
    expect(await countRequests()).toBe(2);
    await hours.store();
    expect(await countRequests()).toBe(2);
    const stored = await database.execute(
      `select hour from usage_hours where hour = ${START / HOUR} and data is not null`,
    );
    expect(stored).toHaveLength(1);
  });

  test("waits for a transaction that has added a row", async (context) => {
    if (!database.options.databaseUrl) return context.skip("SQLite has one writer at a time");
    await log("first");
    const hours = createUsageHours({ backend, worker, signal });
    let storing: Promise<void> | undefined;
    await backend.db.transaction().execute(async (transaction) => {
      const late = toRequestLogColumns(requestLogRow({ id: "late", time: START + 7 }));
      await transaction.insertInto("requestLog").values(late).execute();
      storing = hours.store();
      await vi.waitFor(
        async () => {
          const waiting =
            "select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%usage_hours%'";
          expect(await database.execute(waiting)).toHaveLength(1);
        },
        { timeout: 20_000 },
      );
    });
    await storing;
    expect(await countRequests()).toBe(2);
  });
});

test("a block is the same after it was stored, also with wide and constant columns", () => {
  const builder = createBlockBuilder(START);
  for (let index = 0; index < 3_000; index++) {
    const row = requestLogRow({ inputTokens: index === 7 ? 2 ** 40 : index, outputTokens: 70_000, images: 1 });
    builder.add({
      ...{ ...row, route: null, tags: null, model: `model-${index}`, time: START + index * 1_000 },
      videoSeconds: index / 8,
      keyId: index % 2 === 0 ? null : "key",
    });
  }
  const block = builder.finish();
  expect(decodeBlock(encodeBlock(block))).toEqual(block);
  const empty = createBlockBuilder(START).finish();
  // At an odd place in memory, as a database's client may return it.
  const bytes = encodeBlock(empty);
  const moved = new Uint8Array(bytes.length + 3);
  moved.set(bytes, 3);
  expect(decodeBlock(moved.subarray(3))).toEqual(empty);
});
