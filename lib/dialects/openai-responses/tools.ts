/** Tools and tool choice on the wire (wire-formats §2.3): flat, where chat nests. */
import type { JsonSchema, Tool, ToolChoice } from "#lib/canonical/call.ts";
import { pickUnknownFields } from "#lib/canonical/vendor-data.ts";
import type { ResponsesTool, ResponsesToolChoice } from "#lib/contract/openai-responses/wire.ts";
import { DIALECT } from "./dialect-id.ts";

type FunctionTool = {
  name: string;
  description?: string | null;
  parameters?: Record<string, unknown> | null;
  strict?: boolean | null;
};
type CustomTool = { name: string; description?: string | null; format?: unknown };

const FUNCTION_FIELDS = new Set(["type", "name", "description", "parameters", "strict"]);
const CUSTOM_FIELDS = new Set(["type", "name", "description", "format"]);

export function readTool(tool: ResponsesTool): Tool {
  if (tool.type === "function") {
    const { name, description, parameters, strict } = tool as FunctionTool;
    const rest = pickUnknownFields(DIALECT, tool, FUNCTION_FIELDS);
    return {
      kind: "function",
      name,
      ...(description != null ? { description } : {}),
      ...(parameters != null ? { parameters } : {}),
      ...(strict != null ? { strict } : {}),
      ...(rest ? { vendor: rest } : {}),
    };
  }
  if (tool.type === "custom") {
    const { name, description, format } = tool as CustomTool;
    const rest = pickUnknownFields(DIALECT, tool, CUSTOM_FIELDS);
    return {
      kind: "custom",
      name,
      ...(description != null ? { description } : {}),
      ...(format != null ? { format } : {}),
      ...(rest ? { vendor: rest } : {}),
    };
  }
  return { kind: "hosted", dialect: DIALECT, name: tool.type, value: tool };
}

/**
 * @param isOwn true when the call came in this dialect
 * @returns undefined for a hosted tool of another dialect, which this API does not have
 */
export function writeTool(tool: Tool, isOwn: boolean): Record<string, unknown> | undefined {
  if (tool.kind === "hosted") return tool.dialect === DIALECT ? tool.value : undefined;
  const { kind, vendor, ...definition } = tool;
  if (tool.kind === "custom") return { type: kind, ...definition, ...vendor?.[DIALECT] };
  return {
    type: kind,
    ...definition,
    parameters: readSchema(tool.parameters),
    // An absent `strict` means true in this API and false in all others.
    ...(isOwn || tool.strict !== undefined ? {} : { strict: false }),
    ...vendor?.[DIALECT],
  };
}

/** Returns the schema; the field is required, so a function without parameters gets an empty object. */
function readSchema(parameters: JsonSchema | undefined): JsonSchema {
  return typeof parameters === "object" ? parameters : { type: "object", properties: {} };
}

/** Undefined for a choice that only this dialect has (a hosted tool): vendor data. */
export function readToolChoice(choice: ResponsesToolChoice): ToolChoice | undefined {
  if (typeof choice === "string") return { mode: choice };
  if (choice.type === "allowed_tools") {
    const { mode, tools } = choice as { mode: "auto" | "required"; tools: { name?: string | null }[] };
    return { mode: "allowed", require: mode === "required", names: tools.flatMap(({ name }) => name ?? []) };
  }
  if (choice.type !== "function" && choice.type !== "custom") return undefined;
  return { mode: "tool", name: String(choice.name), kind: choice.type };
}

/** True when the vocabulary can express the whole choice: allowed tools may be hosted ones. */
export function isPlainChoice(choice: ResponsesToolChoice): boolean {
  if (typeof choice === "string") return true;
  if (choice.type !== "allowed_tools") return choice.type === "function" || choice.type === "custom";
  const { tools } = choice as { tools: { type: string }[] };
  return tools.every(({ type }) => type === "function" || type === "custom");
}

/** @param tools of the same call: an allowed tool is named with its kind */
export function writeToolChoice(choice: ToolChoice, tools: Tool[] | undefined): unknown {
  switch (choice.mode) {
    case "tool":
      return { type: choice.kind, name: choice.name };
    case "allowed": {
      const allowed = choice.names.map((name) => ({
        type: tools?.find((tool) => tool.name === name)?.kind === "custom" ? "custom" : "function",
        name,
      }));
      return { type: "allowed_tools", mode: choice.require ? "required" : "auto", tools: allowed };
    }
    default:
      return choice.mode;
  }
}
