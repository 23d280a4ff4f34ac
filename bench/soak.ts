/**
 * Hours in minutes: half of what the gateway can take, in relayed, translated and sandbox calls, whole and streamed,
 * with clients that leave, cut upstreams, errors and stalls:
 * `npm run bench:soak [-- --minutes 10] [--root <checkout>]`.
 * Exit status 1 when memory grows, a call ends otherwise than it should, or the stop takes long or finds a call left
 * over.
 */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { saveResults } from "./measure.ts";
import type { LoopReport, Stall } from "./probe.ts";
import { collectGarbage, watchLoop } from "./probe-client.ts";
import { cpuMicroseconds, residentMegabytes } from "./process-cost.ts";
import { median, table } from "./report.ts";
import type { Outcome, SoakJob, SoakResult } from "./soak-mix.ts";
import { ensureBuildIn, ownRoot, startProcesses, type Target } from "./targets.ts";

const SHARE_OF_CORE = 0.5;
/** Rate of the first calibration; each takes the rate from the CPU of the one before, whose code was less compiled. */
const FIRST_PER_SECOND = 60;
const CALIBRATIONS = 3;
const CALIBRATION_SECONDS = 6;
const MAXIMUM_PER_SECOND = 1000;

/** Compilers, caches and the heap's size settle in this time. */
const SETTLE_SECONDS = 120;
/**
 * Growth that is no leak: between full collections the old generation goes up and down by about as much, and the
 * allocator returns freed pages late. A leak of 1 KB a call would be 50 MB after five minutes at 170 calls a second.
 */
const TOLERANCE_MEGABYTES = 24;
/** Time for the upstream's side of calls that clients have left. */
const QUIET_MS = 3000;
const MAXIMUM_STOP_MS = 2000;
const JOB_GRACE_MS = 60_000;

type MemorySample = { second: number; megabytes: number };

type Check = { name: string; measured: string; limit: string; ok: boolean };

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { minutes: { type: "string", default: "10" }, root: { type: "string", default: ownRoot } },
  });
  const seconds = Number(values.minutes) * 60;
  if (!(seconds > 0)) throw new Error(`--minutes ${values.minutes}: expected a positive number`);
  const root = resolve(values.root);
  await ensureBuildIn(root);
  const dataFolder = mkdtempSync(join(tmpdir(), "parlance-bench-"));
  const processes = await startProcesses(dataFolder, { root });
  try {
    const load = processes.startBeside("soak-load.ts");
    const gateway = await processes.start("gateway", { piped: true, probed: true });
    const output = readOutput(gateway.child);
    const perSecond = await calibrate(load, gateway);
    const liveBefore = await collectGarbage(gateway.child);
    const cpuBefore = cpuMicroseconds(gateway.pid) ?? Number.NaN;
    const start = performance.now();
    const watch = watchMemory(gateway.pid);
    const { report: loop, result } = await watchLoop(gateway.child, () =>
      runSoak(load, gateway, { perSecond, seconds, seed: 1 }),
    );
    const share = ((cpuMicroseconds(gateway.pid) ?? Number.NaN) - cpuBefore) / 1000 / (performance.now() - start);
    const memory = watch.stop();
    await delay(QUIET_MS);
    const liveGrowth = (await collectGarbage(gateway.child)) - liveBefore;
    const stop = await stopGateway(gateway.child, output);
    const checks = [
      ...callChecks(result),
      memoryCheck(memory, { seconds, perSecond }),
      liveCheck(liveGrowth),
      ...stopChecks(stop),
    ];
    print({ perSecond, share, result, memory, loop, checks });
    saveResults(
      "soak",
      { minutes: seconds / 60, perSecond, share, ...result, memory: everyMinute(memory), loop, checks },
      root,
    );
    if (checks.some(({ ok }) => !ok)) process.exitCode = 1;
  } finally {
    await processes.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

/** @returns calls per second that take half of the core */
async function calibrate(load: ChildProcess, gateway: Target): Promise<number> {
  let perSecond = FIRST_PER_SECOND;
  for (let round = 1; round <= CALIBRATIONS; round += 1) {
    const before = cpuMicroseconds(gateway.pid);
    const start = performance.now();
    await runSoak(load, gateway, { perSecond, seconds: CALIBRATION_SECONDS, seed: -round });
    const after = cpuMicroseconds(gateway.pid);
    if (before === undefined || after === undefined) return perSecond;
    const share = (after - before) / 1000 / (performance.now() - start);
    perSecond = Math.min(MAXIMUM_PER_SECOND, Math.round((perSecond * SHARE_OF_CORE) / share));
  }
  return perSecond;
}

async function runSoak(
  load: ChildProcess,
  { origin, key }: Target,
  work: Omit<SoakJob, "origin" | "key">,
): Promise<SoakResult> {
  const signal = AbortSignal.timeout(work.seconds * 1000 + JOB_GRACE_MS);
  const answer = once(load, "message", { signal });
  load.send({ origin, key, ...work } satisfies SoakJob);
  const [result] = await answer;
  return result;
}

function watchMemory(pid: number): { stop(): MemorySample[] } {
  const samples: MemorySample[] = [];
  const timer = setInterval(() => {
    samples.push({ second: samples.length + 1, megabytes: residentMegabytes(pid) ?? Number.NaN });
  }, 1000);
  return {
    stop() {
      clearInterval(timer);
      return samples;
    },
  };
}

function callChecks({ kinds, unexpected, firstUnexpected }: SoakResult): Check[] {
  const calls = Object.values(kinds).reduce((sum, { complete, failed, left }) => sum + complete + failed + left, 0);
  return [
    {
      name: `calls that did not end as they should, of ${calls}`,
      measured: `${unexpected}${firstUnexpected ? ` (${firstUnexpected.replaceAll(/[\s|]+/g, " ")})` : ""}`,
      limit: "0",
      ok: unexpected === 0,
    },
  ];
}

/** Compares the medians of the first and the last quarter of the time after the settling. */
function memoryCheck(memory: MemorySample[], { seconds, perSecond }: { seconds: number; perSecond: number }): Check {
  // A short run tests the harness, and detects only a gross leak.
  const settled = memory.filter(({ second }) => second > Math.min(SETTLE_SECONDS, seconds * 0.4));
  const quarter = Math.ceil(settled.length / 4);
  const level = (samples: MemorySample[]) => median(samples.map(({ megabytes }) => megabytes));
  const growth = level(settled.slice(-quarter)) - level(settled.slice(0, quarter));
  const bytes = (growth * 1024 * 1024) / (perSecond * settled.length * 0.75);
  return {
    name: "growth of resident memory once settled",
    measured: `${growth.toFixed(1)} MB, ${bytes.toFixed(0)} bytes a call`,
    limit: `≤ ${TOLERANCE_MEGABYTES} MB`,
    ok: growth <= TOLERANCE_MEGABYTES,
  };
}

/** Checks the memory while no call is running, which separates a leak from a heap that is collected late. */
function liveCheck(growth: number): Check {
  return {
    name: "growth of live objects and buffers, calibration to end",
    measured: `${growth.toFixed(1)} MB`,
    limit: `≤ ${TOLERANCE_MEGABYTES} MB`,
    ok: growth <= TOLERANCE_MEGABYTES,
  };
}

type Stop = { output: string; code: number | null; milliseconds: number };

function readOutput(child: ChildProcess): () => string {
  let text = "";
  child.stdout?.setEncoding("utf8").on("data", (data: string) => {
    text += data;
  });
  return () => text;
}

async function stopGateway(child: ChildProcess, output: () => string): Promise<Stop> {
  const start = performance.now();
  const exited = once(child, "close");
  child.kill("SIGTERM");
  const [code] = await exited;
  return { output: output(), code, milliseconds: performance.now() - start };
}

/** The gateway says at SIGTERM how many requests are under way, and nothing of them when there are none. */
function stopChecks({ output, code, milliseconds }: Stop): Check[] {
  const [said, count = "0"] = /^Stopping(?:: (\d+)|\.)/m.exec(output) ?? [];
  const limit = MAXIMUM_STOP_MS / 1000;
  return [
    {
      name: "requests under way at SIGTERM",
      measured: said ? count : "not said",
      limit: "0",
      ok: said !== undefined && count === "0",
    },
    {
      name: "from SIGTERM to the end",
      measured: `${(milliseconds / 1000).toFixed(2)} s, exit status ${code}`,
      limit: `≤ ${limit} s, 0`,
      ok: milliseconds <= MAXIMUM_STOP_MS && code === 0,
    },
  ];
}

type Report = {
  perSecond: number;
  share: number;
  result: SoakResult;
  memory: MemorySample[];
  loop: LoopReport;
  checks: Check[];
};

function print({ perSecond, share, result, memory, loop, checks }: Report): void {
  const outcomes: Outcome[] = ["complete", "failed", "left"];
  const kinds = Object.entries(result.kinds).toSorted(([a], [b]) => a.localeCompare(b));
  const load = `${perSecond} calls a second, ${(share * 100).toFixed(0)} % of the core`;
  console.log(
    [
      table(
        [load, ...outcomes],
        kinds.map(([kind, counts]) => [kind, ...outcomes.map((outcome) => String(counts[outcome]))]),
      ),
      table(
        ["minute", "resident MB, median"],
        everyMinute(memory).map(({ minute, megabytes }) => [String(minute), megabytes.toFixed(0)]),
      ),
      table(
        ["check", "measured", "limit", "ok"],
        checks.map(({ name, measured, limit, ok }) => [name, measured, limit, ok ? "yes" : "no"]),
      ),
      `Longest stall of the event loop: ${stallText(loop.longest)}; over 10 ms: ${loop.over10Ms} stalls.`,
    ].join("\n\n"),
  );
}

function stallText({ milliseconds, collectionMs, waitedMs }: Stall): string {
  const waited = waitedMs === undefined ? "" : `, ${waitedMs.toFixed(0)} ms of it waiting for the core`;
  return `${milliseconds.toFixed(0)} ms, ${collectionMs.toFixed(0)} ms of it garbage collection${waited}`;
}

function everyMinute(memory: MemorySample[]): { minute: number; megabytes: number }[] {
  const minutes = Map.groupBy(memory, ({ second }) => Math.ceil(second / 60));
  return [...minutes].map(([minute, samples]) => ({
    minute,
    megabytes: median(samples.map(({ megabytes }) => megabytes)),
  }));
}

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
await main();
