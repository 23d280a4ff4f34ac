/** The rows on screen, and what has come since they were read. */
import type { LoggedRequest, RequestList } from "#lib/contract/logged-request.ts";

/** A request's id is its client's choice: only with the time it names one row. */
export const rowKey = ({ id, time }: Pick<LoggedRequest, "id" | "time">): string => `${time} ${id}`;

/** A row once, though it came on two pages: the log grows between them. */
export function joinPages(pages: readonly RequestList[]): LoggedRequest[] {
  const rows = new Map<string, LoggedRequest>();
  for (const { data } of pages) for (const row of data) if (!rows.has(rowKey(row))) rows.set(rowKey(row), row);
  return [...rows.values()];
}

export type Newest = {
  /** Rows that are not on screen yet. */
  fresh: LoggedRequest[];
  /** Between them and what is on screen there are more: the list must be read anew. */
  gap: boolean;
};

/** @param shown what is on screen @param newest the first page, read later */
export function findFresh(shown: readonly LoggedRequest[], newest: RequestList): Newest {
  const known = new Set(shown.map(rowKey));
  // One that began earlier and ended later comes in below the newest: it is new too.
  const fresh = newest.data.filter((row) => !known.has(rowKey(row)));
  return { fresh, gap: shown.length > 0 && fresh.length === newest.data.length && newest.has_more };
}

/** The first page with the fresh rows, each in its place. */
export function addFresh(page: RequestList, fresh: readonly LoggedRequest[]): RequestList {
  const data = [...fresh, ...page.data].toSorted((a, b) => b.time - a.time || (a.id < b.id ? 1 : -1));
  return { ...page, data };
}

/** The time at which a bar is full: nearly the longest one, so that one that hung does not flatten all others. */
export function latencyScale(rows: readonly LoggedRequest[]): number {
  const times = rows.map(({ total_ms }) => total_ms).toSorted((a, b) => a - b);
  return Math.max(1, times[Math.floor((times.length - 1) * 0.95)] ?? 1);
}
