import type { ApiKeyList } from "#lib/contract/api-key.ts";
import { callGateway, requireGood } from "../gateway/gateway-request.ts";

/** Name of the query, which pages share. */
export const KEYS_QUERY = ["keys"];

/** Lists keys, newest first, with what is left of their limits, and the groups of the config. @throws RequestFailed */
export async function listKeys(signal?: AbortSignal): Promise<ApiKeyList> {
  const response = await requireGood(await callGateway("/api/keys", { signal }));
  return response.json();
}
