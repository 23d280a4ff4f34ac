/**
 * Request parameters of the chat page. One list drives the panel, the checks and the request body. A parameter that is
 * absent from `ParameterValues` is unset: it is not sent, and the model's own default holds. Ranges: wire-formats §1.1.
 */
import { describeJsonProblem } from "./json-problem.ts";
import { parseTools } from "./tools.ts";

export type ParameterGroup = "Sampling" | "Length" | "Reasoning" | "Output" | "Tool use" | "Request";

type Common = {
  /** The field's name in the request body. */
  name: string;
  label: string;
  group: ParameterGroup;
  description: string;
  /** The capability that a model lists when it takes this parameter. */
  capability?: "reasoning" | "logprobs" | "jsonSchema" | "tools";
};

export type NumberParameter = Common & {
  kind: "number";
  minimum: number;
  maximum: number;
  step: number;
  /** Where the slider stands when the parameter is first set. */
  initial: number;
  integer?: boolean;
  /** A slider makes no sense over a range as wide as a seed's. */
  slider: boolean;
  /** The range in words, when the limits are not the whole story. */
  range?: string;
};
export type ChoiceParameter = Common & { kind: "choice"; options: readonly string[]; initial: string };
export type SwitchParameter = Common & { kind: "switch"; initial: boolean };
export type TextParameter = Common & { kind: "text"; placeholder: string; initial: string };
export type ListParameter = Common & { kind: "list"; maximumItems: number; initial: string[] };
export type FormatParameter = Common & { kind: "format"; initial: ResponseFormat };

export type ParameterDefinition =
  | NumberParameter
  | ChoiceParameter
  | SwitchParameter
  | TextParameter
  | ListParameter
  | FormatParameter;

/** As it is edited: the schema stays text, so that a half-written one is kept. */
export type ResponseFormat = {
  type: "text" | "json_object" | "json_schema";
  name?: string;
  schemaText?: string;
  strict?: boolean;
};

export type ParameterValue = number | string | boolean | string[] | ResponseFormat;
export type ParameterValues = { [name: string]: ParameterValue };

export const EXAMPLE_SCHEMA = `{
  "type": "object",
  "properties": {
    "name": { "type": "string" },
    "population": { "type": "integer" },
    "landmarks": { "type": "array", "items": { "type": "string" } }
  },
  "required": ["name", "population", "landmarks"],
  "additionalProperties": false
}`;

export const PARAMETERS: readonly ParameterDefinition[] = [
  {
    kind: "number",
    name: "temperature",
    label: "Temperature",
    group: "Sampling",
    description: "Higher is more varied, lower is more predictable.",
    minimum: 0,
    maximum: 2,
    step: 0.05,
    initial: 1,
    slider: true,
  },
  {
    kind: "number",
    name: "top_p",
    label: "Top P",
    group: "Sampling",
    description: "Only the likeliest tokens that together reach this probability are drawn from.",
    minimum: 0,
    maximum: 1,
    step: 0.01,
    initial: 1,
    slider: true,
  },
  {
    kind: "number",
    name: "frequency_penalty",
    label: "Frequency penalty",
    group: "Sampling",
    description: "Above zero: fewer verbatim repeats.",
    minimum: -2,
    maximum: 2,
    step: 0.1,
    initial: 0,
    slider: true,
  },
  {
    kind: "number",
    name: "presence_penalty",
    label: "Presence penalty",
    group: "Sampling",
    description: "Above zero: more new topics.",
    minimum: -2,
    maximum: 2,
    step: 0.1,
    initial: 0,
    slider: true,
  },
  {
    kind: "number",
    name: "seed",
    label: "Seed",
    group: "Sampling",
    description: "The same seed and request should give the same answer.",
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    step: 1,
    initial: 42,
    integer: true,
    slider: false,
    range: "any integer",
  },
  {
    kind: "number",
    name: "max_completion_tokens",
    label: "Max tokens",
    group: "Length",
    description: "The longest answer allowed, hidden reasoning included.",
    minimum: 1,
    maximum: 8192,
    step: 1,
    initial: 1024,
    integer: true,
    slider: true,
  },
  {
    kind: "list",
    name: "stop",
    label: "Stop sequences",
    group: "Length",
    description: "The answer ends before any of these strings. Enter adds one.",
    maximumItems: 4,
    initial: [],
  },
  {
    kind: "number",
    name: "n",
    label: "Answers",
    group: "Length",
    description: "How many answers to draw in one request.",
    minimum: 1,
    maximum: 8,
    step: 1,
    initial: 2,
    integer: true,
    slider: true,
  },
  {
    kind: "choice",
    name: "reasoning_effort",
    label: "Reasoning effort",
    group: "Reasoning",
    description: "How long a reasoning model thinks before it answers.",
    options: ["none", "minimal", "low", "medium", "high", "xhigh", "max"],
    initial: "medium",
    capability: "reasoning",
  },
  {
    kind: "choice",
    name: "verbosity",
    label: "Verbosity",
    group: "Reasoning",
    description: "How much the model writes.",
    options: ["low", "medium", "high"],
    initial: "medium",
  },
  {
    kind: "format",
    name: "response_format",
    label: "Response format",
    group: "Output",
    description: "Free text, any JSON object, or JSON that is valid under a schema.",
    initial: { type: "json_schema", name: "answer", schemaText: EXAMPLE_SCHEMA, strict: true },
    capability: "jsonSchema",
  },
  {
    kind: "switch",
    name: "logprobs",
    label: "Log probabilities",
    group: "Output",
    description: "Return the log probability of every token.",
    initial: true,
    capability: "logprobs",
  },
  {
    kind: "number",
    name: "top_logprobs",
    label: "Top log probabilities",
    group: "Output",
    description: "How many alternatives to return for every token. Needs log probabilities on.",
    minimum: 0,
    maximum: 20,
    step: 1,
    initial: 5,
    integer: true,
    slider: true,
    capability: "logprobs",
  },
  {
    kind: "choice",
    name: "tool_choice",
    label: "Tool choice",
    group: "Tool use",
    description: "Whether the model may, must or must not call a tool.",
    options: ["auto", "none", "required"],
    initial: "auto",
    capability: "tools",
  },
  {
    kind: "switch",
    name: "parallel_tool_calls",
    label: "Parallel calls",
    group: "Tool use",
    description: "Whether several tools may be called at once.",
    initial: true,
    capability: "tools",
  },
  {
    kind: "text",
    name: "user",
    label: "User",
    group: "Request",
    description: "A stable name for the end user, for abuse monitoring.",
    placeholder: "user-1234",
    initial: "",
  },
  {
    kind: "text",
    name: "safety_identifier",
    label: "Safety identifier",
    group: "Request",
    description: "A hashed name for the end user; replaces user at newer models.",
    placeholder: "hashed-id",
    initial: "",
  },
  {
    kind: "text",
    name: "prompt_cache_key",
    label: "Prompt cache key",
    group: "Request",
    description: "Requests with the same key share a prompt cache.",
    placeholder: "my-app",
    initial: "",
  },
];

export function findParameter(name: string): ParameterDefinition | undefined {
  return PARAMETERS.find((parameter) => parameter.name === name);
}

/** What the panel writes beside a row, for example "0 – 2". */
export function describeRange(parameter: ParameterDefinition, maximum?: number): string | undefined {
  if (parameter.kind === "list") return `up to ${parameter.maximumItems}`;
  if (parameter.kind !== "number") return undefined;
  return parameter.range ?? `${parameter.minimum} – ${(maximum ?? parameter.maximum).toLocaleString("en")}`;
}

/** Set parameters that cannot be sent as they stand, by name, in words for the panel. */
export function findParameterProblems(values: ParameterValues, toolsText: string): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    const problem = checkValue(name, value);
    if (problem) problems[name] = problem;
  }
  if (values.top_logprobs !== undefined && values.logprobs !== true) {
    problems.top_logprobs = "Needs log probabilities switched on.";
  }
  const tools = parseTools(toolsText);
  if (tools.problem) problems.tools = tools.problem;
  else if (!tools.tools?.length) {
    if (values.tool_choice !== undefined) problems.tool_choice = "Needs at least one tool.";
    if (values.parallel_tool_calls !== undefined) problems.parallel_tool_calls = "Needs at least one tool.";
  }
  return problems;
}

function checkValue(name: string, value: ParameterValue): string | undefined {
  const parameter = findParameter(name);
  if (parameter?.kind === "number") {
    if (typeof value !== "number" || !Number.isFinite(value)) return "Enter a number.";
    if (parameter.integer && !Number.isInteger(value)) return "Enter a whole number.";
    const tooHigh = value > parameter.maximum && name !== "max_completion_tokens" && name !== "n";
    if (value < parameter.minimum || tooHigh) return `Must be within ${describeRange(parameter)}.`;
  }
  if (parameter?.kind === "format") return checkFormat(value as ResponseFormat);
  return undefined;
}

function checkFormat(format: ResponseFormat): string | undefined {
  if (format.type !== "json_schema") return undefined;
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(format.name ?? "")) return "The name takes letters, digits, _ and -, up to 64.";
  return describeJsonProblem(format.schemaText ?? "", "object");
}

/** Switched on, and nothing typed yet: there is nothing to send. */
export function isEmpty(value: ParameterValue): boolean {
  return value === "" || (Array.isArray(value) && value.length === 0);
}

/** The body fields of all set parameters; unset ones are not in it. Values must have passed `findParameterProblems`. */
export function toBodyFields(values: ParameterValues): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const parameter of PARAMETERS) {
    const value = values[parameter.name];
    if (value === undefined || isEmpty(value)) continue;
    fields[parameter.name] = parameter.kind === "format" ? toResponseFormat(value as ResponseFormat) : value;
  }
  if (typeof fields.tool_choice === "string") fields.tool_choice = toToolChoice(fields.tool_choice);
  return fields;
}

/** wire-formats §1.3: a tool is named by an object, the modes by a word. */
function toToolChoice(choice: string): unknown {
  const name = choice.startsWith("function:") ? choice.slice("function:".length) : undefined;
  return name ? { type: "function", function: { name } } : choice;
}

/** wire-formats §1.4. */
function toResponseFormat(format: ResponseFormat): Record<string, unknown> {
  if (format.type !== "json_schema") return { type: format.type };
  return {
    type: "json_schema",
    json_schema: {
      name: format.name,
      schema: JSON.parse(format.schemaText ?? "{}"),
      ...(format.strict === undefined ? {} : { strict: format.strict }),
    },
  };
}
