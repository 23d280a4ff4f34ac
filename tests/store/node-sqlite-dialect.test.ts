import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Kysely, sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createNodeSqliteDialect } from "#lib/store/node-sqlite-dialect.ts";
import { createProbe } from "#lib/store/probe.ts";
import type { StoreTables } from "#lib/store/tables.ts";
import { createSqliteWriter } from "#lib/store/writer/sqlite-writer.ts";
import { startWorker } from "#lib/workers/start-worker.ts";
import { makeFolder } from "./test-databases.ts";

type Tables = { notes: { note: string } };

let folder: string;
let db: Kysely<Tables>;
beforeEach(async () => {
  folder = makeFolder();
  const path = join(folder, "test.db");
  const writer = createSqliteWriter({ path, log: () => {} });
  await writer.open();
  db = new Kysely<Tables>({ dialect: createNodeSqliteDialect(new DatabaseSync(path, { readOnly: true }), writer) });
  await db.schema
    .createTable("notes")
    .addColumn("note", "text", (column) => column.primaryKey())
    .execute();
});
afterEach(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const add = (note: string, on: Pick<Kysely<Tables>, "insertInto"> = db) =>
  on.insertInto("notes").values({ note }).execute();
const read = async (on: Pick<Kysely<Tables>, "selectFrom"> = db) =>
  (await on.selectFrom("notes").select("note").orderBy("note").execute()).map(({ note }) => note);

test("a read sees every write that was awaited before it", async () => {
  for (let number = 10; number < 60; number += 1) {
    await add(`${number}`);
    expect((await read()).at(-1)).toBe(`${number}`);
  }
});

test("a read outside an open transaction neither waits for it nor sees its writes", async () => {
  await add("before");
  await db.transaction().execute(async (transaction) => {
    await add("within", transaction);
    expect(await read(transaction)).toEqual(["before", "within"]);
    expect(await read()).toEqual(["before"]);
  });
  expect(await read()).toEqual(["before", "within"]);
});

test("a failed transaction writes nothing, and later ones work", async () => {
  await add("there");
  const failing = db.transaction().execute(async (transaction) => {
    await add("gone", transaction);
    throw new Error("changed my mind");
  });
  await expect(failing).rejects.toThrow("changed my mind");
  const refused = db.transaction().execute(async (transaction) => {
    await add("gone", transaction);
    await add("there", transaction);
  });
  await expect(refused).rejects.toMatchObject({ errcode: 1555 });
  await Promise.all([add("x"), add("y")]);
  expect(await read()).toEqual(["there", "x", "y"]);
});

test("the probe fails while the thread that writes cannot be started, and passes again when it can", async () => {
  const path = join(folder, "probed.db");
  const setUp = new DatabaseSync(path);
  setUp.exec("create table probe (id text primary key, value text, time bigint)");
  setUp.close();
  let broken = false;
  const writer = createSqliteWriter({
    path,
    log: () => {},
    start: () => {
      if (broken) throw new Error("no threads left");
      return startWorker("store/writer", { workerData: { path } });
    },
  });
  const probed = new Kysely<StoreTables>({
    dialect: createNodeSqliteDialect(new DatabaseSync(path, { readOnly: true }), writer),
  });
  const check = createProbe({ db: probed, checkPlace: async () => {} });
  broken = true;
  await expect(check()).rejects.toThrow("no threads left");
  broken = false;
  await check();
  await probed.destroy();
});

test("many transactions at once take turns", async () => {
  await add("0");
  const next = async () =>
    db.transaction().execute(async (transaction) => {
      const [latest] = await transaction
        .selectFrom("notes")
        .select(sql<number>`max(cast(note as integer))`.as("number"))
        .execute();
      await add(`${(latest?.number ?? 0) + 1}`, transaction);
    });
  await Promise.all(Array.from({ length: 9 }, next));
  expect(await read()).toEqual(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]);
});
