/** Evaluations and cells in the API's form. */
import type {
  CellEntry,
  Evaluation,
  EvaluationCell,
  EvaluationEntry,
  EvaluationSummary,
} from "#lib/contract/evaluation.ts";
import type {
  EvaluationCellHead,
  EvaluationCellRecord,
  EvaluationHead,
} from "#lib/store/evaluations/evaluation-record.ts";
import { readDefinition, readDetail } from "./cell-detail.ts";

const readStop = ({ stopped }: Pick<EvaluationHead, "stopped">) => (stopped === null ? null : JSON.parse(stopped));

export function toEntry(head: EvaluationHead & { done: number }): EvaluationEntry {
  return {
    object: "evaluation",
    id: head.id,
    name: head.name,
    state: head.state,
    stopped: readStop(head),
    rows: head.rowCount,
    columns: head.columnCount,
    done: head.done,
    created_at: head.createdAt,
    updated_at: head.updatedAt,
    ended_at: head.endedAt,
    expires_at: head.expiresAt,
  };
}

export function toEvaluation(head: EvaluationHead, summary: EvaluationSummary): Evaluation {
  const { columns: _, done: __, ...entry } = toEntry({ ...head, done: 0 });
  return { ...entry, ...readDefinition(head), concurrency: head.concurrency, summary };
}

const toVerdict = (passed: number | null) => (passed === null ? null : passed === 1);
const toThumb = (thumb: number | null) => (thumb === null ? null : thumb === 1 ? ("up" as const) : ("down" as const));

export function toCellEntry({ state, passed, preview, totalMs, cost, thumb }: EvaluationCellHead): CellEntry {
  return { state, passed: toVerdict(passed), preview, ms: totalMs, cost_usd: cost, thumb: toThumb(thumb) };
}

export function toCell(cell: EvaluationCellRecord, values: Record<string, string>): EvaluationCell {
  const { toolCalls, finish, error, checks, requestId, attempts } = readDetail(cell);
  return {
    object: "evaluation_cell",
    row: cell.rowIndex,
    column: cell.columnIndex,
    state: cell.state,
    passed: toVerdict(cell.passed),
    output: cell.state === "error" ? "" : cell.output,
    tool_calls: toolCalls,
    finish,
    error,
    checks,
    input_tokens: cell.inputTokens,
    output_tokens: cell.outputTokens,
    cost_usd: cell.cost,
    checks_cost_usd: cell.checksCost,
    ms: cell.totalMs,
    attempts,
    request_id: requestId,
    thumb: toThumb(cell.thumb),
    note: cell.note,
    finished_at: cell.finishedAt,
    values,
  };
}
