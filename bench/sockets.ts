/**
 * Memory of 1,000 idle WebSockets of `/v1/responses`, over that of the same process before, each measured after a
 * garbage collection; and the time of a small response over a socket and over HTTP: `node bench/sockets.ts [--quick]`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ADMIN_KEY, AUTHORIZED } from "#tests/support/gateway.ts";
import { openSocket, type TestSocket } from "#tests/support/response-socket.ts";
import { collectGarbage } from "./probe-client.ts";
import { residentMegabytes } from "./process-cost.ts";
import { median, table } from "./report.ts";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const SOCKETS = 1_000;
const MOST_MEGABYTES = 15;
const AT_ONCE = 50;
const TURNS = quick ? 50 : 500;

const folder = mkdtempSync(join(tmpdir(), "parlance-bench-"));
const config = join(folder, "config.json");
writeFileSync(config, JSON.stringify({ sandbox: { tokensPerSecond: 0 } }));
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

  const resident = async () => {
    await collectGarbage(child);
    await delay(1_000);
    return residentMegabytes(child.pid as number) ?? Number.NaN;
  };
  const before = await resident();
  const sockets: TestSocket[] = [];
  while (sockets.length < SOCKETS) {
    sockets.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => openSocket(url)))));
  }
  const megabytes = (await resident()) - before;
  console.log(
    table(
      ["figure", "value", "target"],
      [
        [`${SOCKETS.toLocaleString("en")} idle sockets`, `${megabytes.toFixed(1)} MB`, `${MOST_MEGABYTES} MB`],
        ["a response over a socket, p50", `${socket.toFixed(2)} ms`, ""],
        ["a response over HTTP, p50", `${http.toFixed(2)} ms`, ""],
      ],
    ),
  );
  if (megabytes > MOST_MEGABYTES) process.exitCode = 1;
  for (const open of sockets) open.socket.terminate();
} finally {
  child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
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
