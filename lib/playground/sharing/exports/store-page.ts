/** Creates and deletes shared pages on the gateway. */
import type { SharedPageInput } from "#lib/contract/shared-page.ts";
import { callJson } from "#lib/playground/gateway/call-json.ts";

const SHARES = "/api/shares";

export type StoredPage = {
  id: string;
  /** Path on this site. */
  path: string;
  isPublic: boolean;
  /** Time in unix milliseconds. */
  expiresAt: number;
};

/** @throws RequestFailed */
export async function storePage(
  page: SharedPageInput,
  { isPublic }: { isPublic: boolean },
  send?: typeof fetch,
): Promise<StoredPage> {
  const stored = await callJson<Record<string, unknown>>("POST", SHARES, { body: { page, public: isPublic }, send });
  const { id, path, public: made, expires_at } = stored;
  return { id: String(id), path: String(path), isPublic: made === true, expiresAt: Number(expires_at) };
}

/** @throws RequestFailed */
export function deletePage(id: string, send?: typeof fetch): Promise<void> {
  return callJson("DELETE", `${SHARES}/${id}`, { send });
}
