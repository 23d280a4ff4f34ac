/** Blocks of a range of the request log: stored hours from their table, all other rows from the log itself. */
import { LRUCache } from "lru-cache";
import { createBlockBuilder, type UsageRow } from "./block-builder.ts";
import { decodeBlock } from "./block-codec.ts";
import { createMinuteReader, type Range } from "./read-minutes.ts";
import { DAY_HOURS, HOUR_MS, ROW_BYTES, type RowBlock } from "./row-block.ts";
import type { UsageDatabase } from "./usage-database.ts";

/** Rows of one statement: about 20 ms on SQLite. */
const ROWS = 10_000;
/** Limit on decoded blocks in memory, for the second half of a view and for the next one. */
const CACHE_BYTES = 48 * 1024 * 1024;

/** Selects requests to a model. Requests that only read existing data, such as a task, have no lane. */
const SELECT_ROWS = `select time, id, key_id as "keyId", dialect, lane, upstream, model, target,
  case when attempts is not null then model end as "route", status, input_tokens as "inputTokens",
  output_tokens as "outputTokens", cached_tokens as "cachedTokens", cache_write_tokens as "cacheWriteTokens",
  reasoning_tokens as "reasoningTokens", video_seconds as "videoSeconds", images, characters,
  first_byte_ms as "firstByteMs", total_ms as "totalMs", request_bytes as "requestBytes", group_name as "group", tags
  from request_log where (time, id) > (?, ?) and time < ? and model is not null and (lane is not null or status >= 400)
  order by time, id limit ${ROWS}`;
const SELECT_HOURS =
  "select hour, version from usage_hours where hour >= ? and hour < ? and data is not null order by hour";

export type Hour = { hour: number; version: number };
/** Rows that are not stored, or stored hours of one day (UTC) that follow one another. */
export type Part = { range: Range } | { hours: Hour[] };
type StoredHour = Hour & { data: Uint8Array };
/** @property span milliseconds of the rows of one block, at most an hour */
type RowOptions = { span: number; onBlock: (block: RowBlock) => void };

export type BlockReader = {
  /** Returns the parts of which a range consists. */
  listParts(range: Range): Promise<Part[]>;
  /** Reads what the next part needs of the table, while the database would have nothing to do. */
  fetch(part: Part): Promise<StoredHour[]>;
  /** Calls back with each block of a part; rows outside of it are in none. */
  readPart(part: Part, fetched: StoredHour[], onBlock: (block: RowBlock) => void): Promise<void>;
  /** Reads the rows of one hour from the log itself. */
  readHour(hour: number): Promise<RowBlock>;
};

export function createBlockReader({ read }: UsageDatabase): BlockReader {
  const cache = new LRUCache<number, { version: number; block: RowBlock }>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ block }) => 1 + block.count * ROW_BYTES,
  });

  const minutes = createMinuteReader({ read, readRows });

  async function readRows({ from, to }: Range, { span, onBlock }: RowOptions): Promise<void> {
    // No id sorts before the empty one.
    let after: [time: number, id: string] = [from, ""];
    let current = Number.NaN;
    let builder = createBlockBuilder(0);
    for (;;) {
      const rows = await read<UsageRow>(SELECT_ROWS, [...after, to]);
      for (const row of rows) {
        const own = Math.floor(row.time / span);
        if (own !== current) {
          if (!Number.isNaN(current)) onBlock(builder.finish());
          current = own;
          builder = createBlockBuilder(Math.floor(row.time / HOUR_MS) * HOUR_MS);
        }
        builder.add(row);
      }
      const last = rows.at(-1);
      if (!last || rows.length < ROWS) break;
      after = [last.time, last.id];
    }
    if (!Number.isNaN(current)) onBlock(builder.finish());
  }

  async function fetch(part: Part): Promise<StoredHour[]> {
    if ("range" in part) return [];
    const missing = part.hours.filter(({ hour, version }) => cache.get(hour)?.version !== version);
    const [first, last] = [missing[0], missing.at(-1)];
    if (!first || !last) return [];
    return await read<StoredHour>(
      "select hour, version, data from usage_hours where hour >= ? and hour <= ? and data is not null",
      [first.hour, last.hour],
    );
  }

  /** Reads stored hours; one that has changed since they were listed is read from the log. */
  async function readHours(hours: Hour[], fetched: StoredHour[], onBlock: (block: RowBlock) => void): Promise<void> {
    const stored = new Map<number, RowBlock>();
    for (const { hour, version, data } of fetched) {
      const block = decodeBlock(data);
      cache.set(hour, { version, block });
      stored.set(hour, block);
    }
    for (const { hour, version } of hours) {
      const known = cache.get(hour);
      const block = stored.get(hour) ?? (known?.version === version ? known.block : undefined);
      if (block) onBlock(block);
      else await readRows({ from: hour * HOUR_MS, to: (hour + 1) * HOUR_MS }, { span: HOUR_MS, onBlock });
    }
  }

  return {
    async listParts(range) {
      const [first, end] = [Math.ceil(range.from / HOUR_MS), Math.floor(range.to / HOUR_MS)];
      return splitRange(range, first < end ? await read<Hour>(SELECT_HOURS, [first, end]) : []);
    },
    fetch,
    readPart: (part, fetched, onBlock) =>
      "range" in part ? minutes.read(part.range, onBlock) : readHours(part.hours, fetched, onBlock),
    async readHour(hour) {
      const start = hour * HOUR_MS;
      let block = createBlockBuilder(start).finish();
      const onBlock = (found: RowBlock) => {
        block = found;
      };
      await readRows({ from: start, to: start + HOUR_MS }, { span: HOUR_MS, onBlock });
      return block;
    },
  };
}

/** Splits a range into runs of stored hours, of a day each at most, and the ranges between them. */
function splitRange({ from, to }: Range, hours: Hour[]): Part[] {
  const parts: Part[] = [];
  let at = from;
  for (const hour of hours) {
    const start = hour.hour * HOUR_MS;
    if (start > at) parts.push({ range: { from: at, to: start } });
    const run = parts.at(-1);
    if (run && "hours" in run && hour.hour % DAY_HOURS !== 0) run.hours.push(hour);
    else parts.push({ hours: [hour] });
    at = start + HOUR_MS;
  }
  if (at < to) parts.push({ range: { from: at, to } });
  return parts;
}
