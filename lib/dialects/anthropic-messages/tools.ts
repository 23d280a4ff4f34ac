/** Tools and tool choice on the wire (wire-formats §3.4). */
import type { Call, JsonSchema, Tool, ToolChoice } from "#lib/canonical/call.ts";
import type { WireTool, WireToolChoice } from "#lib/contract/anthropic-messages/wire.ts";
import { DIALECT } from "./dialect-id.ts";
import { pickUnknownBlockFields } from "./read-content.ts";

const TOOL_FIELDS = new Set(["name", "description", "input_schema", "strict"]);

export function readTool(tool: WireTool): Tool {
  if (typeof tool.type === "string" && tool.type !== "custom") {
    const name = typeof tool.name === "string" ? tool.name : tool.type;
    return { kind: "hosted", dialect: DIALECT, name, value: tool };
  }
  const { name, description, input_schema: parameters, strict } = tool as Extract<WireTool, { input_schema: unknown }>;
  const vendor = pickUnknownBlockFields(tool, TOOL_FIELDS);
  return {
    kind: "function",
    name,
    ...(description != null ? { description } : {}),
    parameters,
    ...(strict != null ? { strict } : {}),
    ...(vendor ? { vendor } : {}),
  };
}

/** Returns undefined for a tool that this API does not have: one with free text, or one that another vendor runs. */
function writeTool(tool: Tool): Record<string, unknown> | undefined {
  if (tool.kind === "hosted") return tool.dialect === DIALECT ? tool.value : undefined;
  if (tool.kind === "custom") return undefined;
  const { name, description, parameters, strict, vendor } = tool;
  return {
    name,
    ...(description !== undefined ? { description } : {}),
    input_schema: objectSchema(parameters),
    ...(strict !== undefined ? { strict } : {}),
    ...vendor?.[DIALECT],
  };
}

/** Returns an object's schema, which the API requires even for a tool without parameters. */
function objectSchema(schema: JsonSchema | undefined): Record<string, unknown> {
  if (typeof schema !== "object") return { type: "object", properties: {} };
  return schema.type === "object" ? schema : { ...schema, type: "object" };
}

const READ = { auto: "auto", any: "required", none: "none" } as const;

export function readToolChoice(choice: WireToolChoice): ToolChoice {
  if (choice.type === "tool") return { mode: "tool", name: choice.name, kind: "function" };
  return { mode: READ[choice.type] };
}

/** Writes `tools` and `tool_choice`. Adds dropped fields to `call.dropped`. */
export function writeTools({ tools, toolChoice, parallelToolCalls, dropped }: Call): Record<string, unknown> {
  const allowed = toolChoice?.mode === "allowed" ? new Set(toolChoice.names) : undefined;
  const written = tools?.flatMap((tool) => {
    // The API has no list of allowed tools, so the other tools are omitted, to the same effect.
    if (allowed && !allowed.has(tool.name)) return [];
    const definition = writeTool(tool);
    if (!definition) dropped.push(`tools.${tool.name}`);
    return definition ?? [];
  });
  const body: Record<string, unknown> = written ? { tools: written } : {};
  // The API refuses a tool choice without tools.
  if (!written || written.length === 0) {
    if (toolChoice && toolChoice.mode !== "none" && toolChoice.mode !== "auto") dropped.push("tool_choice");
    if (written && tools && tools.length > 0) delete body.tools;
    return body;
  }
  const choice = writeToolChoice(toolChoice, parallelToolCalls);
  const isOffered = choice?.type !== "tool" || tools?.some((tool) => tool.name === choice.name && writeTool(tool));
  if (choice && isOffered) body.tool_choice = choice;
  else if (choice) dropped.push("tool_choice");
  return body;
}

function writeToolChoice(
  choice: ToolChoice | undefined,
  parallelToolCalls: boolean | undefined,
): Record<string, unknown> | undefined {
  // Parallel calls are the default, so only forbidding them needs a choice.
  if (!choice) return parallelToolCalls === false ? { type: "auto", disable_parallel_tool_use: true } : undefined;
  if (choice.mode === "none") return { type: "none" };
  return {
    ...writeMode(choice),
    ...(parallelToolCalls !== undefined ? { disable_parallel_tool_use: !parallelToolCalls } : {}),
  };
}

function writeMode(choice: ToolChoice): Record<string, unknown> {
  if (choice.mode === "tool") return { type: "tool", name: choice.name };
  const isForced = choice.mode === "required" || (choice.mode === "allowed" && choice.require);
  return { type: isForced ? "any" : "auto" };
}
