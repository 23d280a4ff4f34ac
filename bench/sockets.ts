/**
 * Memory of 1,000 idle WebSockets of `/v1/responses`, over that of the same process before, each measured after a
 * garbage collection; and the time of a small response over a socket and over HTTP: `node bench/sockets.ts [--quick]`.
 * With `--realtime` the memory of 1,000 idle sessions of `/v1/realtime`, each with a socket to its provider.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { WebSocket } from "ws";
import { ADMIN_KEY, AUTHORIZED } from "#tests/support/gateway.ts";
import { openRealtime } from "#tests/support/realtime-client.ts";
import { openSocket } from "#tests/support/response-socket.ts";
import { startSocketUpstream } from "#tests/support/socket-upstream.ts";
import { collectGarbage } from "./probe-client.ts";
import { residentMegabytes } from "./process-cost.ts";
import { median, table } from "./report.ts";

const { quick, realtime } = parseArgs({
  options: { quick: { type: "boolean", default: false }, realtime: { type: "boolean", default: false } },
}).values;
const SOCKETS = 1_000;
/** A session has two sockets, its limits and its row. */
const MOST_MEGABYTES = realtime ? 40 : 15;
const AT_ONCE = 50;
const TURNS = quick ? 50 : 500;

const folder = mkdtempSync(join(tmpdir(), "parlance-bench-"));
const config = join(folder, "config.json");
const provider = realtime ? await startSocketUpstream() : undefined;
const upstreams = provider ? { rt: { baseUrl: provider.url, models: ["m"] } } : {};
writeFileSync(config, JSON.stringify({ sandbox: { tokensPerSecond: 0 }, upstreams }));
const child = spawn(
  process.execPath,
  ["--disable-warning=ExperimentalWarning", "--import", "./bench/probe.ts", "tests/support/serve-gateway.ts"],
  {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: { ...process.env, PARLANCE_ADMIN_KEY: ADMIN_KEY, PARLANCE_CONFIG: config, DATA_DIR: folder },
  },
);
try {
  const [line] = (await once(child.stdout as Readable, "data")) as [Buffer];
  const url = String(line).trim().split("\n")[0] as string;
  const figures = realtime ? [] : await measureTimes(url);
  const megabytes = await measureMemory(url);
  const what = realtime ? "idle realtime sessions" : "idle sockets";
  console.log(
    table(
      ["figure", "value", "target"],
      [[`${SOCKETS.toLocaleString("en")} ${what}`, `${megabytes.toFixed(1)} MB`, `${MOST_MEGABYTES} MB`], ...figures],
    ),
  );
  if (megabytes > MOST_MEGABYTES) process.exitCode = 1;
} finally {
  child.kill("SIGKILL");
  await provider?.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Opens one idle socket. */
async function open(url: string): Promise<WebSocket> {
  if (!realtime) return (await openSocket(url)).socket;
  const headers = { authorization: `Bearer ${ADMIN_KEY}` };
  return (await openRealtime(`${url}/v1/realtime?model=rt/m`, { headers })).socket;
}

async function measureTimes(url: string): Promise<string[][]> {
  const body = { model: "sandbox/echo", input: "Hi", store: false };
  const overHttp = async () => {
    const init = { method: "POST", headers: AUTHORIZED, body: JSON.stringify({ ...body, stream: true }) };
    await (await fetch(`${url}/v1/responses`, init)).text();
  };
  const first = await openSocket(url);
  const overSocket = async () => {
    await first.create(body);
  };
  const http = await measure(overHttp);
  const socket = await measure(overSocket);
  first.socket.terminate();
  await first.closed;

  return [
    ["a response over a socket, p50", `${socket.toFixed(2)} ms`, ""],
    ["a response over HTTP, p50", `${http.toFixed(2)} ms`, ""],
  ];
}

/** Returns what the sockets add, in megabytes. */
async function measureMemory(url: string): Promise<number> {
  // The first ones load and compile code, which is not theirs.
  for (const first of await Promise.all(Array.from({ length: AT_ONCE }, () => open(url)))) {
    first.terminate();
    await once(first, "close");
  }
  const resident = async () => {
    await collectGarbage(child);
    await delay(1_000);
    return residentMegabytes(child.pid as number) ?? Number.NaN;
  };
  const before = await resident();
  const sockets: WebSocket[] = [];
  while (sockets.length < SOCKETS) {
    sockets.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => open(url)))));
  }
  const megabytes = (await resident()) - before;
  for (const socket of sockets) socket.terminate();
  return megabytes;
}

async function measure(respond: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let turn = -20; turn < TURNS; turn++) {
    const start = performance.now();
    await respond();
    if (turn >= 0) times.push(performance.now() - start);
  }
  return median(times);
}
