/** Queries of the request log. */
import type { RequestLogRow } from "./request-log-row.ts";

/** Filter of rows: all set fields must match. Times are Unix milliseconds. */
export type RequestLogFilter = {
  /** Request id of the row; a video's end has a row of its own. */
  id?: string | undefined;
  keyId?: string | undefined;
  /** Any of these keys. */
  keyIds?: readonly string[] | undefined;
  /** Earliest time, inclusive. */
  since?: number | undefined;
  /** Latest time, exclusive. */
  until?: number | undefined;
  dialect?: string | undefined;
  lane?: string | undefined;
  upstream?: string | undefined;
  /** Model as the client named it. */
  model?: string | undefined;
  /** Label. */
  tag?: string | undefined;
  /** Group of the key. */
  group?: string | undefined;
  /** Range of statuses, both ends included. */
  status?: { from: number; to: number } | undefined;
  /** False without requests whose client left, which have status 499. */
  cancelled?: false | undefined;
  /** True for only calls of models: without lists, files, sessions, and downloads of videos. */
  ofModels?: boolean | undefined;
};

/** Position of a row in the log: its time, then its id. */
export type RequestLogPosition = Pick<RequestLogRow, "time" | "id">;

export type RequestLogQuery = RequestLogFilter & {
  limit: number;
  /** Row before the page. */
  after?: RequestLogPosition | undefined;
};

export type RequestLogPage = {
  /**
   * Newest first. Possibly fewer than `limit`, even none, before the end of the log: a search stops after a number of
   * rows.
   */
  rows: RequestLogRow[];
  /** Position to continue from; undefined at the end of the log. */
  next: RequestLogPosition | undefined;
};
