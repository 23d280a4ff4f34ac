/** Client of the gateway's key routes. */
import type { ApiKey, ApiKeyList, CreatedApiKey } from "#lib/contract/api-key.ts";
import { callGateway, requireGood } from "#lib/playground/gateway/gateway-request.ts";
import type { KeyChanges, NewKey } from "./key-draft.ts";

const KEYS = "/api/keys";

/** Lists keys, newest first, with the groups of the config file. @throws RequestFailed, as do all functions here */
export async function listKeys(signal?: AbortSignal): Promise<ApiKeyList> {
  const response = await requireGood(await callGateway(KEYS, { signal }));
  return response.json();
}

/** Creates a key. @returns the key with its secret, which cannot be read again */
export function createKey(key: NewKey): Promise<CreatedApiKey> {
  return send("POST", KEYS, key);
}

/** Changes the given fields of a key. @returns the changed key */
export function updateKey(id: string, changes: KeyChanges): Promise<ApiKey> {
  return send("PATCH", pathOf(id), changes);
}

/** Gives a key a new secret; the old one works for the overlap. @returns the key with its new secret */
export function rotateKey(id: string, overlapSeconds: number): Promise<CreatedApiKey> {
  return send("POST", `${pathOf(id)}/rotate`, { overlap_seconds: overlapSeconds });
}

/** Revokes a key. @returns the revoked key */
export async function revokeKey(id: string): Promise<ApiKey> {
  const response = await callGateway(pathOf(id), { method: "DELETE" });
  return (await requireGood(response)).json();
}

const pathOf = (id: string) => `${KEYS}/${encodeURIComponent(id)}`;

async function send<Reply>(method: "POST" | "PATCH", path: string, body: object): Promise<Reply> {
  const headers = { "content-type": "application/json" };
  const response = await callGateway(path, { method, headers, body: JSON.stringify(body) });
  return (await requireGood(response)).json();
}
