/** Sums over the results of an evaluation, and the comparison of two of its columns. */
import type { ColumnSummary, EvaluationComparison, EvaluationSummary, RowFilter } from "#lib/contract/evaluation.ts";
import { computeQuantile, computeRate, testPairs } from "#lib/evaluations/statistics.ts";
import type { EvaluationCellResult, EvaluationHead } from "#lib/store/evaluations/evaluation-record.ts";
import type { StoredDefinition } from "./cell-detail.ts";

export function summarize(
  { rowCount, columnCount }: Pick<EvaluationHead, "rowCount" | "columnCount">,
  { checks }: Pick<StoredDefinition, "checks">,
  results: readonly EvaluationCellResult[],
): EvaluationSummary {
  const byColumn = Map.groupBy(results, ({ columnIndex }) => columnIndex);
  return {
    cells: rowCount * columnCount,
    done: results.length,
    columns: Array.from({ length: columnCount }, (_, column) =>
      summarizeColumn(byColumn.get(column) ?? [], checks.length),
    ),
  };
}

function summarizeColumn(cells: readonly EvaluationCellResult[], checkCount: number): ColumnSummary {
  const done = cells.filter(({ state }) => state === "done");
  const passed = done.filter((cell) => cell.passed === 1).length;
  const failed = done.filter((cell) => cell.passed === 0).length;
  const times = done.flatMap(({ totalMs }) => totalMs ?? []).sort((one, other) => one - other);
  const priced = cells.flatMap(({ cost }) => cost ?? []);
  const hasChecks = done.some(({ marks, passed: verdict }) => marks !== "" || verdict !== null);
  return {
    done: cells.length,
    errors: cells.length - done.length,
    open: hasChecks ? done.length - passed - failed : 0,
    pass: computeRate(passed, passed + failed),
    checks: Array.from({ length: checkCount }, (_, check) => {
      const marks = done.map((cell) => cell.marks[check]);
      const right = marks.filter((mark) => mark === "1").length;
      return computeRate(right, right + marks.filter((mark) => mark === "0").length);
    }),
    cost_usd: priced.length > 0 ? sum(priced) : null,
    checks_cost_usd: sum(cells.map(({ checksCost }) => checksCost)),
    unpriced: done.filter(({ cost }) => cost === null).length,
    p50_ms: computeQuantile(times, 0.5),
    p95_ms: computeQuantile(times, 0.95),
    input_tokens: sum(cells.map(({ inputTokens }) => inputTokens ?? 0)),
    output_tokens: sum(cells.map(({ outputTokens }) => outputTokens ?? 0)),
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** @param a, b numbers of columns */
export function compareColumns(
  results: readonly EvaluationCellResult[],
  { a, b }: { a: number; b: number },
): EvaluationComparison {
  const counts = { both_passed: 0, both_failed: 0, better: 0, worse: 0 };
  for (const { first, second } of pairCells(results, { a, b }).values()) {
    if (first === null || second === null) continue;
    if (first === second) counts[first === 1 ? "both_passed" : "both_failed"] += 1;
    else counts[second === 1 ? "better" : "worse"] += 1;
  }
  return { object: "evaluation_comparison", a, b, ...counts, p_value: testPairs(counts.better, counts.worse) };
}

type Pair = { first: number | null; second: number | null };

/** Returns the verdicts of two columns by row; null for a cell that is open, failed or missing. */
function pairCells(results: readonly EvaluationCellResult[], { a, b }: { a: number; b: number }): Map<number, Pair> {
  const pairs = new Map<number, Pair>();
  for (const { rowIndex, columnIndex, passed } of results) {
    if (columnIndex !== a && columnIndex !== b) continue;
    const pair = pairs.get(rowIndex) ?? { first: null, second: null };
    if (columnIndex === a) pair.first = passed;
    if (columnIndex === b) pair.second = passed;
    pairs.set(rowIndex, pair);
  }
  return pairs;
}

/** Returns the numbers of the rows that match a filter, in their order. */
export function filterRows(
  rowCount: number,
  results: readonly EvaluationCellResult[],
  { filter, a, b }: { filter: RowFilter; a: number; b: number },
): number[] {
  if (filter === "all") return Array.from({ length: rowCount }, (_, row) => row);
  if (filter === "better" || filter === "worse" || filter === "different") {
    const wanted = (pair: Pair) => {
      if (pair.first === null || pair.second === null || pair.first === pair.second) return false;
      return filter === "different" || (pair.second === 1) === (filter === "better");
    };
    return [...pairCells(results, { a, b })].flatMap(([row, pair]) => (wanted(pair) ? row : [])).sort(ascending);
  }
  const matches = ({ state, passed, marks }: EvaluationCellResult) => {
    if (filter === "errors") return state === "error";
    if (filter === "failed") return passed === 0;
    return state === "done" && passed === null && marks.includes("-");
  };
  return [...new Set(results.flatMap((cell) => (matches(cell) ? cell.rowIndex : [])))].sort(ascending);
}

const ascending = (one: number, other: number) => one - other;
