/**
 * A run of an evaluation of 2,000 rows and 4 columns against the stub, beside as many relayed chat requests:
 * `node bench/evaluations.ts [--quick]`. Writes bench/results/evaluations-<date>.json.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Evaluation } from "#lib/contract/evaluation.ts";
import { runJob, saveResults, takeSample } from "./measure.ts";
import { relayRoute } from "./phases/setting.ts";
import { cpuMicroseconds, residentMegabytes } from "./process-cost.ts";
import { table } from "./report.ts";
import { createRouteJob } from "./routes.ts";
import { ADMIN_KEY, startProcesses, type Target } from "./targets.ts";

const COLUMNS = 4;
const CONCURRENCY = 32;
const POLL_MS = 250;
/** A page of rows while the run goes on, in milliseconds. */
const MOST_PAGE_MS = 100;

const { quick = false } = parseArgs({ options: { quick: { type: "boolean" } } }).values;
const ROWS = quick ? 200 : 2_000;
const headers = { authorization: `Bearer ${ADMIN_KEY}`, "content-type": "application/json" };

async function request<Reply>({ origin }: Target, path: string, body?: object): Promise<Reply> {
  const init = body ? { method: "POST", body: JSON.stringify(body) } : {};
  const response = await fetch(`${origin}/api/evaluations${path}`, { headers, ...init });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Reply;
}

async function runEvaluation(gateway: Target) {
  const cpuBefore = cpuMicroseconds(gateway.pid) ?? Number.NaN;
  const begin = performance.now();
  const columns = Array.from({ length: COLUMNS }, (_, index) => ({
    name: `Column ${index + 1}`,
    model: "openai/stub-model",
    prompt: "Say {{word}}",
  }));
  const rows = Array.from({ length: ROWS }, (_, index) => ({ values: { word: `word ${index}` } }));
  const checks = [{ type: "contains", value: "e" }];
  const { id } = await request<Evaluation>(gateway, "", {
    ...{ name: "bench", columns, rows, checks, concurrency: CONCURRENCY },
  });
  const pages: number[] = [];
  let peak = 0;
  let evaluation: Evaluation;
  do {
    await delay(POLL_MS);
    peak = Math.max(peak, residentMegabytes(gateway.pid) ?? 0);
    const asked = performance.now();
    await request(gateway, `/${id}/rows?limit=50`);
    pages.push(performance.now() - asked);
    evaluation = await request<Evaluation>(gateway, `/${id}`);
  } while (evaluation.state === "running");
  const seconds = (performance.now() - begin) / 1_000;
  const { cells, done, columns: summaries } = evaluation.summary;
  const errors = summaries.reduce((sum, column) => sum + column.errors, 0);
  if (evaluation.state !== "completed" || done !== cells || errors > 0)
    throw new Error(`the run is ${evaluation.state}: ${done} of ${cells} cells, ${errors} errors`);
  pages.sort((one, other) => one - other);
  return {
    cells,
    seconds,
    cpuPerCell: ((cpuMicroseconds(gateway.pid) ?? Number.NaN) - cpuBefore) / cells,
    peakMegabytes: peak,
    pageP50: pages[pages.length >> 1] ?? Number.NaN,
    pageMax: pages.at(-1) ?? Number.NaN,
  };
}

const folder = mkdtempSync(join(tmpdir(), "parlance-bench-"));
const processes = await startProcesses(folder);
try {
  const gateway = await processes.start("core");
  const job = (seconds: number) => createRouteJob(gateway, relayRoute, { concurrency: CONCURRENCY, seconds });
  await runJob(processes.load, job(quick ? 1 : 4));
  const relay = await takeSample(processes.load, gateway.pid, job(quick ? 1 : 4));
  const run = await runEvaluation(gateway);
  console.log(
    table(
      ["figure", "value"],
      [
        ["cells", run.cells.toLocaleString("en")],
        ["seconds", run.seconds.toFixed(1)],
        ["CPU µs a cell", run.cpuPerCell.toFixed(0)],
        ["CPU µs of a relayed request", relay.cpuPerUnit.toFixed(0)],
        ["ratio", `${(run.cpuPerCell / relay.cpuPerUnit).toFixed(1)} ×`],
        ["resident MB at most", run.peakMegabytes.toFixed(0)],
        ["a page of 50 rows meanwhile, p50 ms", run.pageP50.toFixed(1)],
        ["the slowest page, ms", run.pageMax.toFixed(1)],
      ],
    ),
  );
  console.log(`\nTarget: p50 of a page at most ${MOST_PAGE_MS} ms: ${run.pageP50 <= MOST_PAGE_MS ? "yes" : "no"}\n`);
  saveResults("evaluations", { quick, relayCpuMicroseconds: relay.cpuPerUnit, ...run });
} finally {
  await processes.stop();
  rmSync(folder, { recursive: true, force: true });
}
