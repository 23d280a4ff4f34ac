/** Runs one cell: calls its model and makes its checks. */
import type { CheckResult, EvaluationStop } from "#lib/contract/evaluation.ts";
import type { EvaluationCheck, EvaluationColumn, EvaluationRow } from "#lib/contract/evaluation-definition.ts";
import { type Checked, checkPlainly, judgeAll, type Outcome, toResult } from "#lib/evaluations/check-output.ts";
import { createColumnRequest, type ModelRequest } from "#lib/evaluations/column-request.ts";
import type { PatternCheck } from "#lib/evaluations/match-output.ts";
import type { PatternMatcher } from "#lib/evaluations/pattern-matcher.ts";
import { type ModelOutput, readOutput } from "#lib/evaluations/read-output.ts";
import { fillTemplate } from "#lib/evaluations/template.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { CellPlace, EvaluationCellRecord } from "#lib/store/evaluations/evaluation-record.ts";
import { type CallEnvironment, callWithRetries } from "./call-with-retries.ts";
import { type CellDetail, toStoredVerdict, writeMarks } from "./cell-detail.ts";
import { EVALUATION_LIMITS } from "./evaluation-limits.ts";
import { compareByEmbeddings, judgeOutput } from "./model-checks.ts";

export type CellRun = CallEnvironment & { matcher: PatternMatcher; evaluationId: string; keyId: string };

export type CellJob = { place: CellPlace; column: EvaluationColumn; row: EvaluationRow; checks: EvaluationCheck[] };

/** @throws HaltError, GatewayStoppingError, and the reason of an abort: the cell has no result then */
export async function runCell(job: CellJob, run: CellRun): Promise<EvaluationCellRecord> {
  const { column, row } = job;
  let request: ModelRequest;
  try {
    request = createColumnRequest(column, row.values);
  } catch (thrown) {
    return toRecord(job, run, { ...NOTHING, error: toStop(thrown) });
  }
  const outcome = await callWithRetries(column.model, request, run);
  const { called, attempts } = outcome;
  let error = "error" in outcome ? outcome.error : undefined;
  let output: ModelOutput = { text: "", toolCalls: [], finish: null };
  if (!error && called) {
    try {
      output = readOutput(called.json, request.dialect);
    } catch (thrown) {
      error = toStop(thrown);
    }
  }
  const checks = [...job.checks, ...(row.checks ?? [])];
  const cost = called?.cost ?? null;
  const made = error
    ? { results: [], cost: 0 }
    : await checkAll(checks, { ...output, ms: called?.ms ?? 0, cost, values: row.values }, { job, run });
  return toRecord(job, run, {
    error,
    output,
    results: made.results,
    checksCost: made.cost,
    attempts,
    ...(called === undefined
      ? { requestId: null, ms: null, inputTokens: null, outputTokens: null, cost }
      : { ...called, cost }),
  });
}

type Finished = {
  error: EvaluationStop | undefined;
  output: ModelOutput;
  results: CheckResult[];
  checksCost: number;
  attempts: number;
  requestId: string | null;
  ms: number | null;
  inputTokens: number | null;
  outputTokens: number | null;
  cost: number | null;
};

/** Result of a cell whose request could not be written. */
const NOTHING = {
  output: { text: "", toolCalls: [], finish: null },
  ...{ results: [], checksCost: 0, attempts: 0, requestId: null },
  ...{ ms: null, inputTokens: null, outputTokens: null, cost: null },
};

/** @throws what is a fault of the gateway, and not of the request or its response */
function toStop(thrown: unknown): EvaluationStop {
  if (!GatewayError.isInstance(thrown)) throw thrown;
  return { code: thrown.code ?? thrown.type, message: thrown.message };
}

function toRecord(
  { place, checks }: CellJob,
  { evaluationId, keyId }: CellRun,
  { error, output, results, checksCost, attempts, requestId, ms, inputTokens, outputTokens, cost }: Finished,
): EvaluationCellRecord {
  const detail: CellDetail = {
    toolCalls: output.toolCalls,
    finish: output.finish,
    error: error ?? null,
    checks: results,
    requestId,
    attempts,
  };
  const text = error ? error.message : output.text.slice(0, EVALUATION_LIMITS.outputCharacters);
  const detailText = JSON.stringify(detail);
  return {
    evaluationId,
    rowIndex: place.row,
    columnIndex: place.column,
    keyId,
    state: error ? "error" : "done",
    passed: toStoredVerdict(error ? null : judgeAll(results)),
    // Postgres stores no text with this character.
    output: text.replaceAll("\0", "�"),
    detail: detailText.replaceAll("\\u0000", "�"),
    marks: writeMarks(results, checks.length),
    inputTokens,
    outputTokens,
    cost,
    checksCost,
    totalMs: ms,
    thumb: null,
    note: null,
    bytes: Buffer.byteLength(text) + Buffer.byteLength(detailText) + ROW_BYTES,
    finishedAt: Date.now(),
  };
}

/** Bytes of the other columns and the index of a cell, about. */
const ROW_BYTES = 200;

async function checkAll(
  checks: readonly EvaluationCheck[],
  checked: Checked,
  { job, run }: { job: CellJob; run: CellRun },
): Promise<{ results: CheckResult[]; cost: number }> {
  const patterns = checks.filter((check) => check.type === "regex" || check.type === "json_schema");
  const matched = new Map<PatternCheck, Outcome>();
  if (patterns.length > 0) {
    const filled = patterns.map((check) =>
      check.type === "regex" ? { ...check, pattern: fillPattern(check.pattern, checked) } : check,
    );
    const outcomes = await run.matcher.match({ checks: filled, text: checked.text });
    for (const [index, check] of patterns.entries()) matched.set(check, outcomes[index] ?? UNMADE);
  }
  let cost = 0;
  const results: CheckResult[] = [];
  for (const check of checks) {
    if (check.type === "regex" || check.type === "json_schema") {
      results.push(toResult(check, matched.get(check) ?? UNMADE));
    } else if (check.type === "judge" || check.type === "similarity") {
      const made =
        check.type === "judge"
          ? await judgeOutput(check, checked, { prompt: getPrompt(job), run })
          : await compareByEmbeddings(check, checked, run);
      cost += made.cost;
      results.push(toResult(check, made.outcome));
    } else results.push(toResult(check, checkPlainly(check, checked)));
  }
  return { results, cost };
}

const UNMADE: Outcome = { passed: null, reason: "The check could not be made." };

/** Values of a row are text in a pattern, not a pattern. */
function fillPattern(pattern: string, { values }: Checked): string {
  const literal = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")]),
  );
  return fillTemplate(pattern, literal);
}

/** Returns the last message that the model got. */
function getPrompt({ column, row }: CellJob): string {
  return fillTemplate(column.prompt ?? column.messages?.at(-1)?.content ?? "", row.values);
}
