/**
 * Blocks of a range that is not stored, such as the hour that still runs: minute by minute, each of which is read again
 * only when its rows have changed.
 */
import { LRUCache } from "lru-cache";
import { HOUR_MS, MINUTE_MS, ROW_BYTES, type RowBlock } from "./row-block.ts";
import type { UsageDatabase } from "./usage-database.ts";

export type Range = { from: number; to: number };

type Options = {
  read: UsageDatabase["read"];
  /** Reads rows from the log, as one block for each span of so many milliseconds. */
  readRows: (range: Range, options: { span: number; onBlock: (block: RowBlock) => void }) => Promise<void>;
};

/** Beyond it counting the minutes costs more than it saves: many hours are not stored yet. */
const LONGEST_RANGE_MS = 3 * HOUR_MS;
/** Limit on the blocks of minutes in memory: about 600,000 rows. */
const CACHE_BYTES = 24 * 1024 * 1024;

/** Rows are only added and removed, so that their number and times tell whether a minute has changed. */
const SELECT_MINUTES = `select time / ${MINUTE_MS} as minute, cast(count(*) as integer) as rows,
  cast(sum(time % ${MINUTE_MS}) as bigint) as times from request_log where time >= ? and time < ? group by 1 order by 1`;

type Minute = { minute: number; fingerprint: string };

export function createMinuteReader({ read, readRows }: Options): {
  read(range: Range, onBlock: (block: RowBlock) => void): Promise<void>;
} {
  const cache = new LRUCache<number, { fingerprint: string; block: RowBlock }>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ block }) => 1 + block.count * ROW_BYTES,
  });

  async function listMinutes({ from, to }: Range): Promise<Minute[]> {
    const rows = await read<{ minute: number; rows: number; times: number }>(SELECT_MINUTES, [from, to]);
    return rows.map(({ minute, rows: count, times }) => ({ minute: Number(minute), fingerprint: `${count} ${times}` }));
  }

  /** Reads minutes that follow one another in the list. */
  async function readChanged(minutes: readonly Minute[], onBlock: (block: RowBlock) => void): Promise<void> {
    const [first, last] = [minutes[0], minutes.at(-1)];
    if (!first || !last) return;
    const fingerprints = new Map(minutes.map(({ minute, fingerprint }) => [minute, fingerprint]));
    const range = { from: first.minute * MINUTE_MS, to: (last.minute + 1) * MINUTE_MS };
    await readRows(range, {
      span: MINUTE_MS,
      onBlock(block) {
        const minute = block.start / MINUTE_MS + (block.minutes[0] ?? 0);
        const fingerprint = fingerprints.get(minute);
        if (fingerprint !== undefined) cache.set(minute, { fingerprint, block });
        onBlock(block);
      },
    });
  }

  async function readMinutes(range: Range, onBlock: (block: RowBlock) => void): Promise<void> {
    let changed: Minute[] = [];
    for (const minute of await listMinutes(range)) {
      const known = cache.get(minute.minute);
      if (known?.fingerprint !== minute.fingerprint) changed.push(minute);
      else {
        await readChanged(changed, onBlock);
        changed = [];
        onBlock(known.block);
      }
    }
    await readChanged(changed, onBlock);
  }

  return {
    async read(range, onBlock) {
      const whole = { from: roundUp(range.from), to: roundDown(range.to) };
      // A period may end in the future, which has no rows but those of a clock that is ahead.
      const end = Math.min(range.to, Date.now() + HOUR_MS);
      if (end - range.from > LONGEST_RANGE_MS || whole.from >= whole.to) {
        return readRows(range, { span: HOUR_MS, onBlock });
      }
      // Rows of a minute that is in the range in part are not those of the whole minute.
      if (range.from < whole.from) await readRows({ from: range.from, to: whole.from }, { span: HOUR_MS, onBlock });
      await readMinutes(whole, onBlock);
      if (whole.to < range.to) await readRows({ from: whole.to, to: range.to }, { span: HOUR_MS, onBlock });
    },
  };
}

function roundUp(time: number): number {
  return Math.ceil(time / MINUTE_MS) * MINUTE_MS;
}

function roundDown(time: number): number {
  return Math.floor(time / MINUTE_MS) * MINUTE_MS;
}
