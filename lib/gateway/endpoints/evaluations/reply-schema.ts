/** Replies of `/api/evaluations`, for the OpenAPI document. */
import { z } from "zod";
import {
  type CellEntry,
  EVALUATION_STATES,
  type Evaluation,
  type EvaluationCell,
  type EvaluationComparison,
  type EvaluationEstimate,
  type EvaluationImport,
  type EvaluationList,
  type EvaluationRows,
} from "#lib/contract/evaluation.ts";
import { evaluationCheck, evaluationColumn, evaluationRow } from "#lib/contract/evaluation-definition.ts";

const time = z.int().describe("Unix milliseconds.");
const usd = z.number().describe("US dollars.");
const stop = z
  .looseObject({ code: z.string(), message: z.string() })
  .meta({ id: "EvaluationStop", description: "Why the gateway paused it, or a request failed." });

const rate = z
  .looseObject({
    passed: z.int(),
    of: z.int(),
    rate: z.number(),
    low: z.number().describe("Lower bound of the 95 % confidence interval, by Wilson."),
    high: z.number(),
  })
  .meta({ id: "PassRate" });

const columnSummary = z
  .looseObject({
    done: z.int(),
    errors: z.int().describe("Cells whose request failed; they are in no pass rate."),
    open: z.int().describe("Cells that a human has to rate, or with a check that could not be made."),
    pass: rate.nullable(),
    checks: z.array(rate.nullable()).describe("Pass rate of each check of every cell."),
    cost_usd: usd.nullable().describe("Null while no cell has a known price."),
    checks_cost_usd: usd.describe("Cost of judges and embeddings."),
    unpriced: z.int(),
    p50_ms: z.number().nullable(),
    p95_ms: z.number().nullable(),
    input_tokens: z.int(),
    output_tokens: z.int(),
  })
  .meta({ id: "EvaluationColumnSummary" });

const entry = {
  object: z.literal("evaluation"),
  id: z.string(),
  name: z.string(),
  state: z.enum(EVALUATION_STATES),
  stopped: stop.nullable().describe("Set when the gateway paused it, such as at the end of a budget."),
  rows: z.int(),
  created_at: time,
  updated_at: time,
  ended_at: time.nullable(),
  expires_at: time.describe("Time of its removal."),
};

export const evaluationSchema = z
  .looseObject({
    ...entry,
    columns: z.array(evaluationColumn),
    checks: z.array(evaluationCheck),
    fields: z.array(z.string()).describe("Names of the fields of the rows."),
    concurrency: z.int(),
    summary: z.looseObject({ cells: z.int(), done: z.int(), columns: z.array(columnSummary) }),
  })
  .meta({ id: "Evaluation" }) satisfies z.ZodType<Evaluation>;

export const listSchema = z
  .looseObject({
    object: z.literal("list"),
    data: z.array(z.looseObject({ ...entry, columns: z.int(), done: z.int() })),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: "EvaluationList" }) satisfies z.ZodType<EvaluationList>;

const state = z.enum(["done", "error"]);
const passed = z.boolean().nullable().describe("Null while it is open, and without checks.");
const thumb = z.enum(["up", "down"]).nullable();

const cellEntry = z.looseObject({
  state,
  passed,
  preview: z.string().describe("First characters of the output, or of the error."),
  ms: z.number().nullable(),
  cost_usd: usd.nullable(),
  thumb,
}) satisfies z.ZodType<CellEntry>;

export const rowsSchema = z
  .looseObject({
    object: z.literal("list"),
    total: z.int().describe("Rows that match the filter."),
    offset: z.int(),
    data: z.array(
      z.looseObject({
        row: z.int(),
        values: z.record(z.string(), z.string()).describe("Their first characters."),
        cells: z.array(cellEntry.nullable()).describe("By column; null without a result."),
      }),
    ),
  })
  .meta({ id: "EvaluationRows" }) satisfies z.ZodType<EvaluationRows>;

export const cellSchema = z
  .looseObject({
    object: z.literal("evaluation_cell"),
    row: z.int(),
    column: z.int(),
    state,
    passed,
    output: z.string(),
    tool_calls: z.array(z.looseObject({ name: z.string(), arguments: z.string() })),
    finish: z.string().nullable(),
    error: stop.nullable(),
    checks: z.array(
      z.looseObject({
        type: z.enum([
          "equals",
          "contains",
          "regex",
          "json_schema",
          "numeric",
          "similarity",
          "tool_call",
          "latency",
          "cost",
          "judge",
          "human",
        ]),
        label: z.string(),
        passed,
        score: z.number().optional(),
        reason: z.string().optional(),
      }),
    ),
    input_tokens: z.int().nullable(),
    output_tokens: z.int().nullable(),
    cost_usd: usd.nullable(),
    checks_cost_usd: usd,
    ms: z.number().nullable(),
    attempts: z.int(),
    request_id: z.string().nullable().describe("Id in the request log."),
    thumb,
    note: z.string().nullable(),
    finished_at: time,
    values: z.record(z.string(), z.string()),
  })
  .meta({ id: "EvaluationCell" }) satisfies z.ZodType<EvaluationCell>;

export const comparisonSchema = z
  .looseObject({
    object: z.literal("evaluation_comparison"),
    a: z.int(),
    b: z.int(),
    both_passed: z.int(),
    both_failed: z.int(),
    better: z.int().describe("Rows that only `b` passed."),
    worse: z.int().describe("Rows that only `a` passed."),
    p_value: z.number().describe("Of McNemar's exact test, two-sided."),
  })
  .meta({ id: "EvaluationComparison" }) satisfies z.ZodType<EvaluationComparison>;

export const estimateSchema = z
  .looseObject({
    object: z.literal("evaluation_estimate"),
    cells: z.int(),
    sampled_rows: z.int().describe("Rows of each column that were looked at."),
    columns: z.array(
      z.looseObject({
        requests: z.int(),
        input_tokens: z.int().nullable().describe("Mean of the rows that were looked at."),
        worst_case_usd: usd.nullable(),
        problem: stop.nullable().describe("Refusal of the gateway, such as of a model that the key may not call."),
      }),
    ),
    check_requests: z.int().describe("Calls of judges and embeddings models."),
    checks_worst_case_usd: usd.nullable().describe("Without the responses that judges read, and without embeddings."),
    worst_case_usd: usd.nullable().describe("Null when a price or a length is unknown."),
  })
  .meta({ id: "EvaluationEstimate" }) satisfies z.ZodType<EvaluationEstimate>;

export const importSchema = z
  .looseObject({
    object: z.literal("evaluation_import"),
    format: z.enum(["promptfoo", "openai_eval", "csv", "jsonl", "json", "log"]),
    definition: z
      .looseObject({
        name: z.string().optional(),
        columns: z.array(evaluationColumn),
        checks: z.array(evaluationCheck).optional(),
        rows: z.array(evaluationRow),
        concurrency: z.int().optional(),
      })
      .describe("Files of rows have no columns."),
    ignored: z.array(z.string()).describe("Parts of the file that have no counterpart."),
  })
  .meta({ id: "EvaluationImport" }) satisfies z.ZodType<EvaluationImport>;
