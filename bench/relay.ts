/**
 * What the gateway costs over the bare minimum: `npm run bench [-- --quick] [--targets "bare proxy,node mount"]`.
 * Prints tables and writes bench/results/<date>.json. Read the ratios: machines differ, and so do one machine's hours.
 */
import { type ChildProcess, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ensureBuild } from "../scripts/build.ts";
import { cpuMicroseconds, residentMegabytes } from "./process-cost.ts";
import type { LoadJob, LoadResult } from "./protocol.ts";
import { combineSamples, type Measurement, requestTable, type Sample, streamTable } from "./report.ts";
import { canPin, type Processes, startProcesses, type Target, type TargetName } from "./targets.ts";

type Phase = { stream: boolean; levels: number[]; rounds: number; seconds: number };

type Plan = {
  /** Compilers in the engine settle late: on a Next route after some 20,000 requests. */
  warmUp: { requests: number; seconds: number; streamSeconds: number };
  phases: { requests: Phase; streams: Phase };
};

const FULL: Plan = {
  warmUp: { requests: 30_000, seconds: 9, streamSeconds: 2 },
  phases: {
    requests: { stream: false, levels: [1, 16, 64], rounds: 3, seconds: 2.5 },
    streams: { stream: true, levels: [100, 500], rounds: 2, seconds: 5 },
  },
};

const QUICK: Plan = {
  warmUp: { requests: 10_000, seconds: 2, streamSeconds: 0.5 },
  phases: {
    requests: { stream: false, levels: [1, 16, 64], rounds: 1, seconds: 1 },
    streams: { stream: true, levels: [100, 500], rounds: 1, seconds: 1.5 },
  },
};

const MAXIMUM_REQUESTS = 200_000;
/** For what is under way when a job's time is up; a target that takes longer has hung, and the benchmark fails. */
const JOB_GRACE_MS = 20_000;
const MEMORY_SAMPLE_MS = 250;
const TARGETS: TargetName[] = ["direct", "bare proxy", "node mount", "next mount"];

/** A chat request of a usual size. */
const MESSAGES = [
  { role: "system", content: "You are a helpful assistant. Answer in one paragraph." },
  { role: "user", content: "What is a gateway for, and what does it cost? ".repeat(6) },
];

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { quick: { type: "boolean" }, targets: { type: "string" } } });
  const plan = values.quick ? QUICK : FULL;
  const wanted = values.targets?.split(",") ?? TARGETS;
  if (wanted.some((name) => name.endsWith("mount"))) await ensureBuild();
  const dataFolder = mkdtempSync(join(tmpdir(), "parlance-bench-"));
  const processes = await startProcesses(dataFolder);
  try {
    const targets = await startTargets(processes, wanted);
    for (const target of targets) await warmUp(processes.load, target, plan);
    const requests = await measurePhase(processes.load, targets, plan.phases.requests);
    const streams = await measurePhase(processes.load, targets, plan.phases.streams);
    console.log(`\n${requestTable(requests)}\n\n${streamTable(streams)}\n`);
    saveResults({ quick: values.quick ?? false, requests, streams });
    reportFailures([...requests, ...streams]);
  } finally {
    await processes.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

async function startTargets(processes: Processes, wanted: string[]): Promise<Target[]> {
  const targets: Target[] = [];
  for (const name of TARGETS) {
    if (!wanted.includes(name)) continue;
    try {
      targets.push(name === "direct" ? processes.stub : await processes.start(name));
    } catch (error) {
      console.log(`${name}: left out: ${error instanceof Error ? error.message : error}`);
    }
  }
  return targets;
}

async function warmUp(load: ChildProcess, target: Target, { warmUp: { requests, seconds, streamSeconds } }: Plan) {
  const warm = { concurrency: 16, seconds, stream: false };
  await runJob(load, { ...createJob(target, warm), maximumRequests: requests });
  await runJob(load, createJob(target, { concurrency: 100, seconds: streamSeconds, stream: true }));
}

/** Rounds outside, targets inside: what else the machine does falls on all targets alike. */
async function measurePhase(load: ChildProcess, targets: Target[], phase: Phase): Promise<Measurement[]> {
  const { stream, levels, rounds, seconds } = phase;
  const measurements: Measurement[] = [];
  for (const concurrency of levels) {
    const samples = new Map<Target, Sample[]>(targets.map((target) => [target, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const [target, list] of samples) list.push(await takeSample(load, target, { concurrency, seconds, stream }));
    }
    for (const [target, list] of samples) {
      measurements.push({ target: target.name, concurrency, ...combineSamples(list) });
    }
  }
  return measurements;
}

type Load = { concurrency: number; seconds: number; stream: boolean };

async function takeSample(load: ChildProcess, target: Target, size: Load): Promise<Sample> {
  let residentPeak = 0;
  const watch = setInterval(() => {
    residentPeak = Math.max(residentPeak, residentMegabytes(target.pid) ?? 0);
  }, MEMORY_SAMPLE_MS);
  const cpuBefore = cpuMicroseconds(target.pid);
  const result = await runJob(load, createJob(target, size));
  const cpuAfter = cpuMicroseconds(target.pid);
  clearInterval(watch);
  const units = size.stream ? result.chunks : result.requests;
  const cpu = cpuBefore === undefined || cpuAfter === undefined ? Number.NaN : (cpuAfter - cpuBefore) / units;
  return { ...result, cpuPerUnit: cpu, residentMegabytes: residentPeak };
}

function createJob(target: Target, { concurrency, seconds, stream }: Load): LoadJob {
  return {
    url: target.url,
    headers: { "content-type": "application/json", authorization: `Bearer ${target.key}` },
    body: JSON.stringify({ model: target.model, messages: MESSAGES, ...(stream && { stream }) }),
    concurrency,
    seconds,
    maximumRequests: MAXIMUM_REQUESTS,
    stream,
  };
}

async function runJob(load: ChildProcess, job: LoadJob): Promise<LoadResult> {
  const signal = AbortSignal.timeout(job.seconds * 1000 + JOB_GRACE_MS);
  const answer = once(load, "message", { signal });
  load.send(job);
  const [result] = await answer;
  return result;
}

function saveResults(results: { quick: boolean; requests: Measurement[]; streams: Measurement[] }): void {
  const folder = fileURLToPath(new URL("results/", import.meta.url));
  const date = new Date().toISOString();
  const commit = spawnSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).stdout?.trim();
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version, pinned: canPin() };
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${date.slice(0, 16).replace(":", "")}.json`);
  writeFileSync(path, `${JSON.stringify({ date, commit, machine, ...results }, null, 2)}\n`);
  console.log(`Written to ${path}`);
}

/** Figures of a run with failures say nothing. */
function reportFailures(measurements: Measurement[]): void {
  for (const { target, concurrency, failures, failure } of measurements) {
    if (failures === 0) continue;
    console.log(`${target} at ${concurrency}: ${failures} failures, the first: ${failure}`);
    process.exitCode = 1;
  }
}

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
await main();
