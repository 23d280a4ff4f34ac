/** Client of `/api/prompts` that changes prompts. */
import type { PromptImport, PromptVersion, PromptVisibility, StoredPrompt } from "#lib/contract/stored-prompt.ts";
import { callPrompts, pathOf } from "#lib/playground/prompts/read-prompts.ts";
import type { DefinitionFields } from "./prompt-draft.ts";

export const createPrompt = (fields: { name: string; description: string; definition: DefinitionFields }) =>
  callPrompts<StoredPrompt>("POST", "", fields);

/** @param content text of a Promptfoo configuration, or of OpenAI's prompts */
export const importPrompts = (content: string) => callPrompts<PromptImport>("POST", "/import", { content });

export const changePrompt = (
  id: string,
  fields: { name?: string; description?: string; visibility?: PromptVisibility },
) => callPrompts<StoredPrompt>("PATCH", pathOf(id), fields);

export const deletePrompt = (id: string) => callPrompts<unknown>("DELETE", pathOf(id));

export const saveVersion = (id: string, fields: { base_version: number; note: string; definition: DefinitionFields }) =>
  callPrompts<PromptVersion>("POST", `${pathOf(id)}/versions`, fields);

export const setLabel = (id: string, label: string, version: number) =>
  callPrompts<StoredPrompt>("PUT", `${pathOf(id)}/labels/${encodeURIComponent(label)}`, { version });

export const removeLabel = (id: string, label: string) =>
  callPrompts<StoredPrompt>("DELETE", `${pathOf(id)}/labels/${encodeURIComponent(label)}`);
