/** The gateway's routes of the request log, as the page calls them. */
import type { RequestList } from "#lib/contract/logged-request.ts";
import { askGateway, requireGood } from "#lib/playground/gateway/gateway-request.ts";
import { type RequestFilters, toQuery } from "./request-filters.ts";

/** Rows of one page. */
const PAGE_ROWS = 100;

/** Newest first. @throws RequestFailed */
export async function listRequests(
  filters: RequestFilters,
  { cursor, signal }: { cursor?: string | undefined; signal?: AbortSignal },
): Promise<RequestList> {
  const query = toQuery(filters, Date.now());
  query.set("limit", String(PAGE_ROWS));
  if (cursor !== undefined) query.set("cursor", cursor);
  const response = await requireGood(await askGateway(`/api/requests?${query}`, { signal }));
  return response.json();
}
