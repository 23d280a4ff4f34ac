/** Tools and tool choice on the wire (wire-formats §1.3). */
import type { Tool, ToolChoice } from "#lib/canonical/call.ts";
import type { ToolKind } from "#lib/canonical/part.ts";
import { pickUnknownFields } from "#lib/canonical/vendor-data.ts";
import type { ChatTool, ChatToolChoice } from "#lib/contract/openai-chat/wire.ts";
import { DIALECT } from "./dialect-id.ts";

type NamedFunction = {
  name: string;
  description?: string | null;
  parameters?: Record<string, unknown> | null;
  strict?: boolean | null;
};
type NamedCustom = { name: string; description?: string | null; format?: unknown };

const FUNCTION_FIELDS = new Set(["name", "description", "parameters", "strict"]);
const CUSTOM_FIELDS = new Set(["name", "description", "format"]);

export function readTool(tool: ChatTool | { type: "function"; function: Record<string, unknown> }): Tool {
  if (tool.type === "function") {
    const { name, description, parameters, strict } = tool.function as NamedFunction;
    const rest = pickUnknownFields(DIALECT, tool.function as Record<string, unknown>, FUNCTION_FIELDS);
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
    const { name, description, format } = (tool as { custom: NamedCustom }).custom;
    const rest = pickUnknownFields(DIALECT, (tool as { custom: Record<string, unknown> }).custom, CUSTOM_FIELDS);
    return {
      kind: "custom",
      name,
      ...(description != null ? { description } : {}),
      ...(format !== undefined ? { format } : {}),
      ...(rest ? { vendor: rest } : {}),
    };
  }
  return { kind: "hosted", dialect: DIALECT, name: tool.type, value: tool as Record<string, unknown> };
}

/** Returns undefined for a hosted tool of another dialect, which this API does not have. */
export function writeTool(tool: Tool): Record<string, unknown> | undefined {
  if (tool.kind === "hosted") return tool.dialect === DIALECT ? tool.value : undefined;
  const { kind, vendor, ...definition } = tool;
  return { type: kind, [kind]: { ...definition, ...vendor?.[DIALECT] } };
}

export function readToolChoice(choice: ChatToolChoice): ToolChoice {
  if (typeof choice === "string") return { mode: choice };
  if (choice.type === "allowed_tools") {
    const { mode, tools } = choice.allowed_tools;
    const names = tools.flatMap((tool) => tool.function?.name ?? tool.custom?.name ?? []);
    return { mode: "allowed", require: mode === "required", names };
  }
  const name = choice.type === "custom" ? choice.custom.name : choice.function.name;
  return { mode: "tool", name, kind: choice.type };
}

/** @param tools of the same call: an allowed tool is named with its kind */
export function writeToolChoice(choice: ToolChoice, tools: Tool[] | undefined): unknown {
  switch (choice.mode) {
    case "tool":
      return { type: choice.kind, [choice.kind]: { name: choice.name } };
    case "allowed": {
      const allowed = choice.names.map((name) => {
        const kind: ToolKind = tools?.find((tool) => tool.name === name)?.kind === "custom" ? "custom" : "function";
        return { type: kind, [kind]: { name } };
      });
      return { type: "allowed_tools", allowed_tools: { mode: choice.require ? "required" : "auto", tools: allowed } };
    }
    default:
      return choice.mode;
  }
}
