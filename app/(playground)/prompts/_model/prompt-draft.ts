/** Prompt as it is edited: each field as the text of its input. */

import { isRecord } from "#lib/contract/is-record.ts";
import { listPlaceholders } from "#lib/contract/prompt-template.ts";
import type { PromptDefinition, PromptVariable } from "#lib/contract/stored-prompt.ts";
import { formatJson } from "#lib/playground/json-text/format-json.ts";
import { RESPONSES_TOOLS } from "#lib/playground/tools/notations/responses-tools.ts";
import { parseTools } from "#lib/playground/tools/tools.ts";
import { type DraftFormat, findFormatProblem, readFormat, writeFormat } from "./prompt-format.ts";

export type DraftVariable = {
  name: string;
  type: PromptVariable["type"];
  /** Empty for none. */
  default: string;
  /** One choice per line. */
  choices: string;
};

export type DraftMessage = {
  /** Stable for React while messages are moved and removed. */
  key: number;
  role: PromptDefinition["messages"][number]["role"];
  content: string;
};

export type PromptDraft = {
  model: string;
  instructions: string;
  messages: DraftMessage[];
  variables: DraftVariable[];
  temperature: string;
  topP: string;
  maxTokens: string;
  /** JSON array of tools, as in a request of the Responses API; empty for none. */
  tools: string;
  format: DraftFormat;
  /** JSON object of the other fields; empty for none. */
  more: string;
};

export type DefinitionFields = Record<string, unknown>;

let lastKey = 0;
export const nextKey = (): number => ++lastKey;

export function toDraft(definition: PromptDefinition): PromptDraft {
  const { model, instructions, messages, variables, temperature, top_p, max_output_tokens, tools, ...rest } =
    definition;
  const { format, text: moreText } = readFormat(rest.text);
  const set = Object.entries({ ...rest, text: moreText }).filter(([, value]) => value !== undefined && value !== null);
  const text = (value: unknown) => (value === undefined || value === null ? "" : String(value));
  return {
    model: model ?? "",
    instructions: instructions ?? "",
    messages: messages.map((message) => ({ key: nextKey(), ...message })),
    variables: variables.map((variable) => ({
      name: variable.name,
      type: variable.type,
      default: text(variable.default),
      choices: (variable.choices ?? []).join("\n"),
    })),
    ...{ temperature: text(temperature), topP: text(top_p), maxTokens: text(max_output_tokens) },
    tools: tools && tools.length > 0 ? formatJson(tools) : "",
    format,
    more: set.length > 0 ? JSON.stringify(Object.fromEntries(set), null, 2) : "",
  };
}

/** Returns the variables of the texts' placeholders, with what is known of each. */
export function listDraftVariables({ instructions, messages, variables }: PromptDraft): DraftVariable[] {
  const names = listPlaceholders([instructions, ...messages.map(({ content }) => content)]);
  return names.map(
    (name) => variables.find((variable) => variable.name === name) ?? { name, type: "text", default: "", choices: "" },
  );
}

/** Returns what is wrong with the tools or the format, for their editors. */
export function findDraftProblems({ tools, format }: PromptDraft): { tools?: string; format?: string } {
  const { problem } = parseTools(tools, RESPONSES_TOOLS);
  const formatProblem = findFormatProblem(format);
  return { ...(problem && { tools: problem }), ...(formatProblem && { format: formatProblem }) };
}

/** @throws Error, with a message for the screen, for a field that cannot be read */
export function toDefinition(draft: PromptDraft): DefinitionFields {
  const { model, instructions, messages, temperature, topP, maxTokens } = draft;
  const number = (text: string) => (text.trim() === "" || Number.isNaN(Number(text)) ? text.trim() : Number(text));
  const fields: DefinitionFields = {
    model: model.trim(),
    instructions,
    temperature: number(temperature),
    top_p: number(topP),
    max_output_tokens: number(maxTokens),
  };
  const problems = findDraftProblems(draft);
  if (problems.tools) throw new Error(`Tools: ${problems.tools}`);
  if (problems.format) throw new Error(`Output format: ${problems.format}`);
  const more = readMore(draft.more);
  const text = writeFormat(draft.format, more.text);
  return {
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== "")),
    messages: messages.map(({ role, content }) => ({ role, content })),
    variables: listDraftVariables(draft).map((variable) => ({
      ...{ name: variable.name, type: variable.type },
      ...(variable.default === "" ? {} : { default: variable.default }),
      ...(variable.type === "choice" ? { choices: variable.choices.split("\n").filter((line) => line.trim()) } : {}),
    })),
    ...more,
    ...(draft.tools.trim() ? { tools: JSON.parse(draft.tools) } : {}),
    ...(text ? { text } : {}),
  };
}

function readMore(text: string): DefinitionFields {
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Said below.
  }
  if (!isRecord(value)) throw new Error("“More fields” must be a JSON object.");
  return value;
}

/** Returns a definition as lines, for a comparison of two versions. */
export function writeLines(definition: PromptDefinition | DefinitionFields): string {
  const { messages = [], instructions, ...fields } = definition as PromptDefinition;
  const set = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return [
    ...(instructions ? [`instructions:\n${instructions}\n`] : []),
    ...messages.map(({ role, content }) => `${role}:\n${content}\n`),
    JSON.stringify(Object.fromEntries(set.toSorted(([a], [b]) => a.localeCompare(b))), null, 2),
  ].join("\n");
}
