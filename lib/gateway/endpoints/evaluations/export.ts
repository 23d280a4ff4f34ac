/** Writes an evaluation as JSON, CSV or a Promptfoo config. */

import { writeCsvRow } from "#lib/contract/csv.ts";
import type { EvaluationRow } from "#lib/contract/evaluation-definition.ts";
import { writePromptfoo } from "#lib/evaluations/formats/write-promptfoo.ts";
import type { EvaluationHead, EvaluationStore } from "#lib/store/evaluations/evaluation-record.ts";
import { readDefinition } from "./cell-detail.ts";
import { toCell } from "./views.ts";

/** Rows whose cells are read at once. */
const PAGE = 100;

type Source = { evaluation: EvaluationHead; rows: readonly EvaluationRow[]; store: Pick<EvaluationStore, "readCells"> };

/** A definition that can be imported again, with the results beside it. */
export async function* writeJson(source: Source): AsyncGenerator<string> {
  const { evaluation, rows } = source;
  const { columns, checks } = readDefinition(evaluation);
  const { name, concurrency } = evaluation;
  const head = JSON.stringify({ name, columns, checks, concurrency, rows });
  yield `${head.slice(0, -1)},"results":[`;
  let separator = "\n";
  for await (const { cells } of readPages(source)) {
    for (const cell of cells) {
      const { values: _, object: __, ...result } = toCell(cell, {});
      yield separator + JSON.stringify(result);
      separator = ",\n";
    }
  }
  yield "\n]}\n";
}

/** A line for each row; each column has its output, verdict, cost and time. */
export async function* writeCsv(source: Source): AsyncGenerator<string> {
  const { columns, fields } = readDefinition(source.evaluation);
  const names = columns.map(({ name, model }) => name || model);
  const PARTS = ["output", "passed", "checks", "cost_usd", "ms"];
  yield writeCsvRow(["row", ...fields, ...names.flatMap((name) => PARTS.map((part) => `${name}: ${part}`))]);
  for await (const { from, to, cells } of readPages(source)) {
    const byRow = Map.groupBy(cells, ({ rowIndex }) => rowIndex);
    for (let row = from; row < to; row += 1) {
      const values = source.rows[row]?.values ?? {};
      const results = columns.flatMap((_, column) => {
        const stored = byRow.get(row)?.find(({ columnIndex }) => columnIndex === column);
        if (!stored) return PARTS.map(() => null);
        const { output, error, tool_calls: calls, passed, checks, cost_usd: cost, ms } = toCell(stored, {});
        const text = [output, ...calls.map((call) => `${call.name}(${call.arguments})`)].filter(Boolean).join("\n");
        const failed = checks.filter((check) => check.passed === false).map(({ label }) => label);
        const verdict = error ? "error" : passed === null ? "" : String(passed);
        return [error ? error.message : text, verdict, failed.join("; "), cost, ms === null ? null : Math.round(ms)];
      });
      yield writeCsvRow([row + 1, ...fields.map((field) => values[field] ?? ""), ...results]);
    }
  }
}

export async function writePromptfooYaml({ evaluation, rows }: Omit<Source, "store">, origin: string): Promise<string> {
  const { stringify } = await import("yaml");
  const { columns, checks } = readDefinition(evaluation);
  return stringify(writePromptfoo({ name: evaluation.name, columns, checks, rows }, { origin }));
}

async function* readPages({ evaluation: { id, rowCount }, store }: Source) {
  for (let from = 0; from < rowCount; from += PAGE) {
    const to = Math.min(rowCount, from + PAGE);
    yield { from, to, cells: await store.readCells(id, { from, to }) };
  }
}
