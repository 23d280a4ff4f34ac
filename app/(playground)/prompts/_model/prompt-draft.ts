/** Prompt as it is edited: each field as the text of its input. */

import { isRecord } from "#lib/contract/is-record.ts";
import { listPlaceholders } from "#lib/contract/prompt-template.ts";
import type { PromptDefinition, PromptVariable } from "#lib/contract/stored-prompt.ts";

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
  /** JSON object of tools, output format and other fields; empty for none. */
  more: string;
};

export type DefinitionFields = Record<string, unknown>;

let lastKey = 0;
export const nextKey = (): number => ++lastKey;

export function toDraft(definition: PromptDefinition): PromptDraft {
  const { model, instructions, messages, variables, temperature, top_p, max_output_tokens, ...more } = definition;
  const set = Object.entries(more).filter(([, value]) => value !== undefined && value !== null);
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

/** @throws Error, with a message for the screen, for a field that is no JSON object */
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
  return {
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== "")),
    messages: messages.map(({ role, content }) => ({ role, content })),
    variables: listDraftVariables(draft).map((variable) => ({
      ...{ name: variable.name, type: variable.type },
      ...(variable.default === "" ? {} : { default: variable.default }),
      ...(variable.type === "choice" ? { choices: variable.choices.split("\n").filter((line) => line.trim()) } : {}),
    })),
    ...readMore(draft.more),
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
