/** The chart of gaps between events as pixel columns, so that its cost does not depend on the number of events. */
import type { TraceRow } from "./trace-rows.ts";

export type GapColumns = {
  /** Milliseconds shown over the whole width. */
  span: number;
  /** The longest gap between two events, without the wait for the first one, which would dwarf the others. */
  longest: number;
  /** Longest gap that ended in each column, in milliseconds; 0 for none. */
  gaps: Float64Array;
  /** Index in `rows` of the event that ended that gap; -1 for none. */
  rows: Int32Array;
};

/**
 * Returns the time span of the width. While events arrive it grows in steps ahead of them, so that the chart does not
 * creep.
 */
export function chooseSpan(end: number, live: boolean): number {
  if (!live) return Math.max(end, 1);
  let span = 2000;
  while (span < end * 1.02) span *= 1.5;
  return span;
}

export type GapPlot = {
  /**
   * @param width number of columns, at least one
   * @returns the columns, and the first one that changed since the last call
   */
  update(what: { rows: readonly TraceRow[]; width: number; span: number }): { columns: GapColumns; from: number };
};

/** Makes columns that grow with the rows; each row is read once. */
export function createGapPlot(): GapPlot {
  let columns: GapColumns | undefined;
  let first: TraceRow | undefined;
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

/** @returns the first column that changed; 0 when all heights changed */
function addRows({ columns, rows, from }: { columns: GapColumns; rows: readonly TraceRow[]; from: number }): number {
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

/**
 * Returns the height of a gap, from 0 to 1. The square root keeps both the many short gaps and the long ones visible.
 */
export function scaleHeight(gap: number, longest: number): number {
  return longest <= 0 ? 0 : Math.min(1, Math.sqrt(gap / longest));
}

/** Returns the row drawn nearest to a column; -1 when there is none. */
export function nearestRow({ rows }: Pick<GapColumns, "rows">, column: number): number {
  for (let away = 0; away < rows.length; away += 1) {
    const before = rows[column - away] ?? -1;
    if (before >= 0) return before;
    const after = rows[column + away] ?? -1;
    if (after >= 0) return after;
  }
  return -1;
}

/** Returns a round number of milliseconds between two ticks of the axis, so that about `count` fit. */
export function tickStep(span: number, count: number): number {
  const rough = span / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
}
