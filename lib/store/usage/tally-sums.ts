import { COUNTINGS, type PackedSums } from "./packed-sums.ts";
import { findBuckets, OTHERS, type PlacedRows } from "./place-rows.ts";
import { createPricedModels } from "./priced-models.ts";
import { FLAG, NUMBER_COLUMNS, type RowBlock } from "./row-block.ts";
import { SlotTable } from "./slot-table.ts";
import type { Tally } from "./tally.ts";
import type { PriceLimit, UsageSplit } from "./usage.ts";

const [COUNTED, LONG, UNCOUNTED, MADE, STARTED] = [0, 1, 2, 3, 4] as const;
/** Numbers of a sum beside the columns of the log: requests, errors, charged. */
const COUNTS = 3;
const WIDTH = COUNTS + NUMBER_COLUMNS.length;
const FIRST_SUMS = 64;

/** Slots of one bucket and place, by model and counting. */
type Cell = { bucket: number; place: number; slots: SlotTable };

export function createSumsTally({ group, bucket, limits }: UsageSplit & { limits: PriceLimit[] }): Tally<PackedSums> {
  const priced = createPricedModels(limits);
  const starts: (number | null)[] = [];
  const cells = new Map<number | null, Cell[]>();
  /** Bucket, place, model and counting of each slot. */
  const keys: number[] = [];
  let values = new Float64Array(FIRST_SUMS * WIDTH);

  function findCell(start: number | null, place: number): Cell {
    const places = cells.get(start) ?? [];
    if (places.length === 0) {
      cells.set(start, places);
      places[0] = { bucket: starts.push(start) - 1, place: OTHERS, slots: new SlotTable() };
    }
    const cell = places[place - OTHERS] ?? { bucket: places[0]?.bucket ?? 0, place, slots: new SlotTable() };
    places[place - OTHERS] = cell;
    return cell;
  }

  function addSlot({ bucket: index, place }: Cell, model: number, counting: number): number {
    const slot = keys.length / 4;
    keys.push(index, place, model, counting);
    if ((slot + 1) * WIDTH > values.length) {
      const larger = new Float64Array(values.length * 2);
      larger.set(values);
      values = larger;
    }
    return slot;
  }

  /** Counts the rows, and returns the first number of each row's sum. */
  function countRows(block: RowBlock, { rows, places, width }: PlacedRows): Uint32Array {
    const { flags, minutes, names } = block;
    const inputs = block.numbers.inputTokens;
    const { starts: ofBlock, ofMinute } = findBuckets(block, bucket);
    const numbers = priced.number(names.priced);
    const { indexes } = names.priced;
    const { longest } = priced;
    const local: (Cell | undefined)[] = Array.from({ length: ofBlock.length * width });
    const found = new Uint32Array(rows.length);
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number;
      const flag = flags[row] as number;
      const model = numbers[indexes[row] as number] as number;
      const input = inputs ? (inputs[row] as number) : 0;
      const counting = findCounting(flag, input > (longest[model] as number));
      const bucketIndex = ofMinute[minutes[row] as number] as number;
      const place = places[at] as number;
      const index = bucketIndex * width + place - OTHERS;
      let cell = local[index];
      if (cell === undefined) {
        cell = findCell(ofBlock[bucketIndex] ?? null, place);
        local[index] = cell;
      }
      const key = model * COUNTINGS.length + counting;
      let slot = cell.slots.get(key);
      if (slot < 0) {
        slot = addSlot(cell, model, counting);
        cell.slots.set(key, slot);
      }
      const first = slot * WIDTH;
      found[at] = first;
      if ((flag & FLAG.taskEnd) === 0) values[first] = (values[first] as number) + 1;
      if ((flag & FLAG.error) !== 0) values[first + 1] = (values[first + 1] as number) + 1;
      if ((flag & (FLAG.taskStart | FLAG.failed)) === 0) values[first + 2] = (values[first + 2] as number) + 1;
    }
    return found;
  }

  return {
    add(block, selection) {
      const placed = selection.place(group);
      const sums = countRows(block, placed);
      NUMBER_COLUMNS.forEach((name, index) => {
        const column = block.numbers[name];
        if (column) addColumn(values, { column, rows: placed.rows, sums, offset: COUNTS + index });
      });
    },
    finish: () => ({
      starts,
      models: priced.models,
      keys: Int32Array.from(keys),
      values: values.slice(0, (keys.length / 4) * WIDTH),
    }),
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
