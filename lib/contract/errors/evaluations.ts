/** Errors of evaluations. */
import { defineErrors } from "./define-errors.ts";
import { code, count, quote } from "./wording.ts";

export const evaluationErrors = defineErrors({
  evaluationNotFound: {
    status: 404,
    code: "evaluation_not_found",
    message: "Evaluation not found. It may have been deleted or have expired, or belong to another key.",
  },
  evaluationCellNotFound: {
    status: 404,
    code: "evaluation_cell_not_found",
    message: ({ row, column }: { row: number; column: number }) =>
      `The cell of row ${row} and column ${column} has no result. Wait until it has run; rows and columns count from 0.`,
    sample: { row: 12, column: 1 },
  },
  evaluationColumnNotFound: {
    status: 400,
    code: "invalid_value",
    message: ({ param, columns }: { param: string; columns: number }) =>
      `${code(param)} must be the number of a column, from 0 to ${columns - 1}.`,
    sample: { param: "b", columns: 2 },
  },
  evaluationFieldUnknown: {
    status: 400,
    code: "unknown_field",
    message: ({ param, field, known }: { param: string; field: string; known: readonly string[] }) =>
      `${code(param)} uses the field ${quote(field)}, which no row has. The rows have ${
        known.length > 0
          ? known
              .slice(0, 10)
              .map((name) => quote(name))
              .join(", ")
          : "no fields"
      }.`,
    sample: { param: "columns[0].prompt", field: "question", known: ["input", "expected"] },
  },
  evaluationRunning: {
    status: 409,
    code: "evaluation_running",
    message: "The evaluation is running. Pause it first.",
  },
  evaluationImportFailed: {
    status: 400,
    code: "import_failed",
    param: "text",
    message: ({ format, problem }: { format: string; problem: string }) =>
      `${code("text")} cannot be read as ${format}: ${problem}.`,
    sample: { format: "Promptfoo YAML", problem: "it has no `prompts`" },
  },
  evaluationImportTooLarge: {
    status: 413,
    code: "import_too_large",
    param: "text",
    message: ({ rows, limit }: { rows: number; limit: number }) =>
      `${code("text")} must have at most ${count(limit)} rows; got ${count(rows)}. Import a part of it.`,
    sample: { rows: 20_000, limit: 10_000 },
  },
  evaluationResponseTooLong: {
    status: 502,
    code: "response_too_long",
    message: ({ limit }: { limit: number }) =>
      `The response of the model has more than ${limit / 1024 / 1024} MB. Limit its length with \`max_tokens\`.`,
    sample: { limit: 16 * 1024 * 1024 },
  },
  evaluationResponseNotJson: {
    status: 502,
    code: "response_not_json",
    message: "The response of the model is not JSON. Run the cell again, or look at the request in the log.",
  },
});
