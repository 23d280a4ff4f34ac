import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openStore } from "#lib/store/open-store.ts";
import type { RequestLogRow, Store } from "#lib/store/store.ts";
import { requestLogRow } from "./request-log-row.ts";
import { startTestDatabases, type TestDatabase } from "./test-databases.ts";

const databases = await startTestDatabases();

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Midnight of a day in UTC. */
const START = Date.UTC(2026, 10, 1);
const ALL = { from: START, to: START + 10 * DAY };

describe.each(databases)("usage on $name", ({ create }) => {
  let database: TestDatabase;
  let store: Store;
  let count = 0;

  beforeEach(async () => {
    database = await create();
    store = await openStore({ ...database.options, flushIntervalMs: 60_000 });
  });
  afterEach(async () => {
    await store.close();
    await database.remove();
  });

  /** Not written yet: whoever asks for sums sees them all the same. */
  function log(...rows: Partial<RequestLogRow>[]): void {
    for (const row of rows) {
      count += 1;
      store.requestLog.append(requestLogRow({ id: `req_${count}`, time: START + HOUR, ...row }));
    }
  }

  type Sums = Store["usage"]["sums"];
  const sums = (query: Partial<Parameters<Sums>[0]> = {}, split: Partial<Parameters<Sums>[1]> = {}) =>
    store.usage.sums({ ...ALL, ...query }, { limits: [], ...split });

  test("sums counts by model and upstream", async () => {
    log(
      { inputTokens: 10, outputTokens: 5, cachedTokens: 4, cacheWriteTokens: 3, reasoningTokens: 2 },
      { inputTokens: 20, outputTokens: 7, cachedTokens: 50, reasoningTokens: null },
      { inputTokens: null, outputTokens: null },
      { model: "other/m", upstream: "other", inputTokens: 1, outputTokens: 1 },
    );
    const rows = await sums();
    expect(rows).toHaveLength(3);
    expect(rows).toContainEqual({
      start: null,
      group: null,
      isOther: false,
      upstream: "openai",
      model: "openai/gpt-5",
      counting: "counted",
      requests: 2,
      errors: 0,
      inputTokens: 30,
      outputTokens: 12,
      // More than the whole input cannot have come from a cache.
      cachedTokens: 24,
      cacheWriteTokens: 3,
      reasoningTokens: 2,
      videoSeconds: 0,
      images: 0,
      characters: 0,
      charged: 2,
    });
    expect(rows).toContainEqual(
      expect.objectContaining({ model: "openai/gpt-5", counting: "uncounted", requests: 1, inputTokens: 0 }),
    );
    expect(await store.usage.models(ALL)).toEqual(
      expect.arrayContaining([
        { upstream: "openai", model: "openai/gpt-5" },
        { upstream: "other", model: "other/m" },
      ]),
    );
  });

  test("separates tokens beyond the limit of a price", async () => {
    log({ inputTokens: 1_000 }, { inputTokens: 1_001 }, { inputTokens: 9_000, model: "openai/other" });
    const rows = await sums({}, { limits: [{ upstream: "openai", model: "openai/gpt-5", upToInputTokens: 1_000 }] });
    const told = rows.map(({ model, counting, inputTokens }) => [model, counting, inputTokens]);
    expect(told).toHaveLength(3);
    expect(told).toEqual(
      expect.arrayContaining([
        ["openai/gpt-5", "counted", 1_000],
        ["openai/gpt-5", "long", 1_001],
        ["openai/other", "counted", 9_000],
      ]),
    );
  });

  test("counts requests of models, and failed ones", async () => {
    log(
      { status: 200 },
      { status: 502, inputTokens: null, outputTokens: null },
      { status: 499 },
      // An unknown model: nobody was asked.
      { status: 404, lane: null, upstream: null, model: "gpt-6" },
      // Reads a task; has no model; was sent with a wrong key.
      { status: 200, lane: null, dialect: "openai-videos" },
      { status: 200, model: null, dialect: null },
      { status: 401, model: null, keyId: null },
    );
    const rows = await sums();
    expect(rows.reduce((sum, { requests }) => sum + requests, 0)).toBe(4);
    expect(rows.reduce((sum, { errors }) => sum + errors, 0)).toBe(2);
    expect(await store.usage.models(ALL)).toEqual([{ upstream: "openai", model: "openai/gpt-5" }]);
  });

  test("separates what images and videos cost from requests whose tokens are unknown", async () => {
    const unknown = { inputTokens: null, outputTokens: null };
    const video = { ...unknown, dialect: "openai-videos" };
    log(
      { ...unknown, images: 3, characters: 12 },
      { ...unknown, images: 1, characters: 8 },
      unknown,
      { images: 2 },
      { ...video, requestBytes: 90 },
      { ...video, requestBytes: 0, videoSeconds: 4 },
    );
    const rows = (await sums()).map(({ counting, requests, images, characters, videoSeconds, charged }) => [
      ...[counting, requests, images, characters, videoSeconds, charged],
    ]);
    expect(rows.toSorted()).toEqual([
      ["counted", 1, 2, 0, 0, 1],
      ["made", 2, 4, 20, 4, 3],
      ["started", 1, 0, 0, 0, 0],
      ["uncounted", 1, 0, 0, 0, 1],
    ]);
  });

  test("counts a video as one request, from its start and end rows", async () => {
    const video = { dialect: "openai-videos", model: "sandbox/film", upstream: "sandbox", inputTokens: null };
    const end = { ...video, outputTokens: null, requestBytes: 0, firstByteMs: null };
    log(
      { ...video, outputTokens: null, requestBytes: 90, totalMs: 3, firstByteMs: 3 },
      { ...end, videoSeconds: 4.5, totalMs: 9_000 },
      { ...video, outputTokens: null, requestBytes: 90, totalMs: 3, firstByteMs: 3 },
      { ...end, status: 500 },
    );
    const rows = await sums({}, { group: { by: "model", names: ["sandbox/film"] } });
    const total = (name: "requests" | "errors" | "videoSeconds") => rows.reduce((sum, row) => sum + row[name], 0);
    expect([total("requests"), total("errors"), total("videoSeconds")]).toEqual([2, 1, 4.5]);
    expect(await store.usage.latencies(ALL, { kind: "totalMs" })).toEqual([
      { group: null, isOther: false, start: null, p50: 9_000, p95: 9_000 },
    ]);
  });

  test("starts days at the reader's midnight", async () => {
    log({ time: START + 21 * HOUR }, { time: START + 23 * HOUR }, { time: START + 25 * HOUR });
    const starts = async (offset: number, size = DAY) =>
      (await sums({}, { bucket: { size, offset } }))
        .map(({ start, requests }) => [((start ?? Number.NaN) - START) / HOUR, requests])
        .sort(([a = 0], [b = 0]) => a - b);
    expect(await starts(0)).toEqual([
      [0, 2],
      [24, 1],
    ]);
    expect(await starts(2 * HOUR)).toEqual([
      [-2, 1],
      [22, 2],
    ]);
    expect(await starts(-5.5 * HOUR)).toEqual([[5.5, 3]]);
    expect(await starts(0, HOUR)).toEqual([
      [21, 1],
      [23, 1],
      [25, 1],
    ]);
  });

  test("returns the largest groups, and all others as one", async () => {
    const named = (keyId: string | null, requests: number) =>
      log(...Array.from({ length: requests }, () => ({ keyId })));
    named("key_a", 3);
    named("key_b", 5);
    named(null, 4);
    named("key_c", 1);
    named("key_d", 2);
    const groups = await store.usage.groups(ALL, { by: "key", limit: 3 });
    expect(groups).toEqual({ names: ["key_b", null, "key_a"], hasOthers: true, unknownModels: [] });
    expect(await store.usage.groups(ALL, { by: "key", limit: 5 })).toMatchObject({ hasOthers: false });
    const told = (rows: { group: string | null; isOther: boolean; requests: number }[]) =>
      rows.map(({ group, isOther, requests }) => [isOther ? "others" : group, requests]);
    const named3 = told(await sums({}, { group: { by: "key", names: groups.names } }));
    expect(named3).toHaveLength(4);
    expect(named3).toEqual(
      expect.arrayContaining([
        ["key_a", 3],
        ["key_b", 5],
        [null, 4],
        ["others", 3],
      ]),
    );
    const named1 = told(await sums({}, { group: { by: "key", names: ["key_b"] } }));
    expect(named1).toEqual(
      expect.arrayContaining([
        ["key_b", 5],
        ["others", 10],
      ]),
    );
  });

  test("applies filters, and counts a time in exactly one of two periods", async () => {
    log({ keyId: "key_a" }, { model: "m" }, { upstream: "u" }, { dialect: "d" }, { time: ALL.from }, { time: ALL.to });
    const countOf = async (query: object) => (await sums(query)).reduce((sum, { requests }) => sum + requests, 0);
    for (const filter of [{ keyId: "key_a" }, { model: "m" }, { upstream: "u" }, { dialect: "d" }]) {
      expect(await countOf(filter), JSON.stringify(filter)).toBe(1);
    }
    expect(await countOf({})).toBe(5);
    expect(await countOf({ from: ALL.to, to: ALL.to + DAY })).toBe(1);
    expect(await countOf({ model: "' or 1 = 1 --" })).toBe(0);
  });

  test("returns p50 and p95 of successful requests", async () => {
    log(
      ...Array.from({ length: 100 }, (_, index) => ({ totalMs: 100 - index, firstByteMs: (100 - index) / 2 })),
      { totalMs: 9_000, status: 500 },
      { totalMs: 7, firstByteMs: null, model: "other" },
    );
    const group = { by: "model" as const, names: ["openai/gpt-5"] };
    expect(await store.usage.latencies(ALL, { kind: "totalMs", group })).toEqual(
      expect.arrayContaining([
        { group: "openai/gpt-5", isOther: false, start: null, p50: 50, p95: 95 },
        { group: null, isOther: true, start: null, p50: 7, p95: 7 },
      ]),
    );
    expect(await store.usage.latencies(ALL, { kind: "firstByteMs", group })).toEqual([
      { group: "openai/gpt-5", isOther: false, start: null, p50: 25, p95: 47.5 },
    ]);
    expect(await store.usage.latencies({ from: 0, to: 1 }, { kind: "totalMs" })).toEqual([]);
    const merged = { ...group, otherNames: new Map([["other", "openai/gpt-5"]]) };
    expect(await store.usage.latencies(ALL, { kind: "totalMs", group: merged })).toMatchObject([{ p50: 50, p95: 95 }]);
    expect((await sums({}, { group: merged })).map((row) => [row.group, row.isOther])).not.toContainEqual([null, true]);
  });

  test("returns p50 and p95 of each bucket", async () => {
    log({ totalMs: 10 }, { totalMs: 30 }, { totalMs: 50 }, { time: START + 2 * DAY, totalMs: 9 });
    const rows = await store.usage.latencies(ALL, { kind: "totalMs", bucket: { size: DAY, offset: 0 } });
    expect(rows.map(({ start, p50, p95 }) => [start, p50, p95]).sort()).toEqual([
      [START, 30, 50],
      [START + 2 * DAY, 9, 9],
    ]);
  });

  test("tells models that nobody has from models that failed", async () => {
    const refused = { lane: null, upstream: null, inputTokens: null, outputTokens: null };
    log(
      { ...refused, status: 404, model: "typo" },
      { ...refused, status: 404, model: "typo" },
      { ...refused, status: 404, model: "came-later" },
      { model: "came-later" },
      { ...refused, status: 400, model: "refused" },
      { status: 404, model: "upstream-says-404" },
    );
    expect((await store.usage.groups(ALL, { by: "model", limit: 9 })).unknownModels).toEqual(["typo"]);
    expect((await store.usage.groups(ALL, { by: "upstream", limit: 9 })).unknownModels).toEqual([]);
  });

  test("groups by the label of a request, which counts for each of its labels", async () => {
    log(
      { tags: ["ci", "night_ly"], totalMs: 10 },
      { tags: ["ci"], totalMs: 30 },
      { tags: ["rare"] },
      { tags: [] },
      // An underscore is no wildcard, and a name is not found inside another.
      { tags: ["night-ly", "ci2"] },
    );
    const all = await store.usage.groups(ALL, { by: "tag", limit: 9 });
    expect(all.names[0]).toBe("ci");
    expect(new Set(all.names)).toEqual(new Set(["ci", "night_ly", "rare", null, "night-ly", "ci2"]));
    expect(await store.usage.groups(ALL, { by: "tag", limit: 1 })).toMatchObject({ names: ["ci"], hasOthers: true });
    const group = { by: "tag" as const, names: ["ci", "night_ly", null] };
    const found = (await sums({}, { group })).map((row) => [row.isOther ? "others" : row.group, row.requests]);
    expect(found).toHaveLength(4);
    expect(found).toEqual(
      expect.arrayContaining([
        ["ci", 2],
        ["night_ly", 1],
        [null, 1],
        ["others", 2],
      ]),
    );
    expect(await store.usage.latencies(ALL, { kind: "totalMs", group: { by: "tag", names: ["ci"] } })).toEqual(
      expect.arrayContaining([expect.objectContaining({ group: "ci", p50: 10, p95: 30 })]),
    );
    expect((await sums({ tag: "night_ly" })).map(({ requests }) => requests)).toEqual([1]);
  });

  test("groups by the group of a key, and by route", async () => {
    const attempts = [{ model: "openai/gpt-5", lane: "relay" as const, status: 200, ms: 1, dropped: [], error: null }];
    log({ group: "team" }, { group: "team", model: "fast", attempts }, { model: "fast" });
    expect(await store.usage.groups(ALL, { by: "group", limit: 9 })).toMatchObject({ names: ["team", null] });
    expect(await store.usage.groups(ALL, { by: "route", limit: 9 })).toMatchObject({ names: [null, "fast"] });
    const total = (rows: { requests: number }[]) => rows.reduce((sum, { requests }) => sum + requests, 0);
    expect(total(await sums({ group: "team" }))).toBe(2);
    expect(total(await sums({ route: "fast" }))).toBe(1);
  });
});
