/** Tool definitions as the panel holds them: the text of the request's `tools` array. */
import { type Fields, fields } from "./json-fields.ts";
import { describeJsonProblem } from "./json-problem.ts";
import type { ParameterValue, ParameterValues } from "./parameter-definition.ts";
import { readArguments } from "./read-arguments.ts";

export type ToolDefinition = { name: string; raw: Fields };

/** How a dialect writes a tool. */
export type ToolNotation = {
  /** The text of an array with one tool. */
  example: string;
  /** One entry of the array; a sentence when it is no tool. */
  read(entry: Fields): ToolDefinition | string;
};

const WEATHER = {
  name: "get_weather",
  description: "Current weather of a city",
  schema: {
    type: "object",
    properties: {
      city: { type: "string", description: "City name" },
      unit: { type: "string", enum: ["celsius", "fahrenheit"] },
    },
    required: ["city"],
  },
};

/** The example of every dialect: the weather of a city, with what is flat on a line. */
export function writeExample(write: (tool: typeof WEATHER) => object): string {
  const indented = JSON.stringify([write(WEATHER)], null, 2);
  return indented.replace(/[[{]\n[^[\]{}]*[\]}]/g, (leaf) => leaf.replace(/\n\s*/g, " "));
}

/** wire-formats §1.3: what a tool is stands under its type. */
export const CHAT_TOOLS: ToolNotation = {
  example: writeExample(({ name, description, schema }) => ({
    type: "function",
    function: { name, description, parameters: schema },
  })),
  read(entry) {
    if (entry.type !== "function" && entry.type !== "custom") return '"type" must be "function" or "custom".';
    const inner = fields(entry[entry.type]);
    if (!inner) return `"${entry.type}" must be an object with a name.`;
    return readNamed(entry, { name: inner.name, schema: inner.parameters, schemaField: "parameters" });
  },
};

/** @param limit the longest name, in characters */
export function readNamed(
  raw: Fields,
  { name, schema, schemaField, limit = 64 }: { name: unknown; schema: unknown; schemaField: string; limit?: number },
): ToolDefinition | string {
  if (typeof name !== "string" || !/^[A-Za-z0-9_-]+$/.test(name) || name.length > limit)
    return `the name takes letters, digits, _ and -, up to ${limit}.`;
  if (schema !== undefined && !fields(schema)) return `"${schemaField}" must be a JSON Schema object.`;
  return { name, raw };
}

/** Blank text means that tools are unset; anything else must be a well-formed array of tools. */
export function parseTools(text: string, notation: ToolNotation): { tools?: ToolDefinition[]; problem?: string } {
  if (text.trim() === "") return {};
  const jsonProblem = describeJsonProblem(text, "array");
  if (jsonProblem) return { problem: jsonProblem };
  const entries = JSON.parse(text) as unknown[];
  const tools: ToolDefinition[] = [];
  for (const [index, value] of entries.entries()) {
    const entry = fields(value);
    const tool = entry ? notation.read(entry) : "must be an object.";
    if (typeof tool === "string") return { problem: `Tool ${index + 1}: ${tool}` };
    if (tools.some((other) => other.name === tool.name)) return { problem: `Two tools are named "${tool.name}".` };
    tools.push(tool);
  }
  return { tools };
}

/** What is wrong with the tools, or with settings that need some, by name. */
export function findToolProblems({
  toolsText,
  notation,
  values,
  needTools,
}: {
  toolsText: string;
  notation: ToolNotation;
  values: ParameterValues;
  /** Names of parameters that mean nothing without a tool. */
  needTools: readonly string[];
}): Record<string, string> {
  const { tools, problem } = parseTools(toolsText, notation);
  if (problem) return { tools: problem };
  if (tools?.length) return {};
  const set = needTools.filter((name) => values[name] !== undefined);
  return Object.fromEntries(set.map((name) => [name, "Needs at least one tool."]));
}

/** A choice among modes and tools, as the panel keeps it: the tool's name, where it is one. */
export const chosenTool = (choice: ParameterValue | undefined): string | undefined =>
  typeof choice === "string" && choice.startsWith("function:") ? choice.slice("function:".length) : undefined;

/** A result to start from when the user answers a call by hand; keeps the demo one click long. */
export function sampleToolResult(name: string, argumentsText: string): string {
  const given = readArguments(argumentsText);
  if (!/weather/i.test(name)) return toCompactJson({ ok: true });
  const unit = given.unit === "fahrenheit" ? "fahrenheit" : "celsius";
  // Different places should differ, and the same place should not change between renders.
  const warmth = hashOf(String(given.city ?? given.location ?? "")) % 14;
  const temperature = unit === "celsius" ? 9 + warmth : 48 + warmth * 2;
  return toCompactJson({ temperature, unit, conditions: warmth % 2 ? "light rain" : "sunny" });
}

/** JSON as a person would write it on one line, or indented when a line is too short for it. */
export function toCompactJson(value: unknown): string {
  const indented = JSON.stringify(value, null, 2) ?? "null";
  const line = indented.replace(/\n\s*/g, " ");
  return line.length <= 96 && !indented.includes("\\n") ? line : indented;
}

const hashOf = (text: string) => [...text].reduce((hash, character) => (hash * 31 + character.charCodeAt(0)) % 9973, 7);
