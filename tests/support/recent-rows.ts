import type { RequestLogRow, Store } from "#lib/store/store.ts";

/** The newest rows of the request log. */
export async function recentRows({ requestLog }: Pick<Store, "requestLog">, limit: number): Promise<RequestLogRow[]> {
  return (await requestLog.list({ limit })).rows;
}
