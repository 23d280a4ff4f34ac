/** Client of `/api/prompts` that reads prompts and their versions. */
import type { PromptVersion, PromptVersionList, StoredPromptList } from "#lib/contract/stored-prompt.ts";
import { callGateway, requireGood } from "#lib/playground/gateway/gateway-request.ts";

/** Calls a path below `/api/prompts`. @throws RequestFailed */
export async function callPrompts<Reply>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Reply> {
  const response = await callGateway(`/api/prompts${path}`, {
    method,
    ...(signal && { signal }),
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  return (await requireGood(response)).json();
}

export const pathOf = (id: string) => `/${encodeURIComponent(id)}`;

export const listPrompts = (signal?: AbortSignal) =>
  callPrompts<StoredPromptList>("GET", "?limit=100", undefined, signal);

export const listVersions = (id: string, signal?: AbortSignal) =>
  callPrompts<PromptVersionList>("GET", `${pathOf(id)}/versions?limit=200`, undefined, signal);

export const readVersion = (id: string, version: number | "latest") =>
  callPrompts<PromptVersion>("GET", `${pathOf(id)}/versions/${version}`);
