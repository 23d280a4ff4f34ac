/** One run of Lighthouse, on a machine that is idle, at the CPU slowdown that suits it. */
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findChromium } from "../scripts/find-chromium.ts";
import type { PlaygroundServer } from "../tests/support/playground-server.ts";

export const LIGHTHOUSE = "lighthouse@13.5.0";
const FLAGS = "--headless=new --no-sandbox --disable-quic --no-first-run --disable-background-networking";

/** Lighthouse's own multiplier, for the machines that it expects. */
export const USUAL_SLOWDOWN = 4;
/** Part of all cores' time that other programs may take when a run starts. */
const IDLE_BELOW = 0.15;
const LONGEST_WAIT_MS = 60_000;

export type Judgement = {
  performance: number;
  accessibility: number;
  firstPaintMs: number;
  largestPaintMs: number;
  blockedMs: number;
  layoutShift: number;
  /** Lighthouse's measure of the machine at the start of the run; a busy machine has a lower one. */
  benchmarkIndex: number;
};
type Report = {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number; score: number | null; scoreDisplayMode: string; title: string }>;
  environment: { benchmarkIndex: number };
};

/**
 * Lighthouse's simulated throttling with its settings for a phone, except for the CPU's.
 * @param folder for temporary files
 * @throws Error when Lighthouse fails
 */
export async function runLighthouse(
  { origin, cookie }: PlaygroundServer,
  { path, folder, slowdown }: { path: string; folder: string; slowdown: number },
): Promise<{ judgement: Judgement; faults: string[] }> {
  const headersPath = join(folder, "headers.json");
  const reportPath = join(folder, "report.json");
  writeFileSync(headersPath, JSON.stringify({ Cookie: cookie }));
  await waitUntilIdle();
  await run([
    ...["--yes", LIGHTHOUSE, origin + path, "--quiet", "--output=json", `--output-path=${reportPath}`],
    ...[`--extra-headers=${headersPath}`, "--only-categories=performance,accessibility", `--chrome-flags=${FLAGS}`],
    `--throttling.cpuSlowdownMultiplier=${slowdown}`,
  ]);
  return readReport(JSON.parse(readFileSync(reportPath, "utf8")));
}

/**
 * Multiplier that makes this machine a phone of Lighthouse's choice: its own 4, and less on a slower machine, by the
 * calculator that its page on throttling names (lighthouse-cpu-throttling-calculator). Never more, though the
 * calculator would on a faster one: 4 is what other reports are made with.
 */
export function slowdownFor(benchmarkIndex: number): number {
  if (benchmarkIndex >= 1300) return Math.min(USUAL_SLOWDOWN, 3 + (benchmarkIndex - 1300) / 233);
  if (benchmarkIndex >= 800) return 2 + (benchmarkIndex - 800) / 500;
  return Math.max(1, 1 + (benchmarkIndex - 150) / 650);
}

/** Waits until other programs leave the processor to the run, for a minute at most. */
async function waitUntilIdle(): Promise<void> {
  const deadline = performance.now() + LONGEST_WAIT_MS;
  while ((await measureLoad()) > IDLE_BELOW && performance.now() < deadline) await delay(500);
}

async function measureLoad(): Promise<number> {
  const before = readTimes();
  await delay(500);
  const after = readTimes();
  return 1 - (after.idle - before.idle) / (after.all - before.all);
}

function readTimes(): { idle: number; all: number } {
  const times = cpus().map((core) => core.times);
  const sum = (pick: (time: (typeof times)[number]) => number) => times.reduce((total, time) => total + pick(time), 0);
  return {
    idle: sum(({ idle }) => idle),
    all: sum(({ user, nice, sys, irq, idle }) => user + nice + sys + irq + idle),
  };
}

function run(args: string[]): Promise<void> {
  const child = spawn("npx", args, {
    env: { ...process.env, CHROME_PATH: findChromium(), npm_config_loglevel: "error" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`lighthouse ended with ${code}`))));
  });
}

function readReport({ categories, audits, environment }: Report): { judgement: Judgement; faults: string[] } {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const number = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const faults = Object.values(audits)
    .filter((audit) => audit.scoreDisplayMode === "binary" && audit.score === 0)
    .map(({ title }) => title);
  const judgement = {
    performance: score("performance"),
    accessibility: score("accessibility"),
    firstPaintMs: number("first-contentful-paint"),
    largestPaintMs: number("largest-contentful-paint"),
    blockedMs: number("total-blocking-time"),
    layoutShift: number("cumulative-layout-shift"),
    benchmarkIndex: environment.benchmarkIndex,
  };
  return { judgement, faults };
}
