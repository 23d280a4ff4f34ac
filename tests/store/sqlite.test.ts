import { type ChildProcess, spawn } from "node:child_process";
import { on, once } from "node:events";
import { chmodSync, chownSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openStore } from "#lib/store/open-store.ts";
import { isRoot } from "../support/is-root.ts";
import { recentRows } from "../support/recent-rows.ts";
import { requestLogRow } from "./request-log-row.ts";
import { makeFolder } from "./test-databases.ts";

const NOBODY = 65_534;
const storeUrl = new URL("../../lib/store/open-store.ts", import.meta.url).href;

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = makeFolder();
  dataDir = join(folder, "data");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a module that has `openStore` and `dataDir` at hand; as another user where root could write everywhere. */
function startScript(body: string, user: { uid?: number; gid?: number } = {}): ChildProcess {
  const source = `import { openStore } from ${JSON.stringify(storeUrl)};
    const dataDir = ${JSON.stringify(dataDir)};
    ${body}`;
  return spawn(process.execPath, ["--input-type=module", "--eval", source], { ...user, stdio: "pipe" });
}

async function finish(child: ChildProcess): Promise<{ status: number | null; output: string }> {
  const outputs = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ""));
  const [status] = await once(child, "exit");
  return { status, output: (await Promise.all(outputs)).join("") };
}

async function logIds(): Promise<string[]> {
  const store = await openStore({ dataDir });
  const rows = await recentRows(store, 10_000);
  await store.close();
  return rows.map((row) => row.id).sort();
}

test("the folder is created for its owner only, and the database is in WAL mode", async () => {
  const store = await openStore({ dataDir });
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  const database = new DatabaseSync(join(dataDir, "parlance.db"));
  expect(database.prepare("pragma journal_mode").get()).toMatchObject({ journal_mode: "wal" });
  database.close();
  await store.close();
});

test("waiting rows and key uses are written when the process exits without closing", async () => {
  const { status, output } = await finish(
    startScript(`
      const store = await openStore({ dataDir, flushIntervalMs: 60_000 });
      const { record } = await store.keys.create({ name: "CI" });
      store.keys.touch(record.id, 12_345);
      const row = ${JSON.stringify(requestLogRow())};
      for (let i = 0; i < 1_200; i += 1) store.requestLog.append({ ...row, id: "req_" + i });
      process.exit(7);`),
  );
  expect({ status, output }).toEqual({ status: 7, output: "" });
  expect(await logIds()).toHaveLength(1_200);
  const store = await openStore({ dataDir });
  expect((await store.keys.list())[0]?.lastUsedAt).toBe(12_345);
  await store.close();
});

test("rows in a write during the exit are stored exactly once", async () => {
  const { status, output } = await finish(
    startScript(`
      const store = await openStore({ dataDir, flushIntervalMs: 60_000 });
      const row = ${JSON.stringify(requestLogRow())};
      for (let i = 0; i < 1_200; i += 1) store.requestLog.append({ ...row, id: "req_" + i });
      store.flush();
      setImmediate(() => process.exit(0));`),
  );
  expect({ status, output }).toEqual({ status: 0, output: "" });
  expect(await logIds()).toHaveLength(1_200);
});

test("a server that closes its store at SIGTERM loses no row", async () => {
  const child = startScript(`
    const store = await openStore({ dataDir });
    const row = ${JSON.stringify(requestLogRow())};
    let number = 0;
    setInterval(() => {
      const id = "req_" + String(number++).padStart(6, "0");
      store.requestLog.append({ ...row, id });
      console.log(id);
    }, 1);
    process.on("SIGTERM", async () => {
      console.log("closing");
      await store.close();
      process.exit(0);
    });`);
  const finished = finish(child);
  for await (const chunk of on(child.stdout as Readable, "data")) if (String(chunk).includes("req_000100")) break;
  child.kill("SIGTERM");
  const { status, output } = await finished;
  const appended = output.slice(0, output.indexOf("closing")).trimEnd().split("\n");
  expect(status).toBe(0);
  expect(appended.length).toBeGreaterThan(100);
  expect(await logIds()).toEqual(appended);
});

test("kill -9 loses at most the rows of the last second", async () => {
  const child = startScript(`
    const store = await openStore({ dataDir });
    const row = ${JSON.stringify(requestLogRow())};
    let number = 0;
    setInterval(() => {
      const id = "req_" + String(number++).padStart(6, "0");
      store.requestLog.append({ ...row, id });
      console.log(Date.now() + " " + id);
    }, 5);`);
  const finished = finish(child);
  const path = join(dataDir, "parlance.db");
  const countRows = () => {
    const database = new DatabaseSync(path, { readOnly: true });
    const row = database.prepare("select count(*) as rows from request_log").get();
    database.close();
    return row?.rows;
  };
  await vi.waitFor(() => expect(countRows()).toBeGreaterThan(250), { timeout: 10_000 });
  child.kill("SIGKILL");
  const { output } = await finished;
  const appended = output
    .trimEnd()
    .split("\n")
    .map((line) => line.split(" ") as [string, string]);
  const lastTime = Number(appended.at(-1)?.[0]);
  const ids = await logIds();
  const expected = appended.filter(([time]) => Number(time) < lastTime - 1_000).map(([, id]) => id);
  expect(expected.length).toBeGreaterThan(0);
  expect(ids).toEqual(expect.arrayContaining(expected));
  expect(ids).toEqual(appended.slice(0, ids.length).map(([, id]) => id));
});

test("a store that is idle or has rows waiting does not keep the process alive", async () => {
  const { status } = await finish(
    startScript(`
      const store = await openStore({ dataDir, flushIntervalMs: 60_000 });
      store.requestLog.append(${JSON.stringify(requestLogRow())});`),
  );
  expect(status).toBe(0);
  expect(await logIds()).toEqual(["req_1"]);
});

test("a closed store leaves no listener", async () => {
  const before = process.listenerCount("exit");
  const store = await openStore({ dataDir });
  await store.close();
  expect(process.listenerCount("exit")).toBe(before);
});

test("processes that start at once share the database and each other's rows", async () => {
  const body = (name: string) => `
    const store = await openStore({ dataDir, flushIntervalMs: 5 });
    const row = ${JSON.stringify(requestLogRow())};
    for (let i = 0; i < 300; i += 1) {
      store.requestLog.append({ ...row, id: "${name}_" + i });
      if (i % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
      if (i % 50 === 0) await store.check();
    }
    await store.keys.create({ name: "${name}" });
    await store.close();`;
  const results = await Promise.all(["a", "b", "c"].map((name) => finish(startScript(body(name)))));
  expect(results.map(({ status }) => status)).toEqual([0, 0, 0]);
  expect(results.map(({ output }) => output.replaceAll(/^The store can.*\n/gm, ""))).toEqual(["", "", ""]);
  expect(await logIds()).toHaveLength(900);
  const store = await openStore({ dataDir });
  expect((await store.keys.list()).map((key) => key.name).sort()).toEqual(["a", "b", "c"]);
  await store.close();
});

test("a query waits for another process's lock without blocking the event loop; a check times out", async () => {
  const store = await openStore({ dataDir });
  const other = new DatabaseSync(join(dataDir, "parlance.db"));
  other.exec("begin immediate");
  const created = store.keys.create({ name: "patient" });
  await expect(store.check()).rejects.toThrow("did not answer within 2 seconds");
  other.exec("commit");
  expect((await created).record.name).toBe("patient");
  await store.check();
  other.close();
  await store.close();
});

test("check finds that the file was replaced under the open store", async () => {
  const store = await openStore({ dataDir });
  const path = join(dataDir, "parlance.db");
  renameSync(path, `${path}.moved`);
  await expect(store.check()).rejects.toThrow(/ENOENT/);
  new DatabaseSync(path).close();
  await openStore({ dataDir: folder }).then((other) => other.close());
  renameSync(join(folder, "parlance.db"), path);
  await expect(store.check()).rejects.toThrow(/was replaced/);
  await store.close();
});

test("a read-only folder is refused at the start and found by check", async () => {
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  chmodSync(folder, 0o755);
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  const child = startScript(
    `import { chmodSync } from "node:fs";
    const tell = (error) => console.log(error.message);
    const store = await openStore({ dataDir });
    await store.check();
    chmodSync(dataDir, 0o555);
    await store.check().catch(tell);
    await store.close();
    chmodSync(dataDir + "/parlance.db", 0o444);
    await openStore({ dataDir }).catch(tell);
    await openStore({ dataDir: dataDir + "/deeper" }).catch(tell);`,
    user,
  );
  const { output } = await finish(child);
  expect(output.split("\n")).toEqual([
    expect.stringMatching(/^EACCES: permission denied, access/),
    expect.stringMatching(/^The store in .*data cannot be opened: .*readonly/),
    expect.stringMatching(/^The store in .*deeper cannot be opened: EACCES/),
    "",
  ]);
});

test("a URL that is not Postgres's is refused without being shown", async () => {
  await expect(openStore({ dataDir, databaseUrl: "mysql://u:hush@h/d" })).rejects.toThrow(
    /^The store in Postgres \(DATABASE_URL\) cannot be opened: expected a URL that begins with postgres:\/\/$/,
  );
});
