/** EvaluationDefinition: rows × columns of an evaluation and the checks of its cells, as clients send it. */
import { z } from "zod";
import { fieldRules } from "./errors/field-rules.ts";

/** Bounds on one evaluation. */
export const EVALUATION_BOUNDS = {
  columns: 8,
  rows: 10_000,
  cells: 40_000,
  checks: 20,
  rowChecks: 10,
  concurrency: 32,
  /** Characters of one value, prompt or rubric. */
  text: 200_000,
} as const;

const text = z.string().max(EVALUATION_BOUNDS.text);
const filled = text.min(1);
const name = z.string().min(1).max(200);
const schemaObject = z.record(z.string(), z.unknown());

const common = {
  name: z.string().max(200).optional().describe("Shown in place of a description made from the fields."),
  negate: z.boolean().optional().describe("True when the check passes where it would fail."),
};
const ignoreCase = z.boolean().optional().describe("Whether upper and lower case are the same.");

/** Text fields of checks may hold `{{field}}` of the row. */
export const evaluationCheck = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("equals"),
    value: text.describe("Text; spaces at both ends do not count."),
    ignore_case: ignoreCase,
    ...common,
  }),
  z.strictObject({ type: z.literal("contains"), value: filled, ignore_case: ignoreCase, ...common }),
  z.strictObject({
    type: z.literal("regex"),
    pattern: filled.max(2_000).describe("Regular expression of JavaScript; it runs for at most a second."),
    flags: z
      .string()
      .regex(/^[imsu]{0,4}$/, { error: fieldRules.regexFlags })
      .optional(),
    ...common,
  }),
  z.strictObject({
    type: z.literal("json_schema"),
    schema: schemaObject.optional().describe("JSON Schema; any JSON passes without one."),
    ...common,
  }),
  z.strictObject({
    type: z.literal("numeric"),
    value: filled.describe("Number as text. It is compared with the last number in the output."),
    tolerance: z.number().min(0).optional().describe("Largest difference; 0 when absent."),
    relative: z.boolean().optional().describe("Whether the tolerance is a share of the value, such as 0.01."),
    ...common,
  }),
  z.strictObject({
    type: z.literal("similarity"),
    value: filled,
    model: name.describe("Embeddings model."),
    threshold: z.number().min(-1).max(1).describe("Least cosine similarity."),
    ...common,
  }),
  z.strictObject({
    type: z.literal("tool_call"),
    tool: name.describe("Function that must be called."),
    arguments: schemaObject.optional().describe("Arguments that the call must have; text may hold `{{field}}`."),
    exact: z.boolean().optional().describe("Whether other arguments are not allowed."),
    ...common,
  }),
  z.strictObject({ type: z.literal("latency"), max_ms: z.number().min(1), ...common }),
  z.strictObject({ type: z.literal("cost"), max_usd: z.number().min(0), ...common }),
  z.strictObject({
    type: z.literal("judge"),
    model: name.describe("Model that judges."),
    rubric: filled.describe("What a good response does."),
    threshold: z.number().min(0).max(1).optional().describe("Least score; the judge's own verdict counts without it."),
    ...common,
  }),
  z
    .strictObject({ type: z.literal("human"), ...common })
    .describe("Passes with a thumb up; open until somebody rates."),
]);

const role = z.enum(["system", "user", "assistant"]);
const parameters = z
  .strictObject({
    temperature: z.number().min(0).max(2).optional(),
    top_p: z.number().min(0).max(1).optional(),
    max_tokens: z.int().min(1).max(1_000_000).optional(),
    seed: z.int().optional(),
    stop: z.array(z.string().min(1).max(200)).max(8).optional(),
    reasoning_effort: z.enum(["none", "minimal", "low", "medium", "high", "xhigh", "max"]).optional(),
  })
  .describe("Written in the words of the API format.");

const API_FORMATS = ["openai-chat", "openai-responses", "anthropic-messages", "google-generate"] as const;

export const evaluationColumn = z
  .strictObject({
    name: z.string().max(200).optional().describe("The model's name when absent."),
    model: name,
    api: z.enum(API_FORMATS).optional().describe("API format of the requests; `openai-chat` when absent."),
    system: text.optional().describe("System prompt, with `{{field}}`."),
    prompt: filled.optional().describe("User message, with `{{field}}`."),
    messages: z
      .array(z.strictObject({ role, content: text }))
      .min(1)
      .max(100)
      .optional()
      .describe("Messages in place of `prompt`, with `{{field}}`."),
    parameters: parameters.optional(),
    tools: z
      .array(
        z.strictObject({ name, description: z.string().max(10_000).optional(), parameters: schemaObject.optional() }),
      )
      .max(64)
      .optional(),
    tool_choice: z.union([z.enum(["auto", "none", "required"]), z.strictObject({ name })]).optional(),
    response_schema: schemaObject.optional().describe("JSON Schema of the response, where the model can follow one."),
    body: schemaObject.optional().describe("Fields of the API format that are added to each request as they are."),
  })
  .refine(({ prompt, messages }) => (prompt === undefined) !== (messages === undefined), {
    error: fieldRules.promptOrMessages,
    path: ["prompt"],
  });

export const evaluationRow = z.strictObject({
  values: z.record(z.string().min(1).max(200), text).describe("Value of each field."),
  checks: z.array(evaluationCheck).max(EVALUATION_BOUNDS.rowChecks).optional().describe("Checks of this row alone."),
});

export const evaluationDefinition = z
  .strictObject({
    name,
    columns: z.array(evaluationColumn).min(1).max(EVALUATION_BOUNDS.columns),
    checks: z.array(evaluationCheck).max(EVALUATION_BOUNDS.checks).optional().describe("Checks of every cell."),
    rows: z.array(evaluationRow).min(1).max(EVALUATION_BOUNDS.rows),
    concurrency: z
      .int()
      .min(1)
      .max(EVALUATION_BOUNDS.concurrency)
      .optional()
      .describe("Requests at the same time; 8 when absent."),
  })
  .refine(({ columns, rows }) => columns.length * rows.length <= EVALUATION_BOUNDS.cells, {
    error: fieldRules.mostCells(EVALUATION_BOUNDS.cells),
    path: ["rows"],
  })
  .meta({ id: "EvaluationDefinition", description: "Rows, columns and checks." });

export type EvaluationCheck = z.infer<typeof evaluationCheck>;
export type EvaluationColumn = z.infer<typeof evaluationColumn>;
export type EvaluationRow = z.infer<typeof evaluationRow>;
export type EvaluationDefinition = z.infer<typeof evaluationDefinition>;
