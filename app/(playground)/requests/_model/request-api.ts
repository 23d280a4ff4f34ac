/** Client of the gateway's request log routes. */
import type { RequestList } from "#lib/contract/logged-request.ts";
import { callGateway, requireGood } from "#lib/playground/gateway/gateway-request.ts";
import { type RequestFilters, toQuery } from "./request-filters.ts";

/** Rows per page. */
const PAGE_ROWS = 100;

/** Lists requests, newest first. @throws RequestFailed */
export async function listRequests(
  filters: RequestFilters,
  { cursor, signal }: { cursor?: string | undefined; signal?: AbortSignal },
): Promise<RequestList> {
  const query = toQuery(filters, Date.now());
  query.set("limit", String(PAGE_ROWS));
  if (cursor !== undefined) query.set("cursor", cursor);
  const response = await requireGood(await callGateway(`/api/requests?${query}`, { signal }));
  return response.json();
}
