/** Client of the gateway's key routes. */
import type { ApiKey, CreatedApiKey } from "#lib/contract/api-key.ts";
import { callGateway, requireGood } from "#lib/playground/gateway/gateway-request.ts";
import type { KeyChanges, NewKey } from "./key-draft.ts";

const KEYS = "/api/keys";

/** Creates a key. @returns the key with its secret, which cannot be read again @throws RequestFailed, as do all here */
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
