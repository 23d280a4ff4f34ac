/** What can be asked of the request log. */
import type { RequestLogRow } from "./request-log-row.ts";

/** Rows must fit all that is set. Times are Unix milliseconds. */
export type RequestLogFilter = {
  /** The row's request id; a video's end has a row of its own. */
  id?: string | undefined;
  keyId?: string | undefined;
  /** At this time or later. */
  since?: number | undefined;
  /** Before this time. */
  until?: number | undefined;
  dialect?: string | undefined;
  lane?: string | undefined;
  upstream?: string | undefined;
  /** As the client named it. */
  model?: string | undefined;
  /** Both ends included. */
  status?: { from: number; to: number } | undefined;
  /** Only requests of a model's dialect: not the lists, files and sessions beside them. */
  ofModels?: boolean | undefined;
};

/** Where a row stands in the order of the log: by its time, then by its id. */
export type RequestLogPosition = Pick<RequestLogRow, "time" | "id">;

export type RequestLogQuery = RequestLogFilter & {
  limit: number;
  /** The row behind which the page begins. */
  after?: RequestLogPosition | undefined;
};

export type RequestLogPage = {
  /** Newest first. Fewer than asked for, even none, also where more follow: a search stops after so many rows. */
  rows: RequestLogRow[];
  /** Behind which the next page begins; undefined at the end of the log. */
  next: RequestLogPosition | undefined;
};
