import { useCallback, useMemo, useState } from "react";
import { createRunReader, type EventLine, listLines, type RowRun } from "#lib/playground/inspector/group-rows.ts";
import type { TraceRow } from "#lib/playground/inspector/trace-rows.ts";

export type EventLines = {
  lines: readonly EventLine[];
  runs: readonly RowRun[];
  isOpen: (run: RowRun) => boolean;
  setOpen: (run: RowRun, open: boolean) => void;
};

const NO_RUNS: readonly RowRun[] = [];

/**
 * Returns the lines of the event list.
 * @param grouped folds runs of one kind into a line each
 * @param growing keeps the last run open, so that its events are seen as they arrive
 */
export function useEventLines(
  rows: readonly TraceRow[],
  { grouped, growing }: { grouped: boolean; growing: boolean },
): EventLines {
  const [readRuns] = useState(createRunReader);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const runs = grouped ? readRuns(rows) : NO_RUNS;
  const last = growing ? runs.at(-1) : undefined;
  const isOpen = useCallback((run: RowRun) => opened.has(run.id) || run === last, [opened, last]);
  const lines = useMemo(
    () => (grouped ? listLines(rows, runs, isOpen) : rows.map((row): EventLine => ({ row }))),
    [grouped, rows, runs, isOpen],
  );
  const setOpen = useCallback(({ id }: RowRun, open: boolean) => {
    setOpened((before) => {
      const after = new Set(before);
      if (open) after.add(id);
      else after.delete(id);
      return after;
    });
  }, []);
  return { lines, runs, isOpen, setOpen };
}
