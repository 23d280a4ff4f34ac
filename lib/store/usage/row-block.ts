/** Rows of one hour of the request log in columns: a million rows are added up in tens of milliseconds. */
import type { LatencyKind } from "./usage.ts";

export const HOUR_MS = 3_600_000;
export const MINUTE_MS = 60_000;
export const DAY_HOURS = 24;

/**
 * Columns of names; `priced` is the model that has the price with its upstream, null for a request that costs nothing;
 * `tags` are all labels of a row as they are in the log.
 */
export const NAME_COLUMNS = ["keyId", "model", "upstream", "priced", "dialect", "group", "tags", "route"] as const;
export const NUMBER_COLUMNS = [
  ...(["inputTokens", "outputTokens", "cachedTokens", "cacheWriteTokens", "reasoningTokens"] as const),
  ...(["videoSeconds", "images", "characters"] as const),
];
export const DURATION_COLUMNS = ["firstByteMs", "totalMs"] as const satisfies readonly LatencyKind[];

export type NameColumn = (typeof NAME_COLUMNS)[number];
export type NumberColumn = (typeof NUMBER_COLUMNS)[number];

export type Indexes = Uint16Array | Uint32Array;
export type Numbers = Uint32Array | Float64Array;

/** Column of names: each row has the index of its name. */
export type Names = { names: readonly (string | null)[]; indexes: Indexes };

/** Memory of a row of usual width. */
export const ROW_BYTES = 40;

export type RowBlock = {
  /** Unix milliseconds of the hour. */
  start: number;
  count: number;
  /** Minute of the hour in which each request arrived: readers' days begin at whole minutes. */
  minutes: Uint8Array;
  flags: Uint8Array;
  names: Record<NameColumn, Names>;
  /** Unknown numbers are 0; a column of zeros only is undefined. */
  numbers: Record<NumberColumn, Numbers | undefined>;
  /** Classes of durations, see duration-class.ts. */
  durations: Record<LatencyKind, Uint16Array>;
};

/** Facts about a row. */
export const FLAG = {
  /** A video task has two rows: one for the request that started it, and one for its end, which is not a request. */
  taskEnd: 1,
  taskStart: 2,
  /** 499 is a client that disconnected before the end of the response: not an error. */
  error: 4,
  /** No upstream has the requested model. */
  unknown: 8,
  hasTokens: 16,
  /** It made images or videos. */
  hasMade: 32,
  failed: 64,
} as const;

/** Returns a record with a value for each name. */
export function recordOf<Name extends string, Value>(
  names: readonly Name[],
  makeValue: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, makeValue(name)])) as Record<Name, Value>;
}
