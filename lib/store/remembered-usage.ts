/**
 * Usage with a memory of past days and hours, of which only the log of the last hours is read again: sums over a million
 * rows take a database seconds.
 */
import { LRUCache } from "lru-cache";
import { findLatencies } from "./find-percentiles.ts";
import { joinDurations, packDurations } from "./packed-durations.ts";
import type { UsageQuery, UsageReader, UsageSplit, UsageStore, UsageSums } from "./usage.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Age from which an hour is closed: no request that began in it is still running, but for rare ones. */
const CLOSED_MS = 2 * HOUR_MS;
/** Longest range that is read in parts. */
const LONGEST_MS = 400 * DAY_MS;
/** Limit on remembered rows, of about 200 bytes each. */
const MOST_ROWS = 200_000;
/** Packed classes of durations that take the memory of a row. */
const CLASSES_PER_ROW = 14;
/** Lifetime of what is remembered: other instances may write late rows. */
const FRESH_MS = 600_000;

export type RememberedUsage = UsageStore & {
  /** Forgets all when a row of this time, in Unix milliseconds, is in a closed hour. */
  noteRow(time: number): void;
};

export function rememberUsage(reader: UsageReader): RememberedUsage {
  const known = new LRUCache<string, { rows: unknown[] }>({ maxSize: MOST_ROWS, ttl: FRESH_MS });

  /**
   * Reads each part of the range, closed ones once.
   * @param key what is read, beside the query
   * @param sizeOf returns the size of a row, in those of a usual one
   */
  async function readParts<Row>(
    query: UsageQuery,
    key: readonly unknown[],
    read: (query: UsageQuery) => Promise<Row[]>,
    sizeOf: (row: Row) => number = () => 1,
  ): Promise<Row[]> {
    const rows: Row[] = [];
    for (const { isClosed, ...range } of splitRange(query, Date.now() - CLOSED_MS)) {
      const part = { ...query, ...range };
      const name = JSON.stringify([part, key]);
      const found = isClosed ? (known.get(name)?.rows as Row[] | undefined) : undefined;
      const partRows = found ?? (await read(part));
      if (isClosed && !found) {
        const size = partRows.reduce((sum, row) => sum + sizeOf(row), 1);
        known.set(name, { rows: partRows }, { size: Math.ceil(size) });
      }
      for (const row of partRows) rows.push(row);
    }
    return rows;
  }

  const durations: UsageStore["durations"] = async (query, { kind, ...given }) => {
    const split = sortNames(given);
    const parts = await readParts(
      query,
      ["durations", kind, describe(split)],
      async (part) => packDurations(await reader.durations(part, { kind, ...split })),
      ({ classes }) => 1 + classes.length / CLASSES_PER_ROW,
    );
    return joinDurations(parts);
  };

  return {
    durations,
    noteRow(time) {
      if (time < Date.now() - CLOSED_MS) known.clear();
    },
    async latencies(query, split) {
      return findLatencies(await durations(query, split));
    },
    async models(query) {
      const rows = await readParts(query, ["models"], reader.models);
      return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
    },
    async groups(query, { by, limit }) {
      const counts = new Map<string | null, { name: string | null; requests: number; isKnown: boolean }>();
      for (const { name, requests, isKnown } of await readParts(query, ["groups", by], (part) =>
        reader.countGroups(part, by),
      )) {
        const sum = counts.get(name) ?? { name, requests: 0, isKnown: false };
        counts.set(name, { name, requests: sum.requests + requests, isKnown: sum.isKnown || isKnown });
      }
      const rows = [...counts.values()].sort(
        (one, other) => other.requests - one.requests || compareNames(one.name, other.name),
      );
      const shown = rows.slice(0, limit);
      return {
        names: shown.map(({ name }) => name),
        hasOthers: rows.length > limit,
        unknownModels: by === "model" ? shown.filter(({ isKnown }) => !isKnown).map(({ name }) => name) : [],
      };
    },
    async sums(query, { limits, ...given }) {
      const split = sortNames(given);
      const rows = await readParts(query, ["sums", limits, describe(split)], (part) =>
        reader.sums(part, { limits, ...split }),
      );
      return addUp(rows);
    },
  };
}

type Part = { from: number; to: number; isClosed: boolean };

/** Splits a range into closed days, closed hours, and the rest at both ends. */
function splitRange({ from, to }: Pick<UsageQuery, "from" | "to">, closedBefore: number): Part[] {
  const end = Math.min(to, closedBefore);
  if (end - from > LONGEST_MS) return [{ from, to, isClosed: false }];
  const parts: Part[] = [];
  let at = from;
  while (at < end) {
    const size = at % DAY_MS === 0 && at + DAY_MS <= end ? DAY_MS : HOUR_MS;
    const next = Math.min(end, Math.floor(at / HOUR_MS) * HOUR_MS + size);
    parts.push({ from: at, to: next, isClosed: next - at === size });
    at = next;
  }
  if (at < to) parts.push({ from: at, to, isClosed: false });
  return parts;
}

/** The same names in another order are read as the same. */
function sortNames({ group, bucket }: UsageSplit): UsageSplit {
  return { bucket, group: group && { ...group, names: [...group.names].sort(compareNames) } };
}

function describe({ group, bucket }: UsageSplit): unknown {
  return [bucket, group && { ...group, otherNames: group.otherNames && [...group.otherNames] }];
}

function compareNames(one: string | null, other: string | null): number {
  if (one === other) return 0;
  return one === null || (other !== null && one < other) ? -1 : 1;
}

/** Adds the rows of all parts that have the same bucket, group and price. */
function addUp(rows: readonly UsageSums[]): UsageSums[] {
  const sums = new Map<string, UsageSums>();
  for (const row of rows) {
    const { start, group, isOther, upstream, model, counting } = row;
    const key = JSON.stringify([start, group, isOther, upstream, model, counting]);
    const sum = sums.get(key);
    if (!sum) sums.set(key, { ...row });
    else {
      for (const field of NUMBERS) sum[field] = Number(sum[field]) + Number(row[field]);
    }
  }
  return [...sums.values()];
}

const NUMBERS = [
  ...(["requests", "errors", "inputTokens", "outputTokens", "cachedTokens", "cacheWriteTokens"] as const),
  ...(["reasoningTokens", "videoSeconds", "images", "characters", "charged"] as const),
];
