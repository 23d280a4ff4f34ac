import type { EventKind } from "./event-facts.ts";
import type { TraceRow } from "./trace-rows.ts";

export type RowFilter = { kinds: ReadonlySet<EventKind>; text: string };

export const NO_FILTER: RowFilter = { kinds: new Set(), text: "" };

/**
 * Returns a filter of rows by kind (all, when none is chosen) and by text in data or name. While rows are only added,
 * each row is tested once.
 */
export function createRowFilter(): (rows: readonly TraceRow[], filter: RowFilter) => readonly TraceRow[] {
  let known:
    | { filter: RowFilter; shown: readonly TraceRow[]; first?: TraceRow; last?: TraceRow; count: number }
    | undefined;
  return (rows, filter) => {
    if (isEmpty(filter)) return rows;
    const passes = matchFilter(filter);
    // With the same first row and filter only the new rows are tested.
    const grown =
      known?.filter === filter &&
      known.first === rows[0] &&
      (known.count === 0 || rows[known.count - 1] === known.last);
    const fresh = (grown && known ? rows.slice(known.count) : rows).filter(passes);
    const before = grown && known ? known.shown : [];
    const shown = grown && fresh.length === 0 ? before : before.concat(fresh);
    known = { filter, shown, first: rows[0], last: rows.at(-1), count: rows.length };
    return shown;
  };
}

const isEmpty = ({ kinds, text }: RowFilter): boolean => kinds.size === 0 && text.trim() === "";

function matchFilter({ kinds, text }: RowFilter): (row: TraceRow) => boolean {
  const wanted = text.trim().toLowerCase();
  return ({ kind, event }) =>
    (kinds.size === 0 || kinds.has(kind)) &&
    (wanted === "" ||
      event.data.toLowerCase().includes(wanted) ||
      (event.name?.toLowerCase().includes(wanted) ?? false));
}
