/** One run of the load against one process, and the files that keep a benchmark's figures. */
import { type ChildProcess, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cpuMicroseconds, residentMegabytes } from "./process-cost.ts";
import type { LoadJob, LoadResult } from "./protocol.ts";
import { canPin, ownRoot } from "./targets.ts";

export type Sample = LoadResult & {
  /** Microseconds of the process's CPU per request, or per chunk of a stream; NaN if unknown. */
  cpuPerUnit: number;
  /** The process's peak; 0 if unknown. */
  residentMegabytes: number;
};

/** Time for what is under way when a job's time is up; a target that takes longer has hung, and the benchmark fails. */
const JOB_GRACE_MS = 20_000;
const MEMORY_SAMPLE_MS = 250;

/** @param pid of the process whose cost is measured */
export async function takeSample(load: ChildProcess, pid: number, job: LoadJob): Promise<Sample> {
  let residentPeak = 0;
  const watch = setInterval(() => {
    residentPeak = Math.max(residentPeak, residentMegabytes(pid) ?? 0);
  }, MEMORY_SAMPLE_MS);
  const cpuBefore = cpuMicroseconds(pid);
  const result = await runJob(load, job);
  const cpuAfter = cpuMicroseconds(pid);
  clearInterval(watch);
  const units = job.stream ? result.chunks : result.requests;
  const cpu = cpuBefore === undefined || cpuAfter === undefined ? Number.NaN : (cpuAfter - cpuBefore) / units;
  return { ...result, cpuPerUnit: cpu, residentMegabytes: residentPeak };
}

/**
 * Samples all subjects once a round, so that noise of the machine falls on all alike; every other round goes backwards.
 * The samples of a subject are in the order of the rounds.
 */
export async function takeTurns<Subject>(
  subjects: Subject[],
  { rounds, take }: { rounds: number; take: (subject: Subject) => Promise<Sample> },
): Promise<Map<Subject, Sample[]>> {
  const samples = new Map<Subject, Sample[]>(subjects.map((subject) => [subject, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed())
      samples.get(subject)?.push(await take(subject));
  }
  return samples;
}

export async function runJob(load: ChildProcess, job: LoadJob): Promise<LoadResult> {
  const signal = AbortSignal.timeout(job.seconds * 1000 + JOB_GRACE_MS);
  const answer = once(load, "message", { signal });
  load.send(job);
  const [result] = await answer;
  return result;
}

/**
 * Writes bench/results/<benchmark>-<date>.json, with the machine and the commit.
 * @param root of the checkout that was measured
 */
export function saveResults(benchmark: string, results: Record<string, unknown>, root = ownRoot): void {
  const folder = fileURLToPath(new URL("results/", import.meta.url));
  const date = new Date().toISOString();
  const commit = spawnSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).stdout?.trim();
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version, pinned: canPin };
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${benchmark}-${date.slice(0, 16).replace(":", "")}.json`);
  writeFileSync(path, `${JSON.stringify({ date, commit, machine, ...results }, null, 2)}\n`);
  console.log(`Written to ${path}`);
}
