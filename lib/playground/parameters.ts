/**
 * Values of the request parameters: how they are checked, and how they become body fields. A parameter that is absent
 * from `ParameterValues` is unset: it is not sent, and the model's own default holds.
 */
import { describeJsonProblem } from "./json-problem.ts";
import type { ParameterDefinition, ParameterValue, ParameterValues, ResponseFormat } from "./parameter-definition.ts";
import { PARAMETERS } from "./parameter-list.ts";
import { parseTools } from "./tools.ts";

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
