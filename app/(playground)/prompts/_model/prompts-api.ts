/** Client of `/api/prompts` that changes prompts. All functions throw RequestFailed. */
import type { PromptImport, PromptVersion, PromptVisibility, StoredPrompt } from "#lib/contract/stored-prompt.ts";
import { callJson } from "#lib/playground/gateway/call-json.ts";
import { PROMPTS, pathOf } from "#lib/playground/prompts/read-prompts.ts";
import type { DefinitionFields } from "./prompt-draft.ts";

export const createPrompt = (body: { name: string; description: string; definition: DefinitionFields }) =>
  callJson<StoredPrompt>("POST", PROMPTS, { body });

/** @param content text of a Promptfoo configuration, or of OpenAI's prompts */
export const importPrompts = (content: string) =>
  callJson<PromptImport>("POST", `${PROMPTS}/import`, { body: { content } });

export const changePrompt = (
  id: string,
  body: { name?: string; description?: string; visibility?: PromptVisibility },
) => callJson<StoredPrompt>("PATCH", pathOf(id), { body });

export const deletePrompt = (id: string) => callJson<unknown>("DELETE", pathOf(id));

export const saveVersion = (id: string, body: { base_version: number; note: string; definition: DefinitionFields }) =>
  callJson<PromptVersion>("POST", `${pathOf(id)}/versions`, { body });

export const setLabel = (id: string, label: string, version: number) =>
  callJson<StoredPrompt>("PUT", `${pathOf(id)}/labels/${encodeURIComponent(label)}`, { body: { version } });

export const removeLabel = (id: string, label: string) =>
  callJson<StoredPrompt>("DELETE", `${pathOf(id)}/labels/${encodeURIComponent(label)}`);
