/** SIGTERM while a migration runs, while the pages are being built, and while a video renders: nothing is left half done. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Kysely, PostgresDialect } from "kysely";
import { Migrator } from "kysely/migration";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { migrations } from "#lib/store/migrations.ts";
import { startTestDatabases } from "../store/test-databases.ts";
import { ADMIN_KEY, AUTHORIZED, collectOutput } from "../support/gateway.ts";
import { createGatewayHome } from "../support/killable-gateway.ts";

vi.setConfig({ testTimeout: 120_000 });

const root = fileURLToPath(new URL("../..", import.meta.url));
const SOON = { timeout: 60_000, interval: 50 };

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "parlance-stop-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function run(script: string, variables: Record<string, string>) {
  const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
  const folder = newFolder();
  writeFileSync(join(folder, "config.json"), "{}");
  const child = spawn(process.execPath, [script], {
    cwd: folder,
    env: {
      ...{ PATH, NODE_COMPILE_CACHE, NODE_ENV: "test", PORT: "0", PARLANCE_ADMIN_KEY: ADMIN_KEY },
      ...{ PARLANCE_CONFIG: join(folder, "config.json"), DATA_DIR: join(folder, "data"), ...variables },
    },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return { child, output: collectOutput(child), exit: once(child, "close").then(([code]) => code) };
}

test("a migration on Postgres is rolled back, and made by the next start", async (context) => {
  const postgres = (await startTestDatabases()).find(({ name }) => name === "Postgres");
  if (!postgres) return context.skip("no Postgres here");
  const database = await postgres.create();
  const databaseUrl = database.options.databaseUrl ?? "";
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  onTestFinished(async () => {
    await db.destroy();
    await database.remove();
  });
  const [first = ""] = Object.keys(migrations);
  await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateTo(first);
  const listTables = () => database.execute("select tablename from pg_tables where schemaname = 'public' order by 1");
  const before = await listTables();
  // Held by this transaction: the next migration can change the schema, and waits to say that it is done.
  const holder = await pool.connect();
  await holder.query("begin");
  await holder.query("lock table kysely_migration in share mode");

  const variables = { DATABASE_URL: databaseUrl, PARLANCE_PAGES: "off" };
  const stopped = run(join(root, "scripts/start.ts"), variables);
  // Other tests wait for locks of their own databases on the same server.
  const waiting = () =>
    database.execute(
      "select pid from pg_locks join pg_database on pg_database.oid = pg_locks.database where not granted and datname = current_database()",
    );
  await expect.poll(async () => (await waiting()).length, SOON).toBeGreaterThan(0);
  stopped.child.kill("SIGTERM");
  expect(await stopped.exit).toBe(0);
  await holder.query("rollback");
  holder.release();
  await expect.poll(async () => (await waiting()).length, SOON).toBe(0);
  expect((await database.execute("select name from kysely_migration")).map(({ name }) => name)).toEqual([first]);
  expect(await listTables()).toEqual(before);

  const next = run(join(root, "scripts/start.ts"), variables);
  await expect.poll(next.output, SOON).toContain("ready at");
  const names = await database.execute("select name from kysely_migration order by name");
  expect(names.map(({ name }) => name)).toEqual(Object.keys(migrations));
  next.child.kill("SIGTERM");
  expect(await next.exit).toBe(0);
});

test("a build of the pages ends with the server, and the next start begins it again", async () => {
  const folder = newFolder();
  const next = join(folder, "node_modules/next/dist/bin");
  for (const path of [join(folder, "scripts"), next]) mkdirSync(path, { recursive: true });
  for (const name of ["build.ts", "finish-pages.ts", "paint-first.ts"])
    copyFileSync(join(root, "scripts", name), join(folder, "scripts", name));
  symlinkSync(join(root, "lib"), join(folder, "lib"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "imports": { "#lib/*": "./lib/*" } }');
  // In the place of Next: says that it compiles, and goes on until it is stopped.
  const pids = join(folder, "pids");
  const build = `require("fs").appendFileSync(${JSON.stringify(pids)}, process.pid + "\\n");
    console.log("Creating an optimized production build"); setInterval(() => {}, 1_000);`;
  writeFileSync(join(next, "next"), build);
  writeFileSync(join(folder, "node_modules/package.json"), '{ "type": "commonjs" }');
  const script = join(folder, "scripts/serve.ts");
  writeFileSync(
    script,
    `import { ensureBuild } from "./build.ts";
    const { serve } = await import(${JSON.stringify(join(root, "lib/server/serve.ts"))});
    await serve({ dev: false, preparePages: ensureBuild });`,
  );
  const readPids = () => (existsSync(pids) ? readFileSync(pids, "utf8").trim().split("\n").map(Number) : []);
  for (const times of [1, 2]) {
    const { child, output, exit } = run(script, {});
    await expect.poll(() => readPids().length, SOON).toBe(times);
    await expect.poll(output, SOON).toContain("The pages are being built");
    child.kill("SIGTERM");
    expect(await exit).toBe(0);
    await expect.poll(() => readPids().filter(isRunning), SOON).toEqual([]);
  }
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test("a video that renders is begun again by the next start, and made once", async () => {
  const home = createGatewayHome({});
  onTestFinished(() => home.close());
  let gateway = await home.start();
  const call = async (method: string, path: string, body?: unknown) => {
    const init = { method, headers: AUTHORIZED, ...(body ? { body: JSON.stringify(body) } : {}) };
    return (await (await fetch(gateway.url + path, init)).json()) as Record<string, unknown>;
  };
  const { id } = await call("POST", "/v1/videos", {
    model: "sandbox/video-model-a",
    prompt: "A lighthouse",
    seconds: "4",
  });
  await expect.poll(async () => (await call("GET", `/v1/videos/${id}`)).status, SOON).toBe("in_progress");
  expect(await gateway.stop()).toBe(0);
  gateway = await home.start();
  const read = () => call("GET", `/v1/videos/${id}`);
  await expect.poll(async () => (await read()).status, SOON).toBe("completed");
  const film = await fetch(`${gateway.url}/v1/videos/${id}/content`, { headers: AUTHORIZED });
  expect(Buffer.from(await film.arrayBuffer()).toString("latin1", 4, 8)).toBe("ftyp");
  const listBills = async () => {
    const { data } = (await call("GET", "/api/requests?limit=100")) as { data: { video_seconds: number | null }[] };
    return data.map(({ video_seconds: seconds }) => seconds).filter((seconds) => seconds !== null);
  };
  await expect.poll(listBills, SOON).toEqual([4]);
  expect(await gateway.stop()).toBe(0);
});
