/** `parlance eval run`: runs an evaluation on a gateway, prints its sums, and fails when too little passed. */
import { writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { toCommandLine } from "#lib/config/command-line.ts";
import { getProcessEnvironment, readVariable } from "#lib/config/environment.ts";
import type { Evaluation, EvaluationCell, EvaluationEstimate, EvaluationRows } from "#lib/contract/evaluation.ts";
import { type Command, runCommand, UsageError } from "./commands/command.ts";
import { readEvaluationFile } from "./commands/read-evaluation-file.ts";

const USAGE = `${toCommandLine("eval run <file> [options]")}
  Runs a definition (JSON), a Promptfoo config (YAML or JSON) or an export of OpenAI's Evals on a running gateway.
  The exit status is 0 when every column passes, 1 when one does not, and 2 for a wrong call.
  --url URL              the gateway; PARLANCE_URL or http://127.0.0.1:3000 when absent
  --key-env NAME         the variable with the gateway's key; PARLANCE_API_KEY when absent
  --min-pass-rate N      least pass rate of each column, from 0 to 1; 1 when absent
  --max-cost USD         runs nothing when it may cost more
  --concurrency N        requests at once
  --output FILE          writes the results: .json, or .csv
  --quiet                prints no progress`;

const OPTIONS = {
  url: { type: "string" },
  "key-env": { type: "string" },
  "min-pass-rate": { type: "string" },
  "max-cost": { type: "string" },
  concurrency: { type: "string" },
  output: { type: "string" },
  quiet: { type: "boolean" },
} as const;

const POLL_MS = 500;
/** Failed cells that are printed. */
const SHOWN_FAILURES = 10;

export const evaluate: Command = {
  name: "eval",
  usage: USAGE,
  async run(args) {
    const { values, positionals } = readArguments(args);
    const [action, file, ...rest] = positionals;
    if (action !== "run" || file === undefined || rest.length > 0) throw new UsageError("it needs `run` and a file");
    const least = readNumber("--min-pass-rate", values["min-pass-rate"] ?? "1", { from: 0, to: 1 });
    const most =
      values["max-cost"] === undefined ? undefined : readNumber("--max-cost", values["max-cost"], { from: 0 });
    const environment = getProcessEnvironment();
    const url = (values.url ?? readVariable(environment, "PARLANCE_URL") ?? "http://127.0.0.1:3000").replace(
      /\/+$/,
      "",
    );
    const variable = values["key-env"] ?? "PARLANCE_API_KEY";
    const key = readVariable(environment, variable);
    if (!key) throw new Error(`set ${variable} to a key of the gateway`);
    const api = createApi(url, key);
    const { definition, ignored } = await readEvaluationFile(file);
    for (const name of ignored) console.error(`eval: ignored: ${name}`);
    const concurrency = values.concurrency === undefined ? undefined : Number(values.concurrency);
    const body = { ...definition, ...(concurrency === undefined ? {} : { concurrency }) };
    await requirePrice(api, body, most);
    const { id } = await api<Evaluation>("POST", "", body);
    const ended = await waitForEnd(api, id, { isQuiet: values.quiet === true });
    printSums(ended);
    await printFailures(api, ended);
    if (values.output !== undefined) await writeResults(api, id, values.output);
    requirePassed(ended, least);
  },
};

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}`);
  }
}

function readNumber(
  name: string,
  text: string,
  { from, to = Number.POSITIVE_INFINITY }: { from: number; to?: number },
) {
  const number = Number(text);
  if (text.trim() !== "" && number >= from && number <= to) return number;
  throw new UsageError(`${name} must be a number from ${from}${Number.isFinite(to) ? ` to ${to}` : ""}`);
}

type Api = <Reply>(method: string, path: string, body?: unknown) => Promise<Reply>;

/** Sends requests to `/api/evaluations`; their errors have the gateway's message. */
function createApi(url: string, key: string): Api {
  return async <Reply>(method: string, path: string, body?: unknown): Promise<Reply> => {
    const response = await fetch(`${url}/api/evaluations${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error: Error) => {
      throw new Error(`${url} does not respond: ${error.cause instanceof Error ? error.cause.message : error.message}`);
    });
    const text = await response.text();
    if (response.ok) return (response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text) as Reply;
    throw new Error(`${method} ${path || "/"}: ${readMessage(text) ?? `status ${response.status}`}`);
  };
}

function readMessage(text: string): string | undefined {
  try {
    const { message } = JSON.parse(text);
    return typeof message === "string" ? message : undefined;
  } catch {
    return undefined;
  }
}

async function requirePrice(api: Api, definition: object, most: number | undefined): Promise<void> {
  const { cells, worst_case_usd: usd, columns } = await api<EvaluationEstimate>("POST", "/estimate", definition);
  const problem = columns.find((column) => column.problem)?.problem;
  if (problem) throw new Error(problem.message);
  console.log(`${cells} cells, ${usd === null ? "of unknown price" : `$${usd.toFixed(4)} at most`}`);
  if (most !== undefined && (usd === null || usd > most)) throw new Error(`--max-cost is $${most}: nothing was run`);
}

/** Waits also while the gateway restarts: the run is the gateway's. */
async function waitForEnd(api: Api, id: string, { isQuiet }: { isQuiet: boolean }): Promise<Evaluation> {
  let failures = 0;
  let last = -1;
  for (;;) {
    try {
      const evaluation = await api<Evaluation>("GET", `/${id}`);
      failures = 0;
      const { done, cells } = evaluation.summary;
      if (!isQuiet && done !== last) console.error(`${done} of ${cells}`);
      last = done;
      if (evaluation.state === "completed") return evaluation;
      if (evaluation.state === "paused") {
        throw new PausedError(`${id} was paused: ${evaluation.stopped?.message ?? "by somebody"}`);
      }
    } catch (error) {
      failures += 1;
      if (error instanceof PausedError || failures > MOST_FAILURES) throw error;
    }
    await sleep(POLL_MS);
  }
}

class PausedError extends Error {}
/** Two minutes. */
const MOST_FAILURES = 240;

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

function printSums({ id, columns, summary }: Evaluation): void {
  console.log(`${id}:`);
  for (const [index, { pass, errors, cost_usd: cost, p50_ms: p50, p95_ms: p95 }] of summary.columns.entries()) {
    const name = columns[index]?.name || columns[index]?.model;
    const rate = pass
      ? `${percent(pass.rate)} of ${pass.of} passed (95 %: ${percent(pass.low)} to ${percent(pass.high)})`
      : "no verdicts";
    const price = cost === null ? "unknown cost" : `$${cost.toFixed(4)}`;
    console.log(`  ${name}: ${rate}, ${errors} errors, ${price}, p50 ${format(p50)}, p95 ${format(p95)}`);
  }
}

const format = (ms: number | null) => (ms === null ? "—" : `${Math.round(ms)} ms`);

async function printFailures(api: Api, { id, columns }: Evaluation): Promise<void> {
  let shown = 0;
  for (const filter of ["errors", "failed"] as const) {
    const { data } = await api<EvaluationRows>("GET", `/${id}/rows?filter=${filter}&limit=${SHOWN_FAILURES}`);
    for (const { row, cells } of data) {
      for (const [column, entry] of cells.entries()) {
        const isWanted = entry && (filter === "errors" ? entry.state === "error" : entry.passed === false);
        if (!isWanted || shown >= SHOWN_FAILURES) continue;
        shown += 1;
        const { error, checks } = await api<EvaluationCell>("GET", `/${id}/cells/${row}/${column}`);
        const failed = checks.filter(({ passed }) => passed === false);
        const why = error?.message ?? failed.map(({ label, reason = "" }) => `${label}. ${reason}`.trim()).join(" ");
        console.log(`  row ${row + 1}, ${columns[column]?.name || columns[column]?.model}: ${why}`);
      }
    }
  }
}

async function writeResults(api: Api, id: string, file: string): Promise<void> {
  const isCsv = file.endsWith(".csv");
  const results = await api<unknown>("GET", `/${id}/export?format=${isCsv ? "csv" : "json"}`);
  await writeFile(file, typeof results === "string" ? results : `${JSON.stringify(results, null, 1)}\n`);
}

/** @throws Error that names the columns, for the exit status 1 */
function requirePassed({ columns, summary, checks }: Evaluation, least: number): void {
  const failed = summary.columns.flatMap(({ pass, errors, open }, index) => {
    const name = columns[index]?.name || columns[index]?.model;
    if (errors > 0) return [`${name} has ${errors} errors`];
    if (pass && pass.rate < least) return [`${name} passed ${percent(pass.rate)}, less than ${percent(least)}`];
    return checks.length > 0 && open > 0 && !pass ? [`${name} has no verdict`] : [];
  });
  if (failed.length > 0) throw new Error(failed.join("; "));
}

if (import.meta.main) process.exitCode = await runCommand(evaluate, process.argv.slice(2));
