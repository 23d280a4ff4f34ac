/** `PARLANCE_WORKERS`: processes that share one port, as `npm start` runs them. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startRedis, type TestRedis } from "../store/start-redis.ts";
import { ADMIN_KEY, AUTHORIZED, collectOutput } from "../support/gateway.ts";

const WORKERS = 3;
const root = fileURLToPath(new URL("../..", import.meta.url));
const SOON = { timeout: 30_000, interval: 50 };

let redis: TestRedis;
let missing = "";
let folder: string;
let primary: ChildProcess;
let output: () => string;
let url: string;

beforeAll(async () => {
  const started = await startRedis();
  if (typeof started === "string") {
    missing = started;
    return;
  }
  redis = started;
  await start();
}, 120_000);
beforeEach(({ skip }) => {
  if (missing) skip(missing);
});
afterAll(async () => {
  primary?.kill("SIGKILL");
  await redis?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), "parlance-workers-"));
  const config = join(folder, "config.json");
  writeFileSync(config, JSON.stringify({ sandbox: { tokensPerSecond: 20 } }));
  primary = spawn(process.execPath, ["scripts/start.ts"], {
    cwd: root,
    env: {
      ...process.env,
      ...{ PORT: "0", PARLANCE_PAGES: "off", PARLANCE_WORKERS: String(WORKERS), REDIS_URL: redis.url },
      ...{ PARLANCE_ADMIN_KEY: ADMIN_KEY, PARLANCE_CONFIG: config, DATA_DIR: join(folder, "data") },
    },
  });
  output = collectOutput(primary);
  await vi.waitUntil(() => output().includes("Parlance is ready"), { timeout: 90_000, interval: 50 });
  url = `http://127.0.0.1:${/ready at http:\/\/localhost:(\d+)/.exec(output())?.[1]}`;
  await vi.waitUntil(async () => (await seenWorkers()).length === WORKERS, SOON);
}

/** Ids of the processes that the primary started. */
function listWorkers(): number[] {
  const file = `/proc/${primary.pid}/task/${primary.pid}/children`;
  return existsSync(file) ? readFileSync(file, "utf8").trim().split(" ").filter(Boolean).map(Number) : [];
}

const isRunning = (pid: number) => existsSync(`/proc/${pid}`) && !/State:\s+Z/.test(statusOf(pid));
const statusOf = (pid: number) => readFileSync(`/proc/${pid}/status`, "utf8");

/** Numbers of the workers that answer, each request over a connection of its own. */
async function seenWorkers(): Promise<string[]> {
  const seen = new Set<string>();
  for (let tries = 0; tries < 3 * WORKERS; tries++) {
    const response = await fetch(`${url}/metrics`, { headers: { ...AUTHORIZED, connection: "close" } });
    seen.add(/worker="(\d+)"/.exec(await response.text())?.[1] ?? "none");
  }
  return [...seen].sort();
}

function ask(body: object, secret = ADMIN_KEY): Promise<Response> {
  return fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: { ...AUTHORIZED, authorization: `Bearer ${secret}`, connection: "close" },
    body: JSON.stringify({ model: "sandbox/echo", messages: [{ role: "user", content: "Hi" }], ...body }),
  });
}

test("all of them answer on one port, and say once that they are ready", async () => {
  expect(await seenWorkers()).toEqual(["1", "2", "3"]);
  expect(output().match(/Parlance is ready/g)).toHaveLength(1);
});

test("they count the limits of a key together", async () => {
  const init = { method: "POST", headers: AUTHORIZED };
  const body = JSON.stringify({ name: "App", limits: { requests_per_minute: 5 } });
  const { secret } = (await (await fetch(`${url}/api/keys`, { ...init, body })).json()) as { secret: string };
  const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await ask({}, secret)).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
});

test("one that is killed is started again, and the others answer meanwhile", { timeout: 30_000 }, async () => {
  const before = listWorkers();
  process.kill(before[0] as number, "SIGKILL");
  await expect.poll(output, SOON).toMatch(/Worker \d ended \(SIGKILL\); it is started again in 500 ms\./);
  for (let tries = 0; tries < 10; tries++) expect((await ask({})).status).toBe(200);
  await expect.poll(() => listWorkers().filter((pid) => !before.includes(pid)), SOON).toHaveLength(1);
  await expect.poll(seenWorkers, SOON).toEqual(["1", "2", "3"]);
  expect(output().match(/Parlance is ready/g), "the sign-in link is printed once").toHaveLength(1);
});

test("at SIGTERM the primary lets running streams end, and leaves no process", { timeout: 30_000 }, async () => {
  const workers = listWorkers();
  const responses = await Promise.all(Array.from({ length: 6 }, () => ask({ model: "sandbox/long-40", stream: true })));
  const exited = once(primary, "exit");
  primary.kill("SIGTERM");
  for (const response of responses) expect(await response.text()).toMatch(/data: \[DONE\]\n\n$/);
  expect(await exited).toEqual([0, null]);
  expect(workers.filter(isRunning)).toEqual([]);
});

test("workers end when their primary is killed", { timeout: 120_000 }, async () => {
  await start();
  const workers = listWorkers();
  expect(workers).toHaveLength(WORKERS);
  primary.kill("SIGKILL");
  await expect.poll(() => workers.filter(isRunning), SOON).toEqual([]);
});
