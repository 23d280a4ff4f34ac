/** Client of the gateway's key routes. */
import type { ApiKey, ApiKeyList, CreatedApiKey } from "#lib/contract/api-key.ts";
import { callGateway, requireGood } from "#lib/playground/gateway/gateway-request.ts";
import type { NewKey } from "./new-key.ts";

const KEYS = "/api/keys";

/** Lists keys, newest first. @throws RequestFailed, as do all functions here */
export async function listKeys(signal?: AbortSignal): Promise<ApiKey[]> {
  const response = await requireGood(await callGateway(KEYS, { signal }));
  return ((await response.json()) as ApiKeyList).data;
}

/** Creates a key. @returns the key with its secret, which cannot be read again */
export async function createKey(key: NewKey): Promise<CreatedApiKey> {
  const headers = { "content-type": "application/json" };
  const response = await callGateway(KEYS, { method: "POST", headers, body: JSON.stringify(key) });
  return (await requireGood(response)).json();
}

/** Revokes a key. @returns the revoked key */
export async function revokeKey(id: string): Promise<ApiKey> {
  const response = await callGateway(`${KEYS}/${encodeURIComponent(id)}`, { method: "DELETE" });
  return (await requireGood(response)).json();
}
