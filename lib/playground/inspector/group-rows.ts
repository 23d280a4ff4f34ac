/** Runs of events of one kind, which the list shows as one line. Each row is read once. */
import type { EventKind } from "./event-facts.ts";
import type { TraceRow } from "./trace-rows.ts";

/** Consecutive rows of one kind: a run of at least `SHORTEST_RUN` is folded, fewer are shown as they are. */
export type RowRun = {
  /** Index of its first event in the whole stream, even when that was evicted. */
  id: number;
  /** Place of its first row in the list, and number of rows. */
  start: number;
  count: number;
  kind: EventKind;
  at: number;
  /** Milliseconds from the first event to the last. */
  duration: number;
  bytes: number;
  /** Beginning of the run's text. */
  preview: string;
};

/** A line of the list: an event, or a folded run above its events while it is open. */
export type EventLine = { row: TraceRow; run?: undefined } | { run: RowRun; row?: undefined };

const SHORTEST_RUN = 3;
const LONGEST_PREVIEW = 200;

export type RunReader = (rows: readonly TraceRow[]) => readonly RowRun[];

/** Reads runs of text, reasoning and tool arguments; all other rows are runs of one. A new tool call starts a run. */
export function createRunReader(): RunReader {
  let runs: RowRun[] = [];
  let first: TraceRow | undefined;
  let count = 0;
  return (rows) => {
    const grown = first === rows[0] && count <= rows.length;
    if (grown && count === rows.length) return runs;
    // The run whose first events were evicted keeps its name, and with it its state on screen.
    const cut = grown ? undefined : runs.findLast(({ id }) => id <= (rows[0]?.index ?? -1));
    // A new array, so that comparing identity shows the change.
    runs = grown ? [...runs] : [];
    let open = runs.at(-1);
    for (let place = grown ? count : 0; place < rows.length; place += 1) {
      const row = rows[place];
      if (!row) continue;
      if (!open || !continues(open, row)) {
        open = startRun(row, place === 0 && cut?.kind === row.kind ? cut.id : row.index, place);
        runs.push(open);
        continue;
      }
      // A run of an earlier call is copied once, for the same reason.
      if (place === count) {
        open = { ...open };
        runs[runs.length - 1] = open;
      }
      extend(open, row);
    }
    first = rows[0];
    count = rows.length;
    return runs;
  };
}

const continues = (run: RowRun, { kind, tool }: TraceRow): boolean =>
  run.kind === kind && tool === undefined && (kind === "text" || kind === "reasoning" || kind === "tool");

const startRun = ({ kind, at, bytes, preview }: TraceRow, id: number, start: number): RowRun => ({
  id,
  start,
  count: 1,
  kind,
  at,
  duration: 0,
  bytes,
  preview,
});

function extend(run: RowRun, { at, bytes, preview }: TraceRow): void {
  run.count += 1;
  run.duration = at - run.at;
  run.bytes += bytes;
  if (run.preview.length < LONGEST_PREVIEW) run.preview += preview;
}

export const isFolded = ({ count }: RowRun): boolean => count >= SHORTEST_RUN;

/** Returns the lines of the list, with the rows of open runs below their run. */
export function listLines(
  rows: readonly TraceRow[],
  runs: readonly RowRun[],
  isOpen: (run: RowRun) => boolean,
): readonly EventLine[] {
  const lines: EventLine[] = [];
  for (const run of runs) {
    const folded = isFolded(run);
    if (folded) lines.push({ run });
    if (folded && !isOpen(run)) continue;
    for (let place = run.start; place < run.start + run.count; place += 1) {
      const row = rows[place];
      if (row) lines.push({ row });
    }
  }
  return lines;
}

/** Returns the run that contains an event. */
export const findRun = (runs: readonly RowRun[], index: number): RowRun | undefined =>
  runs.findLast(({ id }) => id <= index);

/** Returns the place of an event's line; -1 when its run is closed or a filter hides it. */
export const findLine = (lines: readonly EventLine[], index: number): number =>
  lines.findIndex(({ row }) => row?.index === index);
