/** OpenAPI operations that read evaluations. */
import { z } from "zod";
import { describeQueryParameters } from "#lib/openapi/describe-query-parameters.ts";
import { READ_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { json, TAGS } from "#lib/openapi/operation-parts.ts";
import { cellPlace, evaluationId } from "./openapi.ts";
import { cellSchema, comparisonSchema, evaluationSchema, listSchema, rowsSchema } from "./reply-schema.ts";
import { comparisonQuery, exportQuery, listQuery, rowsQuery } from "./schema.ts";

const shared = { tag: TAGS.evaluations, key: "bearer" } as const;

export const listEvaluations: Operation = {
  ...shared,
  id: "listEvaluations",
  summary: "List evaluations",
  description: "Evaluations of the key, newest first; those of all keys for a key with the scope `admin`.",
  parameters: describeQueryParameters(listQuery),
  replies: { 200: { description: "A page of evaluations.", content: json(listSchema) } },
  errors: READ_ERRORS,
};

export const readEvaluation: Operation = {
  ...shared,
  id: "readEvaluation",
  summary: "Read an evaluation with its sums",
  description: "Its columns and checks, and for each column pass rates, cost, times and tokens so far.",
  parameters: [evaluationId],
  replies: { 200: { description: "The evaluation.", content: json(evaluationSchema) } },
  errors: [...READ_ERRORS, "evaluationNotFound"],
};

export const listEvaluationRows: Operation = {
  ...shared,
  id: "listEvaluationRows",
  summary: "List rows with their cells",
  description: "Rows in their order, each with the start of its outputs.",
  parameters: [evaluationId, ...describeQueryParameters(rowsQuery)],
  replies: { 200: { description: "A page of rows.", content: json(rowsSchema) } },
  errors: [...READ_ERRORS, "evaluationNotFound"],
};

export const compareEvaluationColumns: Operation = {
  ...shared,
  id: "compareEvaluationColumns",
  summary: "Compare two columns row by row",
  description: "Counts the rows that got better and worse from `a` to `b`, and tests the difference.",
  parameters: [evaluationId, ...describeQueryParameters(comparisonQuery)],
  replies: { 200: { description: "The comparison.", content: json(comparisonSchema) } },
  errors: [...READ_ERRORS, "evaluationNotFound", "evaluationColumnNotFound"],
};

export const exportEvaluation: Operation = {
  ...shared,
  id: "exportEvaluation",
  summary: "Export an evaluation",
  description:
    "As JSON, which can be imported again, as CSV, or as a Promptfoo config whose models are this gateway's.",
  parameters: [evaluationId, ...describeQueryParameters(exportQuery)],
  replies: {
    200: {
      description: "The file.",
      content: {
        ...json(z.looseObject({}).meta({ description: "The definition, and the `results` of its cells." })),
        "text/csv": { schema: z.string() },
        "application/yaml": { schema: z.string() },
      },
    },
  },
  errors: [...READ_ERRORS, "evaluationNotFound"],
};

export const readEvaluationCell: Operation = {
  ...shared,
  id: "readEvaluationCell",
  summary: "Read a cell",
  description: "Its whole output, its checks with their reasons, and the id of its request.",
  parameters: cellPlace,
  replies: { 200: { description: "The cell.", content: json(cellSchema) } },
  errors: [...READ_ERRORS, "evaluationNotFound", "evaluationCellNotFound"],
};
