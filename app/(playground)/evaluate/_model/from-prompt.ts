/** Column of an evaluation from a version of a stored prompt. */
import type { EvaluationColumn } from "#lib/contract/evaluation-definition.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import type { PromptVersion } from "#lib/contract/stored-prompt.ts";
import { createColumn, type DraftColumn } from "./draft.ts";

export type PromptColumn = {
  column: DraftColumn;
  /** Parts of the version that a column cannot hold, in words. */
  left: string[];
};

/** Copies the version: a run does not change when the prompt does. @param model for a prompt that names none */
export function fromPrompt({ prompt, version, definition }: PromptVersion, model: string): PromptColumn {
  const { instructions, messages, temperature, max_output_tokens: maxTokens } = definition;
  const [first, ...others] = messages;
  const isSingle = first?.role === "user" && others.length === 0;
  const { tools, left } = readTools(definition.tools);
  for (const { name, type } of definition.variables) if (type === "file") left.push(`the file {{${name}}}`);
  const schema = readSchema(definition.text);
  const rest: Partial<EvaluationColumn> = {
    name: `${prompt.name} ${version}`,
    ...(first && !isSingle
      ? { messages: messages.map(({ role, content }) => ({ role: role === "developer" ? "system" : role, content })) }
      : {}),
    ...(tools.length > 0 ? { tools, ...readToolChoice(definition.tool_choice) } : {}),
    ...(schema ? { response_schema: schema } : {}),
    ...readParameters(definition),
  };
  const column = createColumn({
    ...{ model: definition.model ?? model, system: instructions ?? "", prompt: isSingle ? first.content : "", rest },
    ...(typeof temperature === "number" ? { temperature: String(temperature) } : {}),
    ...(typeof maxTokens === "number" ? { maxTokens: String(maxTokens) } : {}),
  });
  return { column, left };
}

function readTools(tools: unknown): { tools: NonNullable<EvaluationColumn["tools"]>; left: string[] } {
  const found: NonNullable<EvaluationColumn["tools"]> = [];
  const left: string[] = [];
  for (const tool of Array.isArray(tools) ? tools : []) {
    const { type, name, description, parameters } = tool as Record<string, unknown>;
    if (type === "function" && typeof name === "string") {
      found.push({
        name,
        ...(typeof description === "string" ? { description } : {}),
        ...(isRecord(parameters) ? { parameters } : {}),
      });
    } else left.push(`the tool ${String(type)}`);
  }
  return { tools: found, left };
}

function readToolChoice(choice: unknown): Pick<EvaluationColumn, "tool_choice"> {
  if (choice === "auto" || choice === "none" || choice === "required") return { tool_choice: choice };
  return isRecord(choice) && typeof choice.name === "string" ? { tool_choice: { name: choice.name } } : {};
}

function readSchema(text: unknown): Record<string, unknown> | undefined {
  const format = isRecord(text) ? text.format : undefined;
  return isRecord(format) && isRecord(format.schema) ? format.schema : undefined;
}

function readParameters({
  top_p: topP,
  reasoning,
}: PromptVersion["definition"]): Pick<EvaluationColumn, "parameters"> | undefined {
  const effort = isRecord(reasoning) ? reasoning.effort : undefined;
  if (typeof topP !== "number" && typeof effort !== "string") return undefined;
  return {
    parameters: {
      ...(typeof topP === "number" ? { top_p: topP } : {}),
      ...(typeof effort === "string"
        ? { reasoning_effort: effort as NonNullable<EvaluationColumn["parameters"]>["reasoning_effort"] }
        : {}),
    },
  };
}
