/** Client of `/api/prompts` that reads prompts and their versions. */
import type { PromptVersion, PromptVersionList, StoredPromptList } from "#lib/contract/stored-prompt.ts";
import { callJson } from "#lib/playground/gateway/call-json.ts";

export const PROMPTS = "/api/prompts";

export const pathOf = (id: string) => `${PROMPTS}/${encodeURIComponent(id)}`;

export const listPrompts = (signal?: AbortSignal) =>
  callJson<StoredPromptList>("GET", `${PROMPTS}?limit=100`, { signal });

export const listVersions = (id: string, signal?: AbortSignal) =>
  callJson<PromptVersionList>("GET", `${pathOf(id)}/versions?limit=200`, { signal });

export const readVersion = (id: string, version: number | "latest") =>
  callJson<PromptVersion>("GET", `${pathOf(id)}/versions/${version}`);
