/** Replies of `/api/evaluations`. Times are Unix milliseconds, amounts US dollars. */
import type { EvaluationCheck, EvaluationColumn, EvaluationDefinition } from "./evaluation-definition.ts";

export const EVALUATION_STATES = ["running", "paused", "completed"] as const;
export type EvaluationState = (typeof EVALUATION_STATES)[number];

/** Reason of a pause that nobody asked for. */
export type EvaluationStop = { code: string; message: string };

/** A share with its 95 % confidence interval by Wilson. */
export type Rate = { passed: number; of: number; rate: number; low: number; high: number };

export type ColumnSummary = {
  /** Cells that have a result, and those of them that failed with an error of the request. */
  done: number;
  errors: number;
  /** Cells whose checks are open: a human has to rate them, or a check could not be made. */
  open: number;
  /** Share of passed cells among those that passed or failed; null before the first. */
  pass: Rate | null;
  /** The same for each check of every cell, in their order. */
  checks: (Rate | null)[];
  /** Null while no cell has a known price. */
  cost_usd: number | null;
  /** Cost of judges and embeddings. */
  checks_cost_usd: number;
  /** Cells without a known price. */
  unpriced: number;
  p50_ms: number | null;
  p95_ms: number | null;
  input_tokens: number;
  output_tokens: number;
};

export type EvaluationSummary = { cells: number; done: number; columns: ColumnSummary[] };

export type Evaluation = {
  object: "evaluation";
  id: string;
  name: string;
  state: EvaluationState;
  /** Present when it was paused by the gateway. */
  stopped: EvaluationStop | null;
  rows: number;
  columns: EvaluationColumn[];
  checks: EvaluationCheck[];
  /** Names of the fields of the rows. */
  fields: string[];
  concurrency: number;
  created_at: number;
  updated_at: number;
  ended_at: number | null;
  expires_at: number;
  summary: EvaluationSummary;
};

/** Entry of the list; `done` is the number of cells that have a result. */
export type EvaluationEntry = Pick<
  Evaluation,
  "id" | "name" | "state" | "stopped" | "rows" | "created_at" | "updated_at" | "ended_at" | "expires_at"
> & { object: "evaluation"; columns: number; done: number };

export type EvaluationList = {
  object: "list";
  data: EvaluationEntry[];
  has_more: boolean;
  next_cursor: string | null;
};

export type Thumb = "up" | "down";

/** Result of one check; `passed` is null while it is open. */
export type CheckResult = {
  type: EvaluationCheck["type"];
  label: string;
  passed: boolean | null;
  /** Score of a judge, similarity, or number that was found. */
  score?: number;
  /** Why it failed or is open, or what the judge says. */
  reason?: string;
};

/** Cell as a list of rows has it. */
export type CellEntry = {
  state: "done" | "error";
  passed: boolean | null;
  /** First characters of the output, or the error. */
  preview: string;
  ms: number | null;
  cost_usd: number | null;
  thumb: Thumb | null;
};

export type EvaluationRows = {
  object: "list";
  /** Rows that match the filter. */
  total: number;
  offset: number;
  data: { row: number; values: Record<string, string>; cells: (CellEntry | null)[] }[];
};

export const ROW_FILTERS = ["all", "failed", "errors", "open", "better", "worse", "different"] as const;
/** `better` and `worse` compare the columns `a` and `b`: rows that only `b`, or only `a` passed. */
export type RowFilter = (typeof ROW_FILTERS)[number];

export type CellToolCall = { name: string; arguments: string };

export type EvaluationCell = {
  object: "evaluation_cell";
  row: number;
  column: number;
  state: "done" | "error";
  passed: boolean | null;
  output: string;
  tool_calls: CellToolCall[];
  finish: string | null;
  error: EvaluationStop | null;
  checks: CheckResult[];
  input_tokens: number | null;
  output_tokens: number | null;
  cost_usd: number | null;
  checks_cost_usd: number;
  ms: number | null;
  attempts: number;
  /** Id in the request log. */
  request_id: string | null;
  thumb: Thumb | null;
  note: string | null;
  finished_at: number;
  values: Record<string, string>;
};

/** Comparison of two columns over the rows that passed or failed in both (McNemar's exact test). */
export type EvaluationComparison = {
  object: "evaluation_comparison";
  a: number;
  b: number;
  both_passed: number;
  both_failed: number;
  /** Rows that only `b` passed, and those that only `a` passed. */
  better: number;
  worse: number;
  /** Chance of a difference at least this large between columns that are equally good. */
  p_value: number;
};

export type ColumnEstimate = {
  /** Calls of models for all rows, without checks. */
  requests: number;
  /** Mean of the prompts that were looked at. */
  input_tokens: number | null;
  /** Null when a price or the length of the response is unknown. */
  worst_case_usd: number | null;
  /** Refusal of the gateway, such as for a model that the key may not call. */
  problem: EvaluationStop | null;
};

/** Price of an evaluation before it runs, from dry runs of some rows. */
export type EvaluationEstimate = {
  object: "evaluation_estimate";
  cells: number;
  /** Rows of each column that were looked at. */
  sampled_rows: number;
  columns: ColumnEstimate[];
  /** Calls of judges and embeddings models. */
  check_requests: number;
  /** Null when a price or a length is unknown; without judges' reasons about what a response says. */
  checks_worst_case_usd: number | null;
  worst_case_usd: number | null;
};

/** A file of another tool as a definition. */
export type EvaluationImport = {
  object: "evaluation_import";
  format: "promptfoo" | "openai_eval" | "csv" | "jsonl" | "json" | "log";
  definition: Omit<Partial<EvaluationDefinition>, "columns"> & {
    columns: EvaluationColumn[];
    rows: EvaluationDefinition["rows"];
  };
  /** Parts of the file that have no counterpart here. */
  ignored: string[];
};
