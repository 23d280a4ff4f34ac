import { COUNTINGS, KEY_WIDTH, type PackedSums } from "./packed-sums.ts";
import { countPlaces, findBuckets, OTHERS, type PlacedRows } from "./place-rows.ts";
import { createPricedModels, writePriced } from "./priced-models.ts";
import { FLAG, NUMBER_COLUMNS, type RowBlock } from "./row-block.ts";
import { SlotTable } from "./slot-table.ts";
import type { Tally } from "./tally.ts";
import type { PriceLimit, UsageSplit } from "./usage.ts";

const [COUNTED, LONG, UNCOUNTED, MADE, STARTED] = [0, 1, 2, 3, 4] as const;
/** Numbers of a sum beside the columns of the log: requests, errors, charged. */
const COUNTS = 3;
const WIDTH = COUNTS + NUMBER_COLUMNS.length;
const FIRST_SUMS = 64;

/** Slots of the sums of one bucket, by model, counting and place. */
type Bucket = { index: number; slots: SlotTable };
type SumKey = { place: number; model: number; counting: number };

export function createSumsTally({
  group,
  bucket,
  limits,
}: UsageSplit & { limits: PriceLimit[] }): Tally<PackedSums, PackedSums> {
  const priced = createPricedModels(limits);
  const width = countPlaces(group);
  const starts: (number | null)[] = [];
  const buckets = new Map<number | null, Bucket>();
  /** Bucket, place, model and counting of each slot. */
  const keys: number[] = [];
  let values = new Float64Array(FIRST_SUMS * WIDTH);

  function findBucket(start: number | null): Bucket {
    const bucket = buckets.get(start) ?? { index: starts.push(start) - 1, slots: new SlotTable() };
    buckets.set(start, bucket);
    return bucket;
  }

  function findSlot({ index, slots }: Bucket, { place, model, counting }: SumKey): number {
    const key = (model * COUNTINGS.length + counting) * width + place - OTHERS;
    const known = slots.get(key);
    if (known >= 0) return known;
    const slot = keys.length / KEY_WIDTH;
    slots.set(key, slot);
    keys.push(index, place, model, counting);
    if ((slot + 1) * WIDTH > values.length) {
      const larger = new Float64Array(values.length * 2);
      larger.set(values);
      values = larger;
    }
    return slot;
  }

  /** Counts the rows, and returns the first number of each row's sum. */
  function countRows(block: RowBlock, { rows, places }: PlacedRows): Uint32Array {
    const { flags, minutes, names } = block;
    const inputs = block.numbers.inputTokens;
    const { starts: ofBlock, ofMinute } = findBuckets(block, bucket);
    const ofIndex = ofBlock.map(findBucket);
    const numbers = priced.number(names.priced);
    const { indexes } = names.priced;
    const { longest } = priced;
    const found = new Uint32Array(rows.length);
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number;
      const flag = flags[row] as number;
      const model = numbers[indexes[row] as number] as number;
      const input = inputs ? (inputs[row] as number) : 0;
      const counting = findCounting(flag, input > (longest[model] as number));
      const own = ofIndex[ofMinute[minutes[row] as number] as number] as Bucket;
      const first = findSlot(own, { place: places[at] as number, model, counting }) * WIDTH;
      found[at] = first;
      if ((flag & FLAG.taskEnd) === 0) values[first] = (values[first] as number) + 1;
      if ((flag & FLAG.error) !== 0) values[first + 1] = (values[first + 1] as number) + 1;
      if ((flag & (FLAG.taskStart | FLAG.failed)) === 0) values[first + 2] = (values[first + 2] as number) + 1;
    }
    return found;
  }

  function addSums(part: PackedSums): void {
    const ofStart = part.starts.map(findBucket);
    const numbers = priced.number({ names: part.models.map((model) => model && writePriced(model)) });
    for (let first = 0, from = 0; first < part.keys.length; first += KEY_WIDTH, from += WIDTH) {
      const slot = findSlot(ofStart[part.keys[first] as number] as Bucket, {
        place: part.keys[first + 1] as number,
        model: numbers[part.keys[first + 2] as number] as number,
        counting: part.keys[first + 3] as number,
      });
      for (let offset = 0; offset < WIDTH; offset++) {
        const index = slot * WIDTH + offset;
        values[index] = (values[index] as number) + (part.values[from + offset] as number);
      }
    }
  }

  const pack = (): PackedSums => ({
    starts,
    models: priced.models,
    keys: Int32Array.from(keys),
    values: values.slice(0, (keys.length / KEY_WIDTH) * WIDTH),
  });

  return {
    add(block, selection) {
      const placed = selection.place(group);
      const sums = countRows(block, placed);
      NUMBER_COLUMNS.forEach((name, index) => {
        const column = block.numbers[name];
        if (column) addColumn(values, { column, rows: placed.rows, sums, offset: COUNTS + index });
      });
    },
    toPart() {
      const content = pack();
      return { content, bytes: content.keys.byteLength + content.values.byteLength };
    },
    addPart: addSums,
    finish: pack,
  };
}

function findCounting(flag: number, isLong: boolean): number {
  if ((flag & FLAG.taskStart) !== 0) return STARTED;
  if ((flag & FLAG.hasTokens) === 0) return (flag & FLAG.hasMade) !== 0 ? MADE : UNCOUNTED;
  return isLong ? LONG : COUNTED;
}

type Addition = {
  column: Uint32Array | Float64Array;
  rows: Uint32Array;
  sums: Uint32Array;
  offset: number;
};

function addColumn(values: Float64Array, { column, rows, sums, offset }: Addition): void {
  for (let at = 0; at < rows.length; at++) {
    const index = (sums[at] as number) + offset;
    values[index] = (values[index] as number) + (column[rows[at] as number] as number);
  }
}
