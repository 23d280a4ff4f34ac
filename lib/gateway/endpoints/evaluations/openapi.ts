/** OpenAPI operations that create and change evaluations. */
import { evaluationDefinition } from "#lib/contract/evaluation-definition.ts";
import { describeQueryParameters } from "#lib/openapi/describe-query-parameters.ts";
import { JSON_ERRORS, KEY_ERRORS, READ_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { example, json, pathParameter, TAGS } from "#lib/openapi/operation-parts.ts";
import { cellSchema, estimateSchema, evaluationSchema, importSchema } from "./reply-schema.ts";
import { cellBody, createQuery, importBody, retryBody, updateBody } from "./schema.ts";

export const evaluationId = pathParameter("evaluation_id", "Its id.", "eval_0123456789abcdefghijklmn");
export const cellPlace = [
  evaluationId,
  pathParameter("row", "Number of the row, from 0.", "0"),
  pathParameter("column", "Number of the column, from 0.", "0"),
];

const DEFINITION = {
  name: "Capitals",
  columns: [
    { model: "sandbox/echo", prompt: "The capital of {{country}} is {{capital}}." },
    { model: "sandbox/echo", api: "anthropic-messages", prompt: "{{capital}}", parameters: { max_tokens: 100 } },
  ],
  checks: [{ type: "contains", value: "{{capital}}" }],
  rows: [{ values: { country: "France", capital: "Paris" } }, { values: { country: "Japan", capital: "Tokyo" } }],
};
const PROMPTFOO = `prompts: ["The capital of {{country}}?"]
providers: ["openai:chat:gpt-5"]
tests:
  - vars: { country: France }
    assert: [{ type: icontains, value: paris }]
`;

const definition = json(evaluationDefinition, { capitals: example("Two columns and a check", DEFINITION) });

export const createEvaluation: Operation = {
  id: "createEvaluation",
  tag: TAGS.evaluations,
  summary: "Create an evaluation and run it",
  description:
    "Calls a model for each row and column, checks each response, and goes on when the client leaves, also after a restart. Its requests are sent with the key of this request: its limits, budgets, log and usage apply. It waits for limits as they ask for it, and pauses at the end of a budget.",
  key: "bearer",
  parameters: describeQueryParameters(createQuery),
  body: definition,
  replies: { 201: { description: "It is stored.", content: json(evaluationSchema) } },
  errors: [...KEY_ERRORS, ...JSON_ERRORS, "evaluationFieldUnknown", "quotaOfItemsExceeded", "quotaOfBytesExceeded"],
};

export const estimateEvaluation: Operation = {
  id: "estimateEvaluation",
  tag: TAGS.evaluations,
  summary: "Estimate the price of an evaluation",
  description: "Looks at some rows of each column without calling a model. Nothing is stored.",
  key: "bearer",
  body: definition,
  replies: { 200: { description: "Its requests and price at most.", content: json(estimateSchema) } },
  errors: [...KEY_ERRORS, ...JSON_ERRORS, "evaluationFieldUnknown"],
};

export const importEvaluation: Operation = {
  id: "importEvaluation",
  tag: TAGS.evaluations,
  summary: "Read a file of another tool",
  description:
    "Returns a Promptfoo config (YAML or JSON), an export of OpenAI's Evals, CSV, JSON, JSONL, or recorded requests of the log as a definition, and names what has no counterpart. Nothing is stored.",
  key: "bearer",
  body: json(importBody, {
    promptfoo: example("A Promptfoo config", { text: PROMPTFOO }),
    log: example("Rows from the request log", { log: { limit: 100 } }),
  }),
  replies: { 200: { description: "The definition.", content: json(importSchema) } },
  errors: [...KEY_ERRORS, ...JSON_ERRORS, "evaluationImportFailed", "evaluationImportTooLarge"],
};

export const updateEvaluation: Operation = {
  id: "updateEvaluation",
  tag: TAGS.evaluations,
  summary: "Pause, resume or rename an evaluation",
  description: "A pause lets running requests end. A completed evaluation stays completed.",
  key: "bearer",
  parameters: [evaluationId],
  body: json(updateBody, { pause: example("Pause it", { state: "paused" }) }),
  replies: { 200: { description: "The evaluation.", content: json(evaluationSchema) } },
  errors: [...KEY_ERRORS, ...JSON_ERRORS, "evaluationNotFound"],
};

export const deleteEvaluation: Operation = {
  id: "deleteEvaluation",
  tag: TAGS.evaluations,
  summary: "Delete an evaluation",
  description: "Removes its rows and results, and stops it.",
  key: "bearer",
  parameters: [evaluationId],
  replies: { 204: { description: "It is deleted." } },
  errors: [...READ_ERRORS, "evaluationNotFound"],
};

export const retryEvaluation: Operation = {
  id: "retryEvaluation",
  tag: TAGS.evaluations,
  summary: "Run cells again",
  description:
    "Removes results and runs their cells, and those without a result. A running evaluation is paused first.",
  key: "bearer",
  parameters: [evaluationId],
  body: json(retryBody, { errors: example("Failed requests", { cells: "errors" }) }),
  replies: { 200: { description: "The evaluation.", content: json(evaluationSchema) } },
  errors: [...KEY_ERRORS, ...JSON_ERRORS, "evaluationNotFound", "evaluationRunning"],
};

export const rateEvaluationCell: Operation = {
  id: "rateEvaluationCell",
  tag: TAGS.evaluations,
  summary: "Rate a cell",
  description: "A thumb decides the checks of the type `human`. Without such a check it is a remark.",
  key: "bearer",
  parameters: cellPlace,
  body: json(cellBody, { up: example("A thumb up", { thumb: "up" }) }),
  replies: { 200: { description: "The cell.", content: json(cellSchema) } },
  errors: [...KEY_ERRORS, ...JSON_ERRORS, "evaluationNotFound", "evaluationCellNotFound"],
};
