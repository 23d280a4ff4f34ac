/** Tool definitions of the panel: the text of the request's `tools` array. */
import type { ToolSettings } from "../chat/chat-settings.ts";
import { type Fields, fields } from "../dialects/json-fields.ts";
import type { TextPage } from "../history/history.ts";
import { formatJson } from "../json-text/format-json.ts";
import { describeJsonProblem } from "../json-text/json-problem.ts";
import type { ParameterValue, ParameterValues } from "../parameters/parameter-definition.ts";

/** A function that the client runs, independent of any dialect. */
export type FunctionTool = {
  name: string;
  description?: string;
  /** JSON Schema of its arguments, as the request has it. */
  schema?: unknown;
  strict?: boolean;
};

export type ToolDefinition = {
  name: string;
  /** The dialect's definition of this tool. */
  raw: Fields;
  /** Absent for tools that the server runs, and for those with free-text input. */
  function?: FunctionTool;
  /** Path of the schema within the entry of the array. */
  schemaPath?: (string | number)[];
};

/** A dialect's notation of tools. */
export type ToolNotation = {
  page: TextPage;
  /** Name of the API, for the screen. */
  name: string;
  /** Example text: an array with one tool. Written at each read, so that loading a page does not. */
  readonly example: string;
  /** Returns the tools of one entry of the array, or a sentence when it has none. */
  read(entry: Fields): ToolDefinition[] | string;
  /** Returns the entries for these tools. */
  write(raws: readonly Fields[]): Fields[];
  /** @param before the previous definition, whose other fields stay */
  writeFunction(tool: FunctionTool, before?: Fields): Fields;
  /** Note for the panel on how a result reports that its tool failed. */
  errorNote: string;
};

export const WEATHER: FunctionTool = {
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

/** The example of every dialect: the weather of a city. */
export function writeExample({ write, writeFunction }: Pick<ToolNotation, "write" | "writeFunction">): string {
  return formatJson(write([writeFunction(WEATHER)]));
}

/** @param limit the maximum length of the name, in characters */
export function readNamed(
  raw: Fields,
  {
    tool,
    schemaPath = [],
    limit = 64,
  }: { tool: Omit<FunctionTool, "name"> & { name: unknown }; schemaPath?: (string | number)[]; limit?: number },
): ToolDefinition | string {
  const { name, schema } = tool;
  if (typeof name !== "string" || !/^[A-Za-z0-9_-]+$/.test(name) || name.length > limit)
    return `the name may have letters, digits, _ and -, up to ${limit}.`;
  if (schema !== undefined && !fields(schema)) return `"${schemaPath.at(-1)}" must be a JSON Schema object.`;
  return { name, raw, function: { ...pickDefined(tool), name }, ...(schema === undefined ? {} : { schemaPath }) };
}

/** Omits fields that are missing or of the wrong type. */
function pickDefined({ description, schema, strict }: { description?: unknown; schema?: unknown; strict?: unknown }) {
  return {
    ...(typeof description === "string" ? { description } : {}),
    ...(schema === undefined ? {} : { schema }),
    ...(typeof strict === "boolean" ? { strict } : {}),
  };
}

export type ParsedTools = { tools?: ToolDefinition[]; problem?: string /** Index in the array. */; entry?: number };

/** Blank text means that tools are unset; anything else must be a well-formed array of tools. */
export function parseTools(text: string, notation: ToolNotation): ParsedTools {
  if (text.trim() === "") return {};
  const jsonProblem = describeJsonProblem(text, "array");
  if (jsonProblem) return { problem: jsonProblem };
  const entries = JSON.parse(text) as unknown[];
  const tools: ToolDefinition[] = [];
  for (const [index, value] of entries.entries()) {
    const entry = fields(value);
    const read = entry ? notation.read(entry) : "must be an object.";
    if (typeof read === "string") return { problem: `Tool ${index + 1}: ${read}`, entry: index };
    for (const tool of read) {
      if (tools.some((other) => other.name === tool.name))
        return { problem: `Two tools are named "${tool.name}".`, entry: index };
      tools.push({ ...tool, ...(tool.schemaPath && { schemaPath: [index, ...tool.schemaPath] }) });
    }
  }
  return { tools };
}

/** Returns the tools of the next request. */
export function activeTools({ toolsText, toolsOff = [] }: ToolSettings, notation: ToolNotation): ToolDefinition[] {
  const { tools = [] } = parseTools(toolsText, notation);
  return toolsOff.length === 0 ? tools : tools.filter(({ name }) => !toolsOff.includes(name));
}

/** Returns the request's `tools` field; {} without tools. */
export function toToolsField(settings: ToolSettings, notation: ToolNotation): { tools?: Fields[] } {
  const tools = activeTools(settings, notation);
  return tools.length === 0 ? {} : { tools: notation.write(tools.map(({ raw }) => raw)) };
}

/** Returns the problems of the tools, or of settings that need tools, by name. */
export function findToolProblems({
  settings,
  notation,
  needTools,
}: {
  settings: ToolSettings & { parameters: ParameterValues };
  notation: ToolNotation;
  /** Names of parameters that have no effect without a tool. The first names the tool that must be called. */
  needTools: readonly string[];
}): Record<string, string> {
  const { problem } = parseTools(settings.toolsText, notation);
  if (problem) return { tools: problem };
  const set = needTools.filter((name) => settings.parameters[name] !== undefined);
  const active = activeTools(settings, notation);
  if (active.length === 0) return Object.fromEntries(set.map((name) => [name, "Requires at least one tool."]));
  const [choice = ""] = needTools;
  const forced = chosenTool(settings.parameters[choice]);
  if (forced === undefined || active.some(({ name }) => name === forced)) return {};
  return { [choice]: `There is no tool “${forced}” in this request.` };
}

/** Returns the tool's name from a choice among modes and tools; undefined for a mode. */
export const chosenTool = (choice: ParameterValue | undefined): string | undefined =>
  typeof choice === "string" && choice.startsWith("function:") ? choice.slice("function:".length) : undefined;
