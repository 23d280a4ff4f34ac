/**
 * Lighthouse's judgement of each page on an emulated phone, by the production server with somebody signed in:
 * `node bench/lighthouse.ts [--quick] [--page /chat]`. The median of three runs; `--quick` makes one.
 * Writes bench/results/lighthouse-<date>.json. Ends with 1 when a goal is missed. Lighthouse itself is fetched by npx.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findChromium } from "../scripts/find-chromium.ts";
import { PAGE_PATHS } from "../tests/support/page-paths.ts";
import { type PlaygroundServer, startPlaygroundServer } from "../tests/support/playground-server.ts";
import { saveResults } from "./measure.ts";
import { median, table } from "./report.ts";

const LIGHTHOUSE = "lighthouse@13.5.0";
const GOALS = { performance: 95, accessibility: 100, largestPaintMs: 2500, layoutShift: 0.02 };
const FLAGS = "--headless=new --no-sandbox --disable-quic --no-first-run --disable-background-networking";

type Judgement = {
  performance: number;
  accessibility: number;
  firstPaintMs: number;
  largestPaintMs: number;
  blockedMs: number;
  layoutShift: number;
};
type Report = {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number; score: number | null; scoreDisplayMode: string; title: string }>;
};

const { values } = parseArgs({
  options: { quick: { type: "boolean", default: false }, page: { type: "string", multiple: true } },
});
const paths = values.page ?? PAGE_PATHS;
const folder = mkdtempSync(join(tmpdir(), "parlance-lighthouse-"));
const server = await startPlaygroundServer({ tokensPerSecond: 1000 });
const results: (Judgement & { path: string; faults: string[] })[] = [];
try {
  for (const path of paths) {
    const runs: { judgement: Judgement; faults: string[] }[] = [];
    for (let run = 0; run < (values.quick ? 1 : 3); run += 1) runs.push(await judge(server, path));
    const judgement = takeMedian(runs.map((run) => run.judgement));
    results.push({ path, ...judgement, faults: [...new Set(runs.flatMap(({ faults }) => faults))] });
    console.log(`${path}: performance ${judgement.performance}, accessibility ${judgement.accessibility}`);
  }
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

const header = ["page", "performance", "accessibility", "FCP ms", "LCP ms", "TBT ms", "CLS"];
console.log(
  table(
    header,
    results.map((result) => [
      result.path,
      result.performance.toFixed(0),
      result.accessibility.toFixed(0),
      result.firstPaintMs.toFixed(0),
      result.largestPaintMs.toFixed(0),
      result.blockedMs.toFixed(0),
      result.layoutShift.toFixed(4),
    ]),
  ),
);
for (const { path, faults } of results) for (const fault of faults) console.log(`${path}: ${fault}`);
saveResults("lighthouse", { lighthouse: LIGHTHOUSE, quick: values.quick, goals: GOALS, results });
process.exitCode = results.every(reachesGoals) ? 0 : 1;

async function judge({ origin, cookie }: PlaygroundServer, path: string) {
  const headersPath = join(folder, "headers.json");
  const reportPath = join(folder, "report.json");
  writeFileSync(headersPath, JSON.stringify({ Cookie: cookie }));
  await run([
    ...["--yes", LIGHTHOUSE, origin + path, "--quiet", "--output=json", `--output-path=${reportPath}`],
    ...[`--extra-headers=${headersPath}`, "--only-categories=performance,accessibility", `--chrome-flags=${FLAGS}`],
  ]);
  return readReport(JSON.parse(readFileSync(reportPath, "utf8")));
}

function run(args: string[]): Promise<void> {
  const child = spawn("npx", args, {
    env: { ...process.env, CHROME_PATH: findChromium() },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`lighthouse ended with ${code}`))));
  });
}

function readReport({ categories, audits }: Report): { judgement: Judgement; faults: string[] } {
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
  };
  return { judgement, faults };
}

/** Each number's own median. */
function takeMedian(runs: Judgement[]): Judgement {
  const middle = (pick: (judgement: Judgement) => number) => median(runs.map(pick));
  return {
    performance: middle((run) => run.performance),
    accessibility: middle((run) => run.accessibility),
    firstPaintMs: middle((run) => run.firstPaintMs),
    largestPaintMs: middle((run) => run.largestPaintMs),
    blockedMs: middle((run) => run.blockedMs),
    layoutShift: middle((run) => run.layoutShift),
  };
}

function reachesGoals(judgement: Judgement): boolean {
  return (
    judgement.performance >= GOALS.performance &&
    judgement.accessibility >= GOALS.accessibility &&
    judgement.largestPaintMs < GOALS.largestPaintMs &&
    judgement.layoutShift < GOALS.layoutShift
  );
}
