/** Tool definitions as the panel holds them: the text of the request's `tools` array (wire-formats §1.3). */
import { describeJsonProblem } from "./json-problem.ts";

export type ToolDefinition = { type: string; name: string; description?: string; raw: Record<string, unknown> };

export const EXAMPLE_TOOLS = `[
  {
    "type": "function",
    "function": {
      "name": "get_weather",
      "description": "Current weather of a city",
      "parameters": {
        "type": "object",
        "properties": {
          "city": { "type": "string", "description": "City name" },
          "unit": { "type": "string", "enum": ["celsius", "fahrenheit"] }
        },
        "required": ["city"]
      }
    }
  }
]`;

/** Blank text means that tools are unset; anything else must be a well-formed array of tools. */
export function parseTools(text: string): { tools?: ToolDefinition[]; problem?: string } {
  if (text.trim() === "") return {};
  const jsonProblem = describeJsonProblem(text, "array");
  if (jsonProblem) return { problem: jsonProblem };
  const entries = JSON.parse(text) as unknown[];
  const tools: ToolDefinition[] = [];
  for (const [index, entry] of entries.entries()) {
    const tool = readTool(entry);
    if (typeof tool === "string") return { problem: `Tool ${index + 1}: ${tool}` };
    if (tools.some((other) => other.name === tool.name)) return { problem: `Two tools are named "${tool.name}".` };
    tools.push(tool);
  }
  return { tools };
}

function readTool(entry: unknown): ToolDefinition | string {
  if (!isRecord(entry)) return "must be an object.";
  if (entry.type !== "function" && entry.type !== "custom") return '"type" must be "function" or "custom".';
  const inner = entry[entry.type];
  if (!isRecord(inner)) return `"${entry.type}" must be an object with a name.`;
  if (typeof inner.name !== "string" || !/^[A-Za-z0-9_-]{1,64}$/.test(inner.name)) {
    return "the name takes letters, digits, _ and -, up to 64.";
  }
  if (inner.parameters !== undefined && !isRecord(inner.parameters))
    return '"parameters" must be a JSON Schema object.';
  const description = typeof inner.description === "string" ? inner.description : undefined;
  return { type: entry.type, name: inner.name, description, raw: entry };
}

/** A result to start from when the user answers a call by hand; keeps the demo one click long. */
export function sampleToolResult(name: string, argumentsText: string): string {
  let given: Record<string, unknown> = {};
  try {
    const parsed: unknown = JSON.parse(argumentsText);
    if (isRecord(parsed)) given = parsed;
  } catch {
    // Half-written arguments: the sample does without them.
  }
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
