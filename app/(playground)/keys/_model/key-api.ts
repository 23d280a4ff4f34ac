/** The gateway's routes of keys, as the page calls them. */
import type { ApiKey, ApiKeyList, CreatedApiKey } from "#lib/contract/api-key.ts";
import { askGateway, requireGood } from "#lib/playground/gateway/gateway-request.ts";
import type { NewKey } from "./new-key.ts";

const KEYS = "/api/keys";

/** Newest first. @throws RequestFailed, as all here */
export async function listKeys(signal?: AbortSignal): Promise<ApiKey[]> {
  const response = await requireGood(await askGateway(KEYS, { signal }));
  return ((await response.json()) as ApiKeyList).data;
}

/** @returns the key with its secret, which nobody can read again */
export async function createKey(key: NewKey): Promise<CreatedApiKey> {
  const headers = { "content-type": "application/json" };
  const response = await askGateway(KEYS, { method: "POST", headers, body: JSON.stringify(key) });
  return (await requireGood(response)).json();
}

/** @returns the key as it is from now on */
export async function revokeKey(id: string): Promise<ApiKey> {
  const response = await askGateway(`${KEYS}/${encodeURIComponent(id)}`, { method: "DELETE" });
  return (await requireGood(response)).json();
}
