/** Queries and bodies of `/api/evaluations`. */
import { z } from "zod";
import { fieldRules } from "#lib/contract/errors/field-rules.ts";
import { ROW_FILTERS } from "#lib/contract/evaluation.ts";
import { EVALUATION_BOUNDS } from "#lib/contract/evaluation-definition.ts";
import { queryNumber } from "#lib/contract/wire-schema.ts";
import type { EvaluationHead } from "#lib/store/evaluations/evaluation-record.ts";
import { EVALUATION_LIMITS } from "./evaluation-limits.ts";

const CURSOR = /^(\d{1,15})\.([0-9a-z_]{1,64})$/;
/** Rows of one import from the log: each is decompressed. */
const MOST_LOG_ROWS = 500;
const column = queryNumber(0, EVALUATION_BOUNDS.columns - 1);

export const listQuery = z.strictObject({
  limit: queryNumber(1, 100).default(30).describe("Limit on the evaluations of a page."),
  cursor: z
    .string()
    .regex(CURSOR, { error: fieldRules.nextCursor })
    .optional()
    .describe("The `next_cursor` of the page before."),
});

export const createQuery = z.strictObject({
  start: z.enum(["true", "false"]).default("true").describe("`false` stores it without running it."),
});

export const rowsQuery = z.strictObject({
  offset: queryNumber(0, EVALUATION_BOUNDS.rows).default(0).describe("Matching rows before the page."),
  limit: queryNumber(1, EVALUATION_LIMITS.pageRows).default(50).describe("Limit on the rows of a page."),
  filter: z
    .enum(ROW_FILTERS)
    .default("all")
    .describe("Rows with a cell that failed, met an error or is open; or rows that only one of two columns passed."),
  a: column.default(0).describe("First column of `better`, `worse` and `different`."),
  b: column.default(1).describe("Second column."),
});

export const comparisonQuery = z.strictObject({
  a: column.default(0).describe("Number of the first column, from 0."),
  b: column.default(1).describe("Number of the column that is compared with it."),
});

export const exportQuery = z.strictObject({
  format: z
    .enum(["json", "csv", "promptfoo"])
    .default("json")
    .describe("`promptfoo` is the definition as a Promptfoo config in YAML; the others have the results."),
});

export const updateBody = z
  .strictObject({
    name: z.string().min(1).max(200).optional(),
    state: z.enum(["running", "paused"]).optional().describe("Pauses or resumes it."),
    concurrency: z.int().min(1).max(EVALUATION_BOUNDS.concurrency).optional(),
  })
  .meta({ id: "UpdateEvaluationRequest", description: "What to change." });

export const retryBody = z
  .strictObject({
    cells: z
      .union([z.enum(["errors", "failed", "all"]), z.strictObject({ row: z.int().min(0), column: z.int().min(0) })])
      .describe("Results to remove: of failed requests, also of failed checks, all, or one cell."),
  })
  .meta({ id: "RetryEvaluationRequest", description: "Cells that run again." });

export const cellBody = z
  .strictObject({
    thumb: z.enum(["up", "down"]).nullable().optional().describe("Null takes it back."),
    note: z.string().max(2_000).nullable().optional(),
  })
  .meta({ id: "RateEvaluationCellRequest", description: "What a human thinks of a cell." });

const importedText = z.strictObject({
  text: z.string().min(1).describe("Contents of the file."),
  format: z
    .enum(["promptfoo", "openai_eval", "csv", "jsonl", "json"])
    .optional()
    .describe("Found in the text when absent."),
});
const importedLog = z.strictObject({
  log: z
    .strictObject({
      limit: z.int().min(1).max(MOST_LOG_ROWS).describe("Limit on the rows."),
      model: z.string().min(1).max(300).optional().describe("Only requests of this model."),
    })
    .describe("Rows from the newest recorded requests of the log."),
});

export const importBody = z
  .union([importedText, importedLog])
  .meta({ id: "ImportEvaluationRequest", description: "A file of another tool, or a part of the request log." });

export type ListQuery = z.output<typeof listQuery>;
export type CreateQuery = z.output<typeof createQuery>;
export type RowsQuery = z.output<typeof rowsQuery>;
export type ComparisonQuery = z.output<typeof comparisonQuery>;
export type ExportQuery = z.output<typeof exportQuery>;

type Position = Pick<EvaluationHead, "id" | "createdAt">;

export function writeCursor({ createdAt, id }: Position): string {
  return `${createdAt}.${id}`;
}

export function readCursor(cursor: string | undefined): Position | undefined {
  const [, createdAt, id] = (cursor !== undefined && CURSOR.exec(cursor)) || [];
  return createdAt === undefined || id === undefined ? undefined : { createdAt: Number(createdAt), id };
}
