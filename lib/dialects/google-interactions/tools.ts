/** Tools and `tool_choice` on the wire (wire-formats §14.3). */
import type { Tool, ToolChoice } from "#lib/canonical/call.ts";
import { pickUnknownFields } from "#lib/canonical/vendor-data.ts";
import type { InteractionsConfig, InteractionsTool } from "#lib/contract/google-interactions/wire.ts";
import { withoutNulls } from "../without-nulls.ts";
import { DIALECT } from "./dialect-id.ts";

type FunctionTool = {
  name: string;
  description?: string | null;
  parameters?: Record<string, unknown> | boolean | null;
};

const FUNCTION_FIELDS = new Set(["type", "name", "description", "parameters"]);

export function readTool(tool: InteractionsTool): Tool {
  if (tool.type !== "function") return { kind: "hosted", dialect: DIALECT, name: tool.type, value: tool };
  const { name, description, parameters } = tool as unknown as FunctionTool;
  const rest = pickUnknownFields(DIALECT, withoutNulls(tool), FUNCTION_FIELDS);
  return {
    kind: "function",
    name,
    ...(description != null ? { description } : {}),
    ...(parameters != null ? { parameters } : {}),
    ...(rest ? { vendor: rest } : {}),
  };
}

/** Names of tools that this API cannot hold are added to `dropped`. */
export function writeTools(tools: readonly Tool[], dropped: string[]): Record<string, unknown>[] {
  return tools.flatMap((tool, index) => {
    if (tool.kind === "hosted" && tool.dialect === DIALECT) return [tool.value];
    if (tool.kind !== "function") {
      dropped.push(`tools.${tool.name}`);
      return [];
    }
    const { name, description, parameters, strict, vendor } = tool;
    if (strict) dropped.push(`tools[${index}].strict`);
    return [
      {
        type: "function",
        name,
        ...(description !== undefined ? { description } : {}),
        ...(parameters !== undefined ? { parameters } : {}),
        ...vendor?.[DIALECT],
      },
    ];
  });
}

type WireChoice = NonNullable<InteractionsConfig["tool_choice"]>;

const MODES = { auto: "auto", any: "required", none: "none", validated: "auto" } as const;

export function readToolChoice(choice: WireChoice): ToolChoice {
  if (typeof choice === "string") return { mode: MODES[choice] };
  const { mode, tools } = choice.allowed_tools;
  const names = tools ?? [];
  const [only, ...others] = names;
  const require = mode === "any";
  if (only === undefined) return { mode: MODES[mode ?? "auto"] };
  if (require && others.length === 0) return { mode: "tool", name: only, kind: "function" };
  return mode === "none" ? { mode: "none" } : { mode: "allowed", require, names };
}

export function writeToolChoice(choice: ToolChoice): WireChoice {
  switch (choice.mode) {
    case "required":
      return "any";
    case "tool":
      return { allowed_tools: { mode: "any", tools: [choice.name] } };
    case "allowed":
      return { allowed_tools: { mode: choice.require ? "any" : "auto", tools: choice.names } };
    default:
      return choice.mode;
  }
}
