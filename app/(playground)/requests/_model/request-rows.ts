/** Rows on screen, and rows that were logged since they were loaded. */
import type { LoggedRequest, RequestList } from "#lib/contract/logged-request.ts";

/** Key of a row. Clients can choose a request's ID, so only ID and time together are unique. */
export const rowKey = ({ id, time }: Pick<LoggedRequest, "id" | "time">): string => `${time} ${id}`;

/** Joins pages without duplicates: a row can be on two pages when the log grows between reads. */
export function joinPages(pages: readonly RequestList[]): LoggedRequest[] {
  const rows = new Map<string, LoggedRequest>();
  for (const { data } of pages) for (const row of data) if (!rows.has(rowKey(row))) rows.set(rowKey(row), row);
  return [...rows.values()];
}

export type Newest = {
  /** Rows that are not on screen yet. */
  fresh: LoggedRequest[];
  /** True when more rows lie between these and the rows on screen, so that the list must be reloaded. */
  gap: boolean;
};

/** @param shown rows on screen @param newest the first page, loaded later */
export function findFresh(shown: readonly LoggedRequest[], newest: RequestList): Newest {
  const known = new Set(shown.map(rowKey));
  // A request that started earlier but ended later is inserted below the newest row: it is new too.
  const fresh = newest.data.filter((row) => !known.has(rowKey(row)));
  return { fresh, gap: shown.length > 0 && fresh.length === newest.data.length && newest.has_more };
}

/** Merges the fresh rows into the first page, each in its place. */
export function addFresh(page: RequestList, fresh: readonly LoggedRequest[]): RequestList {
  const data = [...fresh, ...page.data].toSorted((a, b) => b.time - a.time || (a.id < b.id ? 1 : -1));
  return { ...page, data };
}

/**
 * Returns the duration at which a bar is full: close to the longest, so that one stalled request does not shrink all
 * other bars.
 */
export function latencyScale(rows: readonly LoggedRequest[]): number {
  const times = rows.map(({ total_ms }) => total_ms).toSorted((a, b) => a - b);
  return Math.max(1, times[Math.floor((times.length - 1) * 0.95)] ?? 1);
}
