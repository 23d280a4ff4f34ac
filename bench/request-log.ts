/**
 * Cost of the request log on SQLite for the event loop: its longest pause, and the longest work of one turn, while 500
 * requests a second are logged, beside the same loop without a store; and microseconds of the main thread a row. Then
 * the time of each view of a log of a million rows, on SQLite and Postgres: `node bench/request-log.ts [--quick]
 * [--only loop,requests,usage] [--rows 1000000] [--bodies]`; with `--bodies` each row has its recorded
 * bodies. Writes bench/results/request-log-<date>.json.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openStore } from "#lib/store/open-store.ts";
import type { Store } from "#lib/store/store.ts";
import { requestLogRow } from "../tests/store/request-log-row.ts";
import { measureLogViews, type ViewTimes } from "./log-views.ts";
import { saveResults } from "./measure.ts";
import { table } from "./report.ts";

const ROWS_PER_SECOND = 500;
const KEYS = 50;
const BATCHES = 60;
const ROWS_PER_BATCH = 500;

type Pauses = {
  loop: string;
  rows: number;
  longestMs: number;
  /** Longest piece of the main thread's own work, whatever else the machine does. */
  longestWorkMs: number;
  cpuPercent: number;
};

function logOne(store: Pick<Store, "requestLog" | "keys">, number: number): void {
  const row = requestLogRow({
    id: `req_${randomBytes(12).toString("hex")}`,
    time: Date.now(),
    keyId: `key_${number % KEYS}`,
  });
  store.requestLog.append(row);
  store.keys.touch(row.keyId ?? "", row.time);
}

async function measurePauses(loop: string, log: (number: number) => void, seconds: number): Promise<Pauses> {
  const pauses = monitorEventLoopDelay({ resolution: 1 });
  const cpu = process.threadCpuUsage();
  const start = performance.now();
  const elapsed = () => performance.now() - start;
  let rows = 0;
  let longestWork = 0;
  pauses.enable();
  while (elapsed() < seconds * 1_000) {
    const turn = process.threadCpuUsage();
    while (rows < (elapsed() / 1_000) * ROWS_PER_SECOND) log(rows++);
    await delay(1);
    const work = process.threadCpuUsage(turn);
    longestWork = Math.max(longestWork, work.user + work.system);
  }
  pauses.disable();
  const { user, system } = process.threadCpuUsage(cpu);
  return {
    loop,
    rows,
    longestMs: pauses.max / 1e6,
    longestWorkMs: longestWork / 1_000,
    cpuPercent: (user + system) / 10 / elapsed(),
  };
}

/** Microseconds a row of the main thread alone: collecting, packing, handing over, and the reply. */
async function measureRowCost(store: Store): Promise<number> {
  await store.flush();
  const cpu = process.threadCpuUsage();
  for (let batch = 0; batch < BATCHES; batch += 1) {
    for (let number = 0; number < ROWS_PER_BATCH; number += 1) logOne(store, number);
    await store.flush();
  }
  const { user, system } = process.threadCpuUsage(cpu);
  return (user + system) / (BATCHES * ROWS_PER_BATCH);
}

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", default: "loop,requests,usage" },
    rows: { type: "string" },
    bodies: { type: "boolean", default: false },
  },
});
const { quick, bodies } = values;
const only = new Set(values.only.split(","));
const rows = Number(values.rows ?? (quick ? 50_000 : 1_000_000));
const loop = only.has("loop") ? await measureLoop(quick ? 5 : 20) : undefined;
const measuresViews = only.has("requests") || only.has("usage");
const views = measuresViews ? await measureLogViews({ rows, rounds: quick ? 3 : 7, pages: only, bodies }) : undefined;
if (views)
  console.log(
    `${table(["store", "view", "first ms", "least ms", "p50 ms", "max ms", "CPU ms"], views.map(listCells))}\n`,
  );
saveResults("request-log", { quick, ...loop, ...(views ? { rows, bodies, views } : {}) });

function listCells({ store, view, firstMs, leastMs, p50Ms, maxMs, cpuMs }: ViewTimes): string[] {
  return [store, view, ...[firstMs, leastMs, p50Ms, maxMs, cpuMs].map((ms) => ms.toFixed(0))];
}

async function measureLoop(seconds: number): Promise<{ loops: Pauses[]; microsecondsPerRow: number }> {
  // The data lies on the disk of the checkout: the system's folder for temporary files may be memory, where a commit
  // costs nothing.
  const dataDir = mkdtempSync(join(fileURLToPath(new URL("..", import.meta.url)), ".bench-"));
  try {
    const idle = await measurePauses("without a store", () => {}, seconds);
    const store = await openStore({ dataDir });
    const logging = await measurePauses("500 requests a second logged", (number) => logOne(store, number), seconds);
    const microsecondsPerRow = await measureRowCost(store);
    await store.close();
    const loops = [idle, logging];
    const header = ["event loop", "rows", "longest pause ms", "longest work ms", "main thread CPU %"];
    console.log(
      table(
        header,
        loops.map(({ loop: name, rows: count, longestMs, longestWorkMs, cpuPercent }) => [
          name,
          String(count),
          longestMs.toFixed(1),
          longestWorkMs.toFixed(1),
          cpuPercent.toFixed(1),
        ]),
      ),
    );
    console.log(`\n${microsecondsPerRow.toFixed(2)} µs of the main thread a row\n`);
    return { loops, microsecondsPerRow };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
