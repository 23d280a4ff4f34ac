/**
 * Values of the request parameters: checks and display. A parameter that is absent from `ParameterValues` is unset: it
 * is not sent, and the model's own default applies.
 */
import { describeJsonProblem } from "../json-text/json-problem.ts";
import type { ParameterDefinition, ParameterValue, ParameterValues, ResponseFormat } from "./parameter-definition.ts";

/** Returns the text beside a parameter's row, for example "0 – 2". */
export function describeRange(parameter: ParameterDefinition, maximum?: number): string | undefined {
  if (parameter.kind === "list") return `up to ${parameter.maximumItems}`;
  if (parameter.kind !== "number") return undefined;
  return parameter.range ?? `${parameter.minimum} – ${(maximum ?? parameter.maximum).toLocaleString("en")}`;
}

/** Returns the problems of set parameters that cannot be sent, by name, as text for the panel. */
export function findValueProblems(
  parameters: readonly ParameterDefinition[],
  values: ParameterValues,
): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const parameter of parameters) {
    const value = values[parameter.name];
    const problem = value === undefined ? undefined : checkValue(parameter, value);
    if (problem) problems[parameter.name] = problem;
  }
  return problems;
}

function checkValue(parameter: ParameterDefinition, value: ParameterValue): string | undefined {
  if (parameter.kind === "number") {
    if (typeof value !== "number" || !Number.isFinite(value)) return "Enter a number.";
    if (parameter.integer && !Number.isInteger(value)) return "Enter a whole number.";
    const tooHigh = value > parameter.maximum && !parameter.open;
    if (value < parameter.minimum || tooHigh) return `Must be within ${describeRange(parameter)}.`;
  }
  if (parameter.kind === "text" && String(value).length > (parameter.maximumLength ?? Number.POSITIVE_INFINITY))
    return `Must be at most ${parameter.maximumLength} characters.`;
  if (parameter.kind === "format") return checkFormat(value as ResponseFormat, parameter.unnamed);
  return undefined;
}

/** Returns what is wrong with an output format. @param unnamed true where a schema has no name */
export function checkFormat(format: ResponseFormat, unnamed = false): string | undefined {
  if (format.type !== "json_schema") return undefined;
  if (!unnamed && !/^[A-Za-z0-9_-]{1,64}$/.test(format.name ?? ""))
    return "Use letters, digits, _ and -, up to 64 characters.";
  return describeJsonProblem(format.schemaText ?? "", "object");
}

/** Returns true for a value that is switched on but blank: there is nothing to send. */
export function isEmpty(value: ParameterValue): boolean {
  return value === "" || (Array.isArray(value) && value.length === 0);
}
