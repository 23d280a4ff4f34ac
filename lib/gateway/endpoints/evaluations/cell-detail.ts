/** CellDetail: what only a reader of one cell needs, stored as JSON. */
import type { CellToolCall, CheckResult, EvaluationStop } from "#lib/contract/evaluation.ts";
import type { EvaluationCheck, EvaluationColumn, EvaluationRow } from "#lib/contract/evaluation-definition.ts";
import type { EvaluationCellRecord, EvaluationHead } from "#lib/store/evaluations/evaluation-record.ts";

export type CellDetail = {
  toolCalls: CellToolCall[];
  finish: string | null;
  error: EvaluationStop | null;
  checks: CheckResult[];
  requestId: string | null;
  attempts: number;
};

/** Definition as it is stored, without the rows. */
export type StoredDefinition = { columns: EvaluationColumn[]; checks: EvaluationCheck[]; fields: string[] };

export function readDefinition({ definition }: Pick<EvaluationHead, "definition">): StoredDefinition {
  return JSON.parse(definition);
}

export function readRows(dataset: string): EvaluationRow[] {
  return JSON.parse(dataset);
}

export function readDetail({ detail }: Pick<EvaluationCellRecord, "detail">): CellDetail {
  return JSON.parse(detail);
}

/** Returns the results of the checks of every cell as characters. @param count number of those checks */
export function writeMarks(results: readonly CheckResult[], count: number): string {
  return results
    .slice(0, count)
    .map(({ passed }) => (passed === null ? "-" : passed ? "1" : "0"))
    .join("");
}

export function toStoredVerdict(passed: boolean | null): number | null {
  return passed === null ? null : Number(passed);
}
