/** Creates and deletes shared pages on the gateway. */
import type { SharedPageInput } from "#lib/contract/shared-page.ts";
import { callGateway, requireGood } from "#lib/playground/gateway/gateway-request.ts";

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
  send: typeof fetch = fetch,
): Promise<StoredPage> {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ page, public: isPublic }),
  };
  const response = await requireGood(await callGateway(SHARES, init, send));
  const { id, path, public: made, expires_at } = (await response.json()) as Record<string, unknown>;
  return { id: String(id), path: String(path), isPublic: made === true, expiresAt: Number(expires_at) };
}

/** @throws RequestFailed */
export async function deletePage(id: string, send: typeof fetch = fetch): Promise<void> {
  await requireGood(await callGateway(`${SHARES}/${id}`, { method: "DELETE" }, send));
}
