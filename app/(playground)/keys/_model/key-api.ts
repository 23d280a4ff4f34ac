/** Client of the gateway's key routes. */
import type { ApiKey, CreatedApiKey } from "#lib/contract/api-key.ts";
import { callJson } from "#lib/playground/gateway/call-json.ts";
import type { KeyChanges, NewKey } from "./key-draft.ts";

const KEYS = "/api/keys";

/** Creates a key. @returns the key with its secret, which cannot be read again @throws RequestFailed, as do all here */
export function createKey(key: NewKey): Promise<CreatedApiKey> {
  return callJson("POST", KEYS, { body: key });
}

/** Changes the given fields of a key. @returns the changed key */
export function updateKey(id: string, changes: KeyChanges): Promise<ApiKey> {
  return callJson("PATCH", pathOf(id), { body: changes });
}

/** Gives a key a new secret; the old one works for the overlap. @returns the key with its new secret */
export function rotateKey(id: string, overlapSeconds: number): Promise<CreatedApiKey> {
  return callJson("POST", `${pathOf(id)}/rotate`, { body: { overlap_seconds: overlapSeconds } });
}

/** Revokes a key. @returns the revoked key */
export function revokeKey(id: string): Promise<ApiKey> {
  return callJson("DELETE", pathOf(id));
}

const pathOf = (id: string) => `${KEYS}/${encodeURIComponent(id)}`;
