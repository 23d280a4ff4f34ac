/** Collects rows of one hour into a block. */
import { classOf } from "./duration-class.ts";
import { writePriced } from "./priced-models.ts";
import {
  DURATION_COLUMNS,
  FLAG,
  MINUTE_MS,
  NAME_COLUMNS,
  type NameColumn,
  NUMBER_COLUMNS,
  type Numbers,
  type RowBlock,
  recordOf,
} from "./row-block.ts";

/** Columns of a log row that usage reads. */
export type UsageRow = {
  time: number;
  id: string;
  keyId: string | null;
  dialect: string | null;
  lane: string | null;
  upstream: string | null;
  model: string;
  target: string | null;
  /** Model of a route's request. */
  route: string | null;
  status: number;
  inputTokens: number | null;
  outputTokens: number | null;
  cachedTokens: number | null;
  cacheWriteTokens: number | null;
  reasoningTokens: number | null;
  videoSeconds: number | null;
  images: number | null;
  characters: number | null;
  firstByteMs: number | null;
  totalMs: number | null;
  requestBytes: number;
  group: string | null;
  tags: string | null;
};

const VIDEO_DIALECTS = new Set(["openai-videos", "google-operations"]);
const FIRST_ROWS = 1_024;
const MOST_SHORT_INDEXES = 65_536;
const LARGEST_UINT32 = 2 ** 32 - 1;

export type BlockBuilder = { add(row: UsageRow): void; finish(): RowBlock };

/** @param start Unix milliseconds of the hour */
export function createBlockBuilder(start: number): BlockBuilder {
  let count = 0;
  let room = FIRST_ROWS;
  let minutes = new Uint8Array(room);
  let flags = new Uint8Array(room);
  const known = recordOf(NAME_COLUMNS, () => new Map<string | null, number>());
  const indexes = recordOf(NAME_COLUMNS, () => new Uint32Array(room));
  const numbers = recordOf(NUMBER_COLUMNS, () => new Float64Array(room));
  const durations = recordOf(DURATION_COLUMNS, () => new Uint16Array(room));

  function grow(): void {
    room *= 2;
    const copyInto = <Column extends { set(from: Column): void }>(larger: Column, column: Column): Column => {
      larger.set(column);
      return larger;
    };
    minutes = copyInto(new Uint8Array(room), minutes);
    flags = copyInto(new Uint8Array(room), flags);
    for (const column of NAME_COLUMNS) indexes[column] = copyInto(new Uint32Array(room), indexes[column]);
    for (const column of NUMBER_COLUMNS) numbers[column] = copyInto(new Float64Array(room), numbers[column]);
    for (const kind of DURATION_COLUMNS) durations[kind] = copyInto(new Uint16Array(room), durations[kind]);
  }

  function setName(column: NameColumn, name: string | null): void {
    const names = known[column];
    let index = names.get(name);
    if (index === undefined) {
      index = names.size;
      names.set(name, index);
    }
    indexes[column][count] = index;
  }

  return {
    add(row) {
      if (count === room) grow();
      const { time, inputTokens, cachedTokens } = row;
      setName("keyId", row.keyId);
      setName("model", row.model);
      setName("upstream", row.upstream);
      setName("priced", findPriced(row));
      setName("dialect", row.dialect);
      setName("group", row.group);
      setName("tags", row.tags);
      setName("route", row.route);
      for (const column of NUMBER_COLUMNS) numbers[column][count] = row[column] ?? 0;
      // More than the whole input cannot have come from a cache.
      if (cachedTokens !== null && inputTokens !== null && cachedTokens > inputTokens)
        numbers.cachedTokens[count] = inputTokens;
      for (const kind of DURATION_COLUMNS) durations[kind][count] = classOf(row[kind]);
      minutes[count] = Math.floor((time - start) / MINUTE_MS);
      flags[count] = flagsOf(row);
      count += 1;
    },
    finish: () => ({
      ...{ start, count },
      minutes: minutes.slice(0, count),
      flags: flags.slice(0, count),
      names: recordOf(NAME_COLUMNS, (column) => {
        const names = [...known[column].keys()];
        const own = indexes[column].subarray(0, count);
        return { names, indexes: names.length <= MOST_SHORT_INDEXES ? Uint16Array.from(own) : own.slice() };
      }),
      numbers: recordOf(NUMBER_COLUMNS, (column) => shorten(numbers[column].subarray(0, count))),
      durations: recordOf(DURATION_COLUMNS, (kind) => durations[kind].slice(0, count)),
    }),
  };
}

/** Failed requests can have cost something only when tokens were counted. */
function findPriced({ upstream, model, target, status, outputTokens }: UsageRow): string | null {
  if (upstream === null || (status >= 400 && outputTokens === null)) return null;
  // The model that answered, which an alias or a route does not name.
  return writePriced({ upstream, model: target ?? model });
}

function flagsOf(row: UsageRow): number {
  const { status, upstream, outputTokens } = row;
  const isTask = row.dialect !== null && VIDEO_DIALECTS.has(row.dialect) && row.lane !== null;
  let flags = 0;
  if (isTask) flags |= row.requestBytes > 0 ? FLAG.taskStart : FLAG.taskEnd;
  if (status >= 400) flags |= FLAG.failed;
  if (status >= 400 && status !== 499) flags |= FLAG.error;
  if (upstream === null && status === 404) flags |= FLAG.unknown;
  if (row.inputTokens !== null && outputTokens !== null) flags |= FLAG.hasTokens;
  if (row.images !== null || row.videoSeconds !== null) flags |= FLAG.hasMade;
  return flags;
}

function shorten(column: Float64Array): Numbers | undefined {
  if (column.every((value) => value === 0)) return undefined;
  const isShort = column.every((value) => Number.isInteger(value) && value >= 0 && value <= LARGEST_UINT32);
  return isShort ? Uint32Array.from(column) : column.slice();
}
