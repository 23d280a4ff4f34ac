/** Edits of the list of tools; each returns the new text of the array. */

import type { Fields } from "../dialects/json-fields.ts";
import { formatJson } from "../json-text/format-json.ts";
import { type FunctionTool, parseTools, type ToolDefinition, type ToolNotation } from "./tools.ts";

const getText = (raws: readonly Fields[], notation: ToolNotation): string =>
  raws.length === 0 ? "" : formatJson(notation.write(raws));

const listRaws = (tools: readonly ToolDefinition[]): Fields[] => tools.map(({ raw }) => raw);

/** Adds a template, or a tool in the dialect's notation, under an unused name. */
export function addTool(
  tools: readonly ToolDefinition[],
  added: { tool: FunctionTool } | { raw: Fields },
  notation: ToolNotation,
): string {
  const raw = "raw" in added ? added.raw : notation.writeFunction(renameTool(added.tool, tools));
  return getText([...listRaws(tools), raw], notation);
}

export function duplicateTool(tools: readonly ToolDefinition[], index: number, notation: ToolNotation): string {
  const { function: own, raw } = tools[index] ?? {};
  if (!own) return getText(listRaws(tools), notation);
  const copy = notation.writeFunction(renameTool(own, tools), raw);
  return getText(listRaws(tools).toSpliced(index + 1, 0, copy), notation);
}

export function removeTool(tools: readonly ToolDefinition[], index: number, notation: ToolNotation): string {
  return getText(listRaws(tools).toSpliced(index, 1), notation);
}

/** Returns the text with a tool changed, or a sentence when the dialect would not accept it. */
export function changeTool(
  tools: readonly ToolDefinition[],
  { index, changes }: { index: number; changes: Partial<FunctionTool> },
  notation: ToolNotation,
): { text: string; problem?: undefined } | { text?: undefined; problem: string } {
  const { function: own, raw } = tools[index] ?? {};
  if (!own) return { problem: "This tool has no form." };
  const changed = notation.writeFunction({ ...own, ...changes }, raw);
  const text = getText(listRaws(tools).with(index, changed), notation);
  const { problem } = parseTools(text, notation);
  return problem ? { problem: problem.replace(/^Tool \d+: /, "") } : { text };
}

function renameTool(tool: FunctionTool, tools: readonly ToolDefinition[]): FunctionTool {
  const taken = (name: string) => tools.some((other) => other.name === name);
  let name = tool.name;
  for (let count = 2; taken(name); count += 1) name = `${tool.name.replace(/_\d+$/, "")}_${count}`;
  return { ...tool, name };
}
