import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CamelCasePlugin, type CompiledQuery, DummyDriver, Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { loadSettings } from "#lib/config/load-settings.ts";
import { sqliteDialectOf } from "#lib/store/node-sqlite-dialect.ts";
import { openStore } from "#lib/store/open-store.ts";
import type { RequestLogQuery } from "#lib/store/request-log-query.ts";
import { selectRows, selectSliceEnd } from "#lib/store/request-log-select.ts";
import type { RequestLogRow, Store } from "#lib/store/store.ts";
import type { StoreTables } from "#lib/store/tables.ts";
import { requestLogRow } from "./request-log-row.ts";
import { startTestDatabases, type TestDatabase } from "./test-databases.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const databases = await startTestDatabases();

describe.each(databases)("the request log on $name", ({ name, create }) => {
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

  function append(...rows: Partial<RequestLogRow>[]): void {
    for (const row of rows) store.requestLog.append(requestLogRow(row));
  }
  async function idsOf(query: Partial<RequestLogQuery>): Promise<string[]> {
    return (await store.requestLog.list({ limit: 100, ...query })).rows.map(({ id }) => id);
  }

  test("is read in pages, newest first, each row once, also where several have the same time", async () => {
    append(...["a", "b", "c", "d", "e"].map((id, index) => ({ id, time: 10 + Math.floor(index / 2) })));
    const first = await store.requestLog.list({ limit: 2 });
    expect(first.rows.map(({ id }) => id)).toEqual(["e", "d"]);
    const second = await store.requestLog.list({ limit: 2, after: first.next });
    expect(second.rows.map(({ id }) => id)).toEqual(["c", "b"]);
    const third = await store.requestLog.list({ limit: 2, after: second.next });
    expect(third.rows.map(({ id }) => id)).toEqual(["a"]);
    expect(third.next).toBeUndefined();
  });

  test("still has the first day of a long month on its last, which the budgets of the month are summed from", async () => {
    append({ id: "first", time: Date.UTC(2026, 11, 1), cost: 3 });
    await store.close();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 11, 31, 23, 59) });
    try {
      const requestLogDays = loadSettings({}, { file: {} }).requestLog.days;
      // Closing waits for the removal of old rows.
      await (await openStore({ ...database.options, requestLogDays })).close();
      store = await openStore(database.options);
      expect(await store.requestLog.sumCost(["key_1"], Date.UTC(2026, 11, 1))).toBe(3);
    } finally {
      vi.useRealTimers();
    }
  });

  test("is filtered by each field, and by several at once", async () => {
    append(
      { id: "plain", time: 1 },
      { id: "other-key", time: 2, keyId: "key_2" },
      { id: "messages", time: 3, dialect: "anthropic-messages", lane: "translate", upstream: "anthropic" },
      { id: "refused", time: 4, status: 429, model: "groq/quick" },
      { id: "broken", time: 5, status: 502, keyId: "key_2" },
      { id: "list", time: 6, dialect: null, model: null, route: "GET /v1/models" },
    );
    expect(await idsOf({ keyId: "key_2" })).toEqual(["broken", "other-key"]);
    expect(await idsOf({ dialect: "anthropic-messages" })).toEqual(["messages"]);
    expect(await idsOf({ lane: "translate", upstream: "anthropic" })).toEqual(["messages"]);
    expect(await idsOf({ model: "groq/quick" })).toEqual(["refused"]);
    expect(await idsOf({ status: { from: 400, to: 599 } })).toEqual(["broken", "refused"]);
    expect(await idsOf({ status: { from: 400, to: 599 }, keyId: "key_2" })).toEqual(["broken"]);
    expect(await idsOf({ status: { from: 429, to: 429 } })).toEqual(["refused"]);
    expect(await idsOf({ status: { from: 200, to: 299 }, keyId: "key_2" })).toEqual(["other-key"]);
    expect(await idsOf({ since: 3, until: 5 })).toEqual(["refused", "messages"]);
    expect(await idsOf({ ofModels: true, since: 5 })).toEqual(["broken"]);
    expect(await idsOf({ model: "nobody/has-it" })).toEqual([]);
  });

  test("lists calls without downloads of videos, and failures without cancelled requests", async () => {
    append(
      { id: "call", time: 1, route: "POST /v1/chat/completions" },
      { id: "download", time: 2, dialect: "openai-videos", route: "GET /v1/videos/{video_id}/content", status: 499 },
      { id: "video", time: 3, dialect: "openai-videos", route: null },
      { id: "cancelled", time: 4, status: 499 },
      { id: "broken", time: 5, status: 502 },
    );
    expect(await idsOf({ ofModels: true })).toEqual(["broken", "cancelled", "video", "call"]);
    expect(await idsOf({ status: { from: 400, to: 599 }, cancelled: false })).toEqual(["broken"]);
    expect(await idsOf({ status: { from: 400, to: 599 } })).toEqual(["broken", "cancelled", "download"]);
  });

  test("a row is found by its id at any age; a video's end is another row", async () => {
    const now = Date.now();
    append(
      { id: "old", time: now - 90 * DAY },
      { id: "twice", time: now - HOUR, status: 200 },
      { id: "twice", time: now, status: 409 },
    );
    expect(await store.requestLog.find({ id: "old" })).toMatchObject({ time: now - 90 * DAY });
    expect(await store.requestLog.find({ id: "twice" })).toMatchObject({ status: 409 });
    expect(await store.requestLog.find({ id: "old", keyId: "key_2" })).toBeUndefined();
    expect(await store.requestLog.find({ id: "none" })).toBeUndefined();
    expect(await idsOf({ id: "twice", status: { from: 200, to: 200 } })).toEqual(["twice"]);
    const page = await store.requestLog.list({ id: "twice", limit: 1 });
    expect(page.rows).toMatchObject([{ status: 409 }]);
    expect(await idsOf({ id: "twice", after: page.next })).toEqual(["twice"]);
  });

  test("filters without an index search in slices, past any number of other rows", async () => {
    append({ id: "needle", time: 1, model: "rare/model" });
    for (let time = 2; time < 5_002; time++) append({ id: `req_${time}`, time });
    append({ id: "newest", time: 6_000, model: "rare/model" });
    expect(await idsOf({ model: "rare/model" })).toEqual(["newest", "needle"]);
    const page = await store.requestLog.list({ model: "rare/model", limit: 1 });
    expect(await idsOf({ model: "rare/model", after: page.next })).toEqual(["needle"]);
  });

  test("rows past the retention time are removed at the next start, in batches", async () => {
    const now = Date.now();
    for (let at = 0; at < 600; at++) append({ id: `old_${at}`, time: now - 31 * DAY + at });
    append({ id: "kept", time: now - 29 * DAY });
    await store.close();
    store = await openStore({ ...database.options, requestLogDays: 30 });
    await vi.waitFor(async () => expect(await idsOf({})).toEqual(["kept"]), { timeout: 10_000 });
  });

  test("a store that is closed during the removal of old rows keeps the rest for later", async () => {
    for (let time = 0; time < 2_000; time++) append({ id: `old_${time}`, time });
    await store.close();
    const briefly = await openStore({ ...database.options, requestLogDays: 30 });
    await briefly.close();
    const [row] = await database.execute("select count(*) as rows from request_log");
    expect(Number(row?.rows)).toBeGreaterThan(0);
    store = await openStore(database.options);
  });

  test("indexes serve its queries", async () => {
    // Postgres plans by the size of its tables: an empty one is read whole.
    if (name !== "SQLite") return;
    const opened = new DatabaseSync(join(database.options.dataDir, "parlance.db"));
    const db = new Kysely<StoreTables>({
      dialect: sqliteDialectOf(new DummyDriver()),
      plugins: [new CamelCasePlugin()],
    });
    const of = (query: { compile(): CompiledQuery }) => {
      const { sql, parameters } = query.compile();
      const rows = opened.prepare(`explain query plan ${sql}`).all(...(parameters as (string | number)[]));
      return rows.map(({ detail }) => detail).join("; ");
    };
    const after = { time: 5, id: "a" };
    const page = { after, limit: 50 };
    expect(of(selectRows(db, {}, page))).toMatch(
      /^SEARCH request_log USING INDEX sqlite_autoindex_request_log_1 \(.*<.*\)$/,
    );
    expect(of(selectRows(db, { keyId: "k" }, page))).toMatch(
      /^SEARCH request_log USING INDEX request_log_by_key \(key_id=\? AND .*\)$/,
    );
    expect(of(selectRows(db, { status: { from: 400, to: 599 } }, page))).toMatch(
      /^SEARCH request_log USING INDEX request_log_failures \(.*\)$/,
    );
    expect(of(selectRows(db, { id: "a" }, page))).toMatch(
      /^SEARCH request_log USING INDEX sqlite_autoindex_request_log_1/,
    );
    expect(of(selectSliceEnd(db, { keyId: "k" }, { after, rows: 2_000 }))).toMatch(
      /USING COVERING INDEX request_log_by_key/,
    );
    opened.close();
  });
});
