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

export function toGapColumns({
  rows,
  width,
  span,
}: {
  rows: readonly WireRow[];
  /** Columns; at least one. */
  width: number;
  span: number;
}): GapColumns {
  const columns = Math.max(1, Math.floor(width));
  const gaps = new Float64Array(columns);
  const places = new Int32Array(columns).fill(-1);
  let longest = 0;
  for (const [place, { index, at, gap }] of rows.entries()) {
    const column = columnAt({ at, span, width: columns });
    if (index > 0) longest = Math.max(longest, gap);
    if ((places[column] ?? -1) < 0 || gap > (gaps[column] ?? 0)) {
      gaps[column] = gap;
      places[column] = place;
    }
  }
  return { span, longest, gaps, rows: places };
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
