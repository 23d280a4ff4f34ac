/** The chart of gaps as columns of pixels: as many as there are to draw, however many events there are. */
import type { WireRow } from "./wire-rows.ts";

export type GapColumns = {
  /** Milliseconds that the width stands for. */
  span: number;
  /** The longest gap between two events; the wait for the first one is no gap, and would dwarf them all. */
  longest: number;
  /** For each column the longest gap that ended in it, in milliseconds; 0 for none. */
  gaps: Float64Array;
  /** Position in `rows` of the event that ended that gap; -1 for none. */
  rows: Int32Array;
};

/** The width stands for a little more than has passed while events come, in steps, so that it does not creep. */
export function spanOf(end: number, live: boolean): number {
  if (!live) return Math.max(end, 1);
  let span = 2000;
  while (span < end * 1.02) span *= 1.5;
  return span;
}

export type GapPlot = {
  /** @param width columns; at least one. @returns the columns, and the first of them that differs from the last time */
  update(what: { rows: readonly WireRow[]; width: number; span: number }): { columns: GapColumns; from: number };
};

/** Columns that grow with the rows: rows that are in them already are not looked at again. */
export function createGapPlot(): GapPlot {
  let columns: GapColumns | undefined;
  let first: WireRow | undefined;
  let count = 0;
  return {
    update({ rows, width: wanted, span }) {
      const width = Math.max(1, Math.floor(wanted));
      const grown =
        columns?.span === span && columns.gaps.length === width && first === rows[0] && count <= rows.length;
      if (!columns || !grown) {
        columns = { span, longest: 0, gaps: new Float64Array(width), rows: new Int32Array(width).fill(-1) };
        count = 0;
      }
      const from = addRows({ columns, rows, from: count });
      first = rows[0];
      count = rows.length;
      return { columns, from: grown ? from : 0 };
    },
  };
}

/** @returns the first column that changed; 0 where all are of another height now */
function addRows({ columns, rows, from }: { columns: GapColumns; rows: readonly WireRow[]; from: number }): number {
  const { gaps, rows: places, span, longest } = columns;
  let changed = gaps.length;
  for (let place = from; place < rows.length; place += 1) {
    const row = rows[place];
    if (!row) continue;
    const { index, at, gap } = row;
    const column = columnAt({ at, span, width: gaps.length });
    if (index > 0) columns.longest = Math.max(columns.longest, gap);
    if ((places[column] ?? -1) < 0 || gap > (gaps[column] ?? 0)) {
      gaps[column] = gap;
      places[column] = place;
      changed = Math.min(changed, column);
    }
  }
  return columns.longest === longest ? changed : 0;
}

export function columnAt({ at, span, width }: { at: number; span: number; width: number }): number {
  return Math.min(width - 1, Math.max(0, Math.floor((at / span) * width)));
}

/** Short gaps are the most and long ones the point: the square root shows both. From 0 to 1. */
export function heightOf(gap: number, longest: number): number {
  return longest <= 0 ? 0 : Math.min(1, Math.sqrt(gap / longest));
}

/** The event drawn nearest to a column; -1 when there is none. */
export function nearestRow({ rows }: Pick<GapColumns, "rows">, column: number): number {
  for (let away = 0; away < rows.length; away += 1) {
    const before = rows[column - away] ?? -1;
    if (before >= 0) return before;
    const after = rows[column + away] ?? -1;
    if (after >= 0) return after;
  }
  return -1;
}

/** A round number of milliseconds between two marks of the axis, of which about `count` fit. */
export function tickStep(span: number, count: number): number {
  const rough = span / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
}
