import { EventEmitter } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSqliteWriter, type SqliteWriter } from "#lib/store/writer/sqlite-writer.ts";
import { watchWriterThread } from "#lib/store/writer/writer-thread.ts";
import { startWorker } from "#lib/workers/start-worker.ts";
import { makeFolder } from "../test-databases.ts";

let folder: string;
let path: string;
let writer: SqliteWriter;
let workers: Worker[];
let lines: string[];

function createWriter(): SqliteWriter {
  return createSqliteWriter({
    path,
    log: (line) => lines.push(line),
    start() {
      const worker = startWorker("store/writer", { workerData: { path, synchronous: "full" } });
      workers.push(worker);
      return worker;
    },
  });
}

beforeEach(async () => {
  folder = makeFolder();
  path = join(folder, "test.db");
  workers = [];
  lines = [];
  writer = createWriter();
  await writer.run({ sql: "create table notes (note text primary key)", parameters: [] });
});
afterEach(async () => {
  await writer.close();
  rmSync(folder, { recursive: true, force: true });
});

const insert = (note: string) => ({ sql: "insert into notes values (?)", parameters: [note] });

/** The notes in the order in which they were written, as another connection sees them. */
function notes(): unknown[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database.prepare("select note from notes order by rowid").all();
  database.close();
  return rows.map(({ note }) => note);
}

test("timers run while a write waits for another connection's lock", async () => {
  const other = new DatabaseSync(path);
  other.exec("begin immediate");
  let written = false;
  const writing = writer.run(insert("late")).then(() => {
    written = true;
  });
  for (let turn = 0; turn < 20; turn += 1) await delay(1);
  expect(written).toBe(false);
  // Only this thread can end what the write waits for: one that waited here would wait in vain.
  other.exec("commit");
  await writing;
  expect(notes()).toEqual(["late"]);
  other.close();
});

test("writes and transactions run in the order of the calls", async () => {
  const transaction = writer.begin();
  const later = [writer.run(insert("c")), writer.runTogether([insert("d"), insert("e")]), writer.run(insert("f"))];
  const { run, commit } = await transaction;
  await run(insert("a"));
  await delay(5);
  expect(notes()).toEqual([]);
  await run(insert("b"));
  await commit();
  await Promise.all(later);
  expect(notes()).toEqual(["a", "b", "c", "d", "e", "f"]);
});

test("a transaction that is rolled back removes no other writes", async () => {
  const { run, rollBack } = await writer.begin();
  await run(insert("gone"));
  const other = writer.run(insert("kept"));
  await rollBack();
  await other;
  expect(notes()).toEqual(["kept"]);
});

test("statements that run together are all written or none, and errors have SQLite's codes", async () => {
  await writer.run(insert("there"));
  const twice = writer.runTogether([insert("new"), insert("there")]);
  await expect(twice).rejects.toMatchObject({
    message: expect.stringContaining("UNIQUE constraint failed: notes.note"),
    code: "ERR_SQLITE_ERROR",
    // SQLITE_CONSTRAINT_PRIMARYKEY
    errcode: 1555,
  });
  await expect(writer.run(insert("there"))).rejects.toMatchObject({ errcode: 1555 });
  await writer.run(insert("new"));
  expect(notes()).toEqual(["there", "new"]);
});

test("results have the number of changes and the rows of RETURNING", async () => {
  expect(await writer.run(insert("a"))).toEqual({ rows: [], numAffectedRows: 1n, insertId: 1n });
  const removed = await writer.run({ sql: "delete from notes returning note", parameters: [] });
  expect(removed.rows).toEqual([{ note: "a" }]);
});

test("a thread that ends rejects waiting writes and is logged; the next write starts another", async () => {
  const { run, commit, rollBack } = await writer.begin();
  await run(insert("uncommitted"));
  await workers[0]?.terminate();
  await expect(run(insert("lost"))).rejects.toThrow("The thread that writes the database ended (exit code 1).");
  await expect(commit()).rejects.toThrow("ended");
  const next = writer.run(insert("next"));
  await expect(rollBack()).rejects.toThrow("ended");
  await next;
  expect(notes()).toEqual(["next"]);

  const underWay = writer.run(insert("under way"));
  const ended = workers[1]?.terminate();
  await expect(underWay).rejects.toThrow("ended");
  await ended;
  await writer.run(insert("last"));
  expect(notes().at(-1)).toBe("last");
  expect(workers).toHaveLength(3);
  expect(lines).toEqual(
    Array(2).fill("The thread that writes the database ended (exit code 1). The next write starts it again."),
  );
});

test("a file that cannot be opened rejects each write with the reason, until it can be", async () => {
  const away = path;
  path = join(folder, "missing", "test.db");
  const unable = createWriter();
  await expect(unable.open()).rejects.toMatchObject({ message: "unable to open database file", errcode: 14 });
  await expect(unable.run(insert("a"))).rejects.toThrow("unable to open");
  await unable.close();
  path = away;
  expect(lines).toEqual([]);
});

test("a thread that ends because it cannot open the file is reported once", async () => {
  const worker = Object.assign(new EventEmitter(), { ref() {}, unref() {} });
  const onEnd = vi.fn();
  const { opened, ask: fetchText } = watchWriterThread(worker as unknown as Worker, onEnd);
  worker.emit("message", { error: new Error("unable to open"), properties: { errcode: 14 } });
  worker.emit("exit", 0);
  await expect(opened).rejects.toMatchObject({ message: "unable to open", errcode: 14 });
  await expect(fetchText({ type: "roll-back" })).rejects.toThrow("ended");
  expect(onEnd).not.toHaveBeenCalled();
});

test("an abandoned transaction lets other connections in", async () => {
  const { run, rollBack } = await writer.begin();
  await run(insert("abandoned"));
  writer.abandon();
  const other = new DatabaseSync(path, { timeout: 5_000 });
  other.exec("insert into notes values ('other')");
  other.close();
  await rollBack();
  expect(notes()).toEqual(["other"]);
});

test("close waits for the writes before it, empties the WAL and refuses later ones", async () => {
  const writes = Array.from({ length: 20 }, (_, number) => writer.run(insert(`${number}`)));
  const closed = writer.close();
  await expect(writer.run(insert("late"))).rejects.toThrow("The store is closed.");
  await closed;
  await Promise.all(writes);
  expect(existsSync(`${path}-wal`)).toBe(false);
  expect(notes()).toHaveLength(20);
});

test.each([
  [undefined, 2],
  ["full", 2],
  ["normal", 1],
] as const)("commits wait for the disk as %s says", async (synchronous, level) => {
  const other = createSqliteWriter({ path, synchronous, log: (line) => lines.push(line) });
  const { rows } = await other.run({ sql: "pragma synchronous", parameters: [] });
  await other.close();
  expect(rows).toEqual([{ synchronous: level }]);
});
