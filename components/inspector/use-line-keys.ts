import { type KeyboardEvent, type RefObject, useRef } from "react";
import { flushSync } from "react-dom";
import { type EventLine, findRun } from "#lib/playground/inspector/group-rows.ts";
import type { EventLines } from "./use-event-lines.ts";

/** Rows that Page Up and Page Down move by. */
const PAGE = 10;

export const nameLine = ({ row, run }: EventLine): string => (row ? `event-${row.index}` : `run-${run.id}`);

/**
 * Returns the handler of keys that move through the lines of the list. Right opens a run; left closes it, or goes to it
 * from one of its events.
 */
export function useLineKeys(
  scroller: RefObject<HTMLElement | null>,
  {
    list,
    scrollTo,
    leaveEnd,
    onSelect,
  }: {
    list: EventLines;
    scrollTo: (place: number) => void;
    /** Stops following the end, so that all lines have positions. */
    leaveEnd: () => void;
    onSelect: (index: number) => void;
  },
): (event: KeyboardEvent<HTMLElement>) => void {
  const newest = useRef(list);
  newest.current = list;

  const focus = (place: number) => {
    flushSync(leaveEnd);
    const { lines } = newest.current;
    const line = lines[Math.min(lines.length - 1, Math.max(0, place))];
    if (!line) return;
    scrollTo(lines.indexOf(line));
    if (line.row) onSelect(line.row.index);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-line="${nameLine(line)}"]`)?.focus({ preventScroll: true }),
    );
  };

  return (event) => {
    const { lines, runs, isOpen, setOpen } = newest.current;
    const name =
      event.target instanceof Element ? event.target.closest("[data-line]")?.getAttribute("data-line") : null;
    const current = name ? lines.findIndex((line) => nameLine(line) === name) : -1;
    const { run, row } = lines[current] ?? {};
    const targets: Record<string, number> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + PAGE,
      PageUp: current - PAGE,
      Home: 0,
      End: lines.length - 1,
    };
    const target = targets[event.key];
    if (lines.length === 0) return;
    if (target !== undefined) focus(target);
    else if (event.key === "ArrowRight" && run && !isOpen(run)) setOpen(run, true);
    else if (event.key === "ArrowLeft" && run && isOpen(run)) setOpen(run, false);
    else if (event.key === "ArrowLeft" && row) {
      const above = findRun(runs, row.index);
      const place = lines.findIndex((line) => line.run?.id === above?.id);
      if (place < 0) return;
      focus(place);
    } else return;
    event.preventDefault();
  };
}
