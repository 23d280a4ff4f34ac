/** Client of `/api/prompts`. */
import type {
  PromptImport,
  PromptVersion,
  PromptVersionList,
  PromptVisibility,
  StoredPrompt,
} from "#lib/contract/stored-prompt.ts";
import { callGateway, requireGood } from "#lib/playground/gateway/gateway-request.ts";
import type { DefinitionFields } from "./prompt-draft.ts";

/** @throws RequestFailed */
async function call<Reply>(method: string, path: string, body?: unknown): Promise<Reply> {
  const response = await callGateway(`/api/prompts${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  return (await requireGood(response)).json();
}

const pathOf = (id: string) => `/${encodeURIComponent(id)}`;

export const createPrompt = (fields: { name: string; description: string; definition: DefinitionFields }) =>
  call<StoredPrompt>("POST", "", fields);

/** @param content text of a Promptfoo configuration, or of OpenAI's prompts */
export const importPrompts = (content: string) => call<PromptImport>("POST", "/import", { content });

export const changePrompt = (
  id: string,
  fields: { name?: string; description?: string; visibility?: PromptVisibility },
) => call<StoredPrompt>("PATCH", pathOf(id), fields);

export const deletePrompt = (id: string) => call<unknown>("DELETE", pathOf(id));

export const listVersions = (id: string) => call<PromptVersionList>("GET", `${pathOf(id)}/versions?limit=200`);

export const readVersion = (id: string, version: number | "latest") =>
  call<PromptVersion>("GET", `${pathOf(id)}/versions/${version}`);

export const saveVersion = (id: string, fields: { base_version: number; note: string; definition: DefinitionFields }) =>
  call<PromptVersion>("POST", `${pathOf(id)}/versions`, fields);

export const setLabel = (id: string, label: string, version: number) =>
  call<StoredPrompt>("PUT", `${pathOf(id)}/labels/${encodeURIComponent(label)}`, { version });

export const removeLabel = (id: string, label: string) =>
  call<StoredPrompt>("DELETE", `${pathOf(id)}/labels/${encodeURIComponent(label)}`);
