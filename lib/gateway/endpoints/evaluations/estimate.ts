/** Price of an evaluation before it runs: dry runs of some rows of each column. */
import type { ColumnEstimate, EvaluationEstimate, EvaluationStop } from "#lib/contract/evaluation.ts";
import type {
  EvaluationCheck,
  EvaluationColumn,
  EvaluationDefinition,
  EvaluationRow,
} from "#lib/contract/evaluation-definition.ts";
import { preflightReply } from "#lib/contract/preflight.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { createColumnRequest, createModelRequest, type ModelRequest } from "#lib/evaluations/column-request.ts";
import { createJudgeCall } from "#lib/evaluations/judge.ts";
import { fillTemplate } from "#lib/evaluations/template.ts";
import type { Principal } from "#lib/gateway/request/key-ring.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { callModel, type SendOwn } from "./call-model.ts";
import { EVALUATION_LIMITS } from "./evaluation-limits.ts";

type Options = { principal: Principal; send: SendOwn; services: Services; signal: AbortSignal };

export async function estimate(
  { columns, rows, checks = [] }: EvaluationDefinition,
  options: Options,
): Promise<EvaluationEstimate> {
  const sample = pickSample(rows);
  const ofColumns: ColumnEstimate[] = [];
  for (const column of columns) ofColumns.push(await estimateColumn(column, { sample, rows: rows.length, options }));
  const judged = await estimateChecks({ checks, columns, sample, rows, options });
  const parts = [...ofColumns.map(({ worst_case_usd: usd }) => usd), judged.usd];
  return {
    object: "evaluation_estimate",
    cells: columns.length * rows.length,
    sampled_rows: sample.length,
    columns: ofColumns,
    check_requests: judged.requests,
    checks_worst_case_usd: judged.usd,
    worst_case_usd: addUp(parts),
  };
}

/** Some rows, from the first to the last. */
function pickSample(rows: readonly EvaluationRow[]): EvaluationRow[] {
  const count = Math.min(rows.length, EVALUATION_LIMITS.sampledRows);
  const step = count > 1 ? (rows.length - 1) / (count - 1) : 0;
  return Array.from({ length: count }, (_, index) => rows[Math.round(index * step)] as EvaluationRow);
}

async function estimateColumn(
  column: EvaluationColumn,
  { sample, rows, options }: { sample: EvaluationRow[]; rows: number; options: Options },
): Promise<ColumnEstimate> {
  const looked = [];
  for (const { values } of sample) looked.push(await look(createColumnRequest(column, values), options));
  const problem = looked.find(({ problem: found }) => found)?.problem ?? null;
  const tokens = looked.flatMap(({ tokens: count }) => count ?? []);
  const usd = problem ? null : addUp(looked.map(({ usd: amount }) => amount));
  return {
    requests: rows,
    input_tokens: tokens.length > 0 ? Math.round((addUp(tokens) ?? 0) / tokens.length) : null,
    worst_case_usd: usd === null ? null : (usd / sample.length) * rows,
    problem,
  };
}

/** Judges read the prompt, the rubric, and an output of unknown length, which is left out. */
async function estimateChecks({
  checks,
  columns,
  sample,
  rows,
  options,
}: {
  checks: readonly EvaluationCheck[];
  columns: readonly EvaluationColumn[];
  sample: readonly EvaluationRow[];
  rows: readonly EvaluationRow[];
  options: Options;
}): Promise<{ requests: number; usd: number | null }> {
  const ofRows = rows.flatMap(({ checks: own = [] }) => own);
  const asking = (check: EvaluationCheck) => check.type === "judge" || check.type === "similarity";
  const requests = (checks.filter(asking).length * rows.length + ofRows.filter(asking).length) * columns.length;
  const amounts: (number | null)[] = [];
  const [first] = sample;
  const groups = [
    ...checks.map((check) => ({ check, times: rows.length * columns.length })),
    ...ofRows.filter(asking).map((check) => ({ check, times: columns.length })),
  ];
  const known = new Map<string, number | null>();
  for (const { check, times } of groups) {
    if (check.type !== "judge" || !first) continue;
    const prompt = fillTemplate(columns[0]?.prompt ?? columns[0]?.messages?.at(-1)?.content ?? "", first.values);
    const name = `${check.model} ${check.rubric}`;
    if (!known.has(name)) {
      const rubric = fillTemplate(check.rubric, first.values);
      const call = createJudgeCall({ model: check.model, rubric, prompt, output: "" });
      // Rubrics of rows are much alike: their number is bounded.
      const usd = known.size < MOST_JUDGES ? (await look(createModelRequest(call, {}), options)).usd : null;
      known.set(name, usd);
    }
    const usd = known.get(name) ?? null;
    amounts.push(usd === null ? null : usd * times);
  }
  return { requests, usd: addUp(amounts) };
}

const MOST_JUDGES = 20;

type Look = { tokens: number | null; usd: number | null; problem: EvaluationStop | null };

async function look(request: ModelRequest, { principal, send, services, signal }: Options): Promise<Look> {
  const headers = { "x-gateway-dry-run": "true" };
  const { status, json } = await callModel(request, { principal, send, services, headers, signal });
  const reply = status < 400 ? preflightReply.safeParse(json).data : undefined;
  if (reply) return { tokens: reply.input_tokens, usd: reply.worst_case_usd, problem: null };
  const error = dialects[request.dialect].readError(json);
  const problem = { code: error?.code ?? `http_${status}`, message: error?.message ?? `Status ${status}.` };
  return { tokens: null, usd: null, problem };
}

/** Null when one of the amounts is unknown. */
function addUp(amounts: readonly (number | null)[]): number | null {
  let total = 0;
  for (const amount of amounts) {
    if (amount === null) return null;
    total += amount;
  }
  return total;
}
