import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { hashSecret } from "#lib/store/hash-secret.ts";
import { migrations } from "#lib/store/migrations.ts";
import { openStore } from "#lib/store/open-store.ts";
import type { Store } from "#lib/store/store.ts";
import { recentRows } from "../support/recent-rows.ts";
import { requestLogRow } from "./request-log-row.ts";
import { startTestDatabases, type TestDatabase } from "./test-databases.ts";

const databases = await startTestDatabases();

describe.each(databases)("the store on $name", ({ name, create }) => {
  let database: TestDatabase;
  let store: Store;
  const lines: string[] = [];
  const open = (flushIntervalMs = 60_000) =>
    openStore({ ...database.options, flushIntervalMs, log: (line) => lines.push(line) });

  beforeEach(async () => {
    lines.length = 0;
    database = await create();
    store = await open();
  });

  afterEach(async () => {
    await store.close();
    await database.remove();
  });

  describe("keys", () => {
    test("a created key is found by its hash and by its id, and is listed", async () => {
      const { record, secret } = await store.keys.create({
        name: "CI",
        scopes: ["admin", "inference"],
        expiresAt: 1_900_000_000_000,
      });
      expect(secret).toMatch(/^pk_[0-9A-Za-z]{43}$/);
      expect(record).toMatchObject({ name: "CI", scopes: ["admin", "inference"], expiresAt: 1_900_000_000_000 });
      expect(secret.startsWith(record.prefix)).toBe(true);
      expect(await store.keys.findByHash(hashSecret(secret))).toEqual(record);
      expect(await store.keys.findById(record.id)).toEqual(record);
      expect(await store.keys.list()).toEqual([record]);
    });

    test("keys have the scope inference and no expiry by default; unknown ones are not found", async () => {
      const { record } = await store.keys.create({ name: "plain" });
      expect(record).toMatchObject({ scopes: ["inference"], expiresAt: null, lastUsedAt: null, revokedAt: null });
      expect(await store.keys.findByHash(hashSecret("pk_other"))).toBeUndefined();
      expect(await store.keys.findById("key_other")).toBeUndefined();
    });

    test("only the hash of a secret reaches the disk", async () => {
      const { record, secret } = await store.keys.create({ name: "CI" });
      const [row] = await database.execute("select * from api_keys");
      expect(row?.hash).toBe(record.hash);
      expect(JSON.stringify(row)).not.toContain(secret);
      if (name === "SQLite") {
        const { dataDir } = database.options;
        const files = readdirSync(dataDir).map((file) => readFileSync(join(dataDir, file), "latin1"));
        expect(files.some((file) => file.includes(record.hash))).toBe(true);
        expect(files.some((file) => file.includes(secret))).toBe(false);
      }
    });

    test("a revoked key keeps its record and its first date, and its sessions end", async () => {
      const { record } = await store.keys.create({ name: "CI" });
      await store.sessions.create({ hash: "a", keyId: record.id, createdAt: 1, expiresAt: Date.now() + 60_000 });
      const revoked = await store.keys.revoke(record.prefix);
      expect(revoked?.revokedAt).toBeGreaterThanOrEqual(record.createdAt);
      expect(await store.keys.findByHash(record.hash)).toEqual(revoked);
      expect(await store.keys.revoke(record.id)).toEqual(revoked);
      expect(await store.sessions.findByHash("a")).toBeUndefined();
    });

    test("revoke refuses a prefix of several keys, and the prefix that all keys share", async () => {
      const { record } = await store.keys.create({ name: "one" });
      expect(await store.keys.revoke("pk_")).toBeUndefined();
      expect(await store.keys.revoke("")).toBeUndefined();
      expect(await store.keys.revoke("pk_%")).toBeUndefined();
      await database.execute(
        "insert into api_keys (id, name, prefix, hash, scopes, created_at) " +
          `select 'key_twin', 'twin', prefix, 'other', scopes, created_at from api_keys`,
      );
      await expect(store.keys.revoke(record.prefix)).rejects.toThrow(
        /is the prefix of 2 keys\. Use one of their ids: key_\w+ or key_\w+\.$/,
      );
      expect((await store.keys.list()).map((key) => key.revokedAt)).toEqual([null, null]);
      await store.keys.revoke("key_twin");
      expect((await store.keys.revoke(record.prefix))?.id).toBe(record.id);
    });

    test("the last use is written at the next flush and never goes back", async () => {
      const { record } = await store.keys.create({ name: "CI" });
      for (let at = 1_000; at <= 2_000; at += 1) store.keys.touch(record.id, at);
      await store.flush();
      expect((await store.keys.findById(record.id))?.lastUsedAt).toBe(2_000);
      store.keys.touch(record.id, 1_500);
      await store.flush();
      expect((await store.keys.findById(record.id))?.lastUsedAt).toBe(2_000);
    });
  });

  describe("sessions", () => {
    test("are found until they expire or are removed", async () => {
      const session = { hash: "a", keyId: "admin", createdAt: Date.now(), expiresAt: Date.now() + 60_000 };
      await store.sessions.create(session);
      await store.sessions.create({ ...session, hash: "old", expiresAt: Date.now() - 1 });
      expect(await store.sessions.findByHash("a")).toMatchObject(session);
      expect(await store.sessions.findByHash("old")).toBeUndefined();
      await store.sessions.remove("a");
      expect(await store.sessions.findByHash("a")).toBeUndefined();
    });

    test("that expired are removed at the next start", async () => {
      await store.sessions.create({ hash: "old", keyId: "admin", createdAt: 1, expiresAt: 2 });
      await store.close();
      store = await open();
      expect(await database.execute("select hash from sessions")).toEqual([]);
    });
  });

  describe("shares", () => {
    const share = {
      id: "share_1",
      keyId: "admin",
      kind: "link" as const,
      payload: `1.${"a".repeat(999_998)}`,
      isPublic: 0,
      createdAt: Date.now(),
    };

    test("are found until they expire, and removed at the next start", async () => {
      await store.shares.create({ ...share, expiresAt: Date.now() + 60_000 });
      await store.shares.create({ ...share, id: "share_old", expiresAt: Date.now() - 1 });
      expect(await store.shares.find("share_1")).toMatchObject(share);
      expect(await store.shares.find("share_old")).toBeUndefined();
      await store.close();
      store = await open();
      expect(await database.execute("select id from shares")).toEqual([{ id: "share_1" }]);
      const page = { id: "page_1", kind: "page" as const, isPublic: 1, expiresAt: Date.now() + 60_000 };
      await store.shares.create({ ...share, ...page });
      expect(await store.shares.find("page_1")).toMatchObject(page);
      await store.shares.remove("page_1");
      expect(await store.shares.find("page_1")).toBeUndefined();
    });
  });

  describe("request log", () => {
    test("returns rows unchanged, newest first, up to the limit", async () => {
      const rows = [3, 1, 2].map((time) => requestLogRow({ id: `req_${time}`, time, stream: time === 1 }));
      for (const row of rows) store.requestLog.append(row);
      expect(await recentRows(store, 2)).toEqual([rows[0], rows[2]]);
    });

    test("2,000 rows are written at close", async () => {
      for (let time = 0; time < 2_000; time += 1) store.requestLog.append(requestLogRow({ id: `req_${time}`, time }));
      await store.close();
      const [row] = await database.execute("select count(*) as rows, sum(time) as times from request_log");
      expect([Number(row?.rows), Number(row?.times)]).toEqual([2_000, (1_999 * 2_000) / 2]);
    });

    test("values that a database refuses do not block a batch", async () => {
      store.requestLog.append(
        requestLogRow({ id: "odd", model: "a\0b\uD800", error: "e".repeat(100_000), totalMs: Number.NaN }),
      );
      store.requestLog.append(requestLogRow({ id: "odd" }));
      store.requestLog.append(requestLogRow({ id: "whole", time: 5, inputTokens: 1.5, firstByteMs: 0.25 }));
      await store.flush();
      const [odd, whole] = await recentRows(store, 10);
      expect(odd).toMatchObject({ id: "odd", totalMs: 0 });
      expect(odd?.model).toMatch(/^a\uFFFDb/);
      expect(odd?.error?.length).toBeLessThan(10_000);
      expect(whole).toMatchObject({ id: "whole", inputTokens: 2, firstByteMs: 0.25 });
    });

    test("rows whose flush fails are written when the database is available again", async () => {
      const failing = await open(20);
      await database.execute("alter table request_log rename to away");
      failing.requestLog.append(requestLogRow({ id: "first" }));
      await vi.waitFor(() => expect(lines).toHaveLength(1), { timeout: 10_000 });
      failing.requestLog.append(requestLogRow({ id: "second" }));
      await expect(failing.flush()).rejects.toThrow(/request_log/);
      await database.execute("alter table away rename to request_log");
      await vi.waitFor(() => expect(lines).toHaveLength(2), { timeout: 10_000 });
      const rows = await database.execute("select id from request_log order by id");
      expect(rows.map((row) => row.id)).toEqual(["first", "second"]);
      expect(lines).toEqual([
        expect.stringMatching(/^The store cannot be written \(.*request_log.*\)/),
        "The store can be written again; no request-log rows were lost.",
      ]);
      await failing.close();
    });
  });

  test("opens again and twice at once, with everything that was there", async () => {
    await store.keys.create({ name: "kept" });
    const others = await Promise.all([open(), open()]);
    for (const other of others) {
      expect((await other.keys.list()).map((key) => key.name)).toEqual(["kept"]);
      await other.close();
    }
    const applied = await database.execute("select name from kysely_migration");
    expect(applied).toHaveLength(Object.keys(migrations).length);
  });

  test("an empty database can be opened twice at once", async () => {
    const empty = await create();
    const stores = await Promise.all([openStore(empty.options), openStore(empty.options)]);
    for (const one of stores) await one.close();
    await empty.remove();
  });

  test("check passes when the store can be written, also many at once, and fails when it cannot", async () => {
    await Promise.all(Array.from({ length: 20 }, () => store.check()));
    await database.execute("drop table probe");
    await expect(store.check()).rejects.toThrow(/probe/);
  });

  test("broken connections are replaced, and rows in memory are written", async () => {
    // SQLite has none; the test of a table that is away shows the same of it.
    if (name === "SQLite") return;
    await store.check();
    store.requestLog.append(requestLogRow());
    await database.execute(
      "select pg_terminate_backend(pid) from pg_stat_activity " +
        "where datname = current_database() and pid <> pg_backend_pid()",
    );
    // The removal of old data, which begins with the store, may end with an error of its own.
    await vi.waitFor(() =>
      expect(lines).toContainEqual(expect.stringMatching(/^An idle connection to Postgres broke/)),
    );
    await store.check();
    expect(await recentRows(store, 1)).toEqual([requestLogRow()]);
  });

  test("close can be called twice, and later rows are dropped", async () => {
    await Promise.all([store.close(), store.close()]);
    expect(() => store.requestLog.append(requestLogRow())).not.toThrow();
    expect(() => store.keys.touch("key_1", 1)).not.toThrow();
  });
});
