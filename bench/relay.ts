/**
 * What the gateway costs over the bare minimum: `npm run bench [-- --quick] [--targets "bare proxy,node mount"]`.
 * Prints tables and writes bench/results/relay-<date>.json. Read the ratios: machines differ, and so do one machine's hours.
 */
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBuild } from "../scripts/build.ts";
import { runJob, type Sample, saveResults, takeSample } from "./measure.ts";
import { type LoadJob, PACED } from "./protocol.ts";
import { combineSamples, type Measurement, requestTable, streamTable } from "./report.ts";
import { type Processes, startProcesses, type Target, type TargetName } from "./targets.ts";
import { chatWire } from "./wire.ts";

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
const TARGETS: TargetName[] = ["direct", "bare proxy", "node mount", "next mount"];

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
    saveResults("relay", { quick: values.quick ?? false, requests, streams });
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
      for (const [target, list] of samples)
        list.push(await takeSample(load, target.pid, createJob(target, { concurrency, seconds, stream })));
    }
    for (const [target, list] of samples) {
      measurements.push({ target: target.name, concurrency, ...combineSamples(list) });
    }
  }
  return measurements;
}

type Size = { concurrency: number; seconds: number; stream: boolean };

function createJob({ origin, path, model, key }: Target, { concurrency, seconds, stream }: Size): LoadJob {
  return {
    url: origin + path,
    headers: { "content-type": "application/json", ...chatWire.headers(key) },
    body: JSON.stringify(chatWire.request(model, stream)),
    concurrency,
    seconds,
    maximumRequests: MAXIMUM_REQUESTS,
    ...(stream && { stream: { pattern: PACED, marker: chatWire.marker } }),
  };
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
