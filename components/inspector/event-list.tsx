"use client";

import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown } from "lucide-react";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { findLine, findRun, isFolded, type RowRun } from "#lib/playground/inspector/group-rows.ts";
import type { TraceRow } from "#lib/playground/inspector/trace-rows.ts";
import { Button } from "../ui/button.tsx";
import { useMediaQuery } from "../use-media-query.ts";
import { EVENT_COLUMNS, EventRow } from "./event-row.tsx";
import { NewestEvents } from "./newest-events.tsx";
import { RunRow } from "./run-row.tsx";
import { useEventLines } from "./use-event-lines.ts";
import { nameLine, useLineKeys } from "./use-line-keys.ts";

/** Rows rendered beyond the visible ones. */
const OVERSCAN = 12;
/** Milliseconds after the end during which the last rows can still arrive. */
const LAST_LOOK = 300;
/** Distance from the end that counts as being at the end, in pixels. */
const NEAR = 8;

export type SelectedEvent = { index: number; jump?: boolean };

/**
 * Virtualized list of events: only the visible rows are in the document. Follows the end while events arrive, until the
 * reader scrolls away.
 */
export function EventList({
  rows,
  grouped,
  live,
  selected,
  onSelect,
}: {
  rows: readonly TraceRow[];
  /** Folds runs of one kind into a line each. */
  grouped: boolean;
  live: boolean;
  /** Selected event. A new object with `jump` scrolls to it once. */
  selected: SelectedEvent | undefined;
  onSelect: (index: number) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const height = useHeight(scroller);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  /** Rows that were ever expanded: only they can differ in height, and are measured. */
  const touched = useRef(new Set<number>());
  const [following, setFollowing] = useState(live);
  /** Target distance from the end; undefined once it has been scrolled there. */
  const away = useRef<number>(undefined);
  const list = useEventLines(rows, { grouped, growing: live && following });
  const { lines, runs, isOpen, setOpen } = list;
  const coarse = useMediaQuery("(pointer: coarse)");
  const rowHeight = coarse ? 40 : 26;
  const virtualizer = useVirtualizer({
    count: following ? 0 : lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (place) => {
      const line = lines[place];
      return line ? nameLine(line) : place;
    },
    overscan: OVERSCAN,
    // The target position is known before the scroller reports it, so no frame is without rows.
    rangeExtractor: (range) =>
      away.current === undefined
        ? defaultRangeExtractor(range)
        : addEnd(range, Math.ceil((height + away.current) / rowHeight)),
  });
  // While the end is followed, the length is rounded up, so that it seldom changes.
  const overflows = lines.length * rowHeight > height;
  const length = !following ? virtualizer.getTotalSize() : overflows ? roughly(lines.length) * rowHeight : 0;

  // The run that grows stays open for the reader who stops following it.
  const growing = useRef<RowRun>(undefined);
  growing.current = live && following ? runs.at(-1) : undefined;
  const leaveEnd = useCallback(() => {
    if (growing.current) setOpen(growing.current, true);
    setFollowing(false);
  }, [setOpen]);

  const toggle = useCallback(
    (index: number) => {
      leaveEnd();
      touched.current.add(index);
      setOpened((before) => {
        const after = new Set(before);
        if (!after.delete(index)) after.add(index);
        return after;
      });
      onSelect(index);
    },
    [onSelect, leaveEnd],
  );
  const toggleRun = useCallback(
    (run: RowRun, open: boolean) => {
      leaveEnd();
      setOpen(run, open);
    },
    [leaveEnd, setOpen],
  );

  // Another run: its events are followed from the start, and beyond the last one.
  useEffect(() => {
    if (live) return setFollowing(true);
    const timer = setTimeout(() => setFollowing(false), LAST_LOOK);
    return () => clearTimeout(timer);
  }, [live]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new height moves the end
  useLayoutEffect(() => {
    if (!following || !scroller.current) return;
    away.current = 0;
    scroller.current.scrollTop = length;
  }, [following, length, height]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls once, when the list stops following
  useLayoutEffect(() => {
    const box = scroller.current;
    if (following || !box || away.current === undefined) return;
    box.scrollTop = length - box.clientHeight - away.current;
  }, [following]);

  const jumped = useRef<SelectedEvent>(undefined);
  useEffect(() => {
    if (!selected?.jump || selected === jumped.current) return;
    // Lines above have positions only when the list no longer follows.
    if (following) return leaveEnd();
    const run = findRun(runs, selected.index);
    if (run && isFolded(run) && !isOpen(run)) return setOpen(run, true);
    jumped.current = selected;
    const place = findLine(lines, selected.index);
    if (place >= 0) virtualizer.scrollToIndex(place, { align: "center" });
  }, [selected, following, leaveEnd, lines, runs, isOpen, setOpen, virtualizer]);

  const onScroll = () => {
    const box = scroller.current;
    if (!box) return;
    const distance = box.scrollHeight - box.scrollTop - box.clientHeight;
    if (following) {
      if (distance <= NEAR) return;
      away.current = distance;
      leaveEnd();
    } else if (away.current !== undefined) {
      away.current = undefined;
    } else if (live && distance < NEAR) {
      setFollowing(true);
    }
  };

  const onKeyDown = useLineKeys(scroller, {
    list,
    scrollTo: (place) => virtualizer.scrollToIndex(place, { align: "auto" }),
    leaveEnd,
    onSelect,
  });

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        aria-hidden="true"
        className={`${EVENT_COLUMNS} shrink-0 border-b px-3 py-0.5 text-right font-mono text-xs text-muted-foreground`}
      >
        <span className="@max-xl:hidden">#</span>
        <span>time</span>
        <span>gap</span>
        <span className="@max-xl:hidden">size</span>
        <span className="text-left">kind</span>
        <span className="text-left">data</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, this groups a list */}
      <div
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and arrow keys begin here
        tabIndex={0}
        role="group"
        aria-label="Event list"
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain -outline-offset-2 [contain:strict] [overflow-anchor:none]"
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        {following ? (
          <>
            <NewestEvents
              lines={lines}
              isOpen={isOpen}
              height={height}
              rowHeight={rowHeight}
              opened={opened}
              selected={selected?.index}
              onToggle={toggle}
              onToggleRun={toggleRun}
            />
            <div style={{ height: length }} />
          </>
        ) : (
          <ol className="relative" style={{ height: length }}>
            {virtualizer.getVirtualItems().map((item) => {
              const line = lines[item.index];
              return (
                line && (
                  <li
                    key={item.key}
                    ref={line.row && touched.current.has(line.row.index) ? virtualizer.measureElement : undefined}
                    data-index={item.index}
                    aria-setsize={lines.length}
                    aria-posinset={item.index + 1}
                    className="absolute inset-x-0 top-0 [contain:layout_style]"
                    style={{ transform: `translateY(${item.start}px)` }}
                  >
                    {line.row ? (
                      <EventRow
                        row={line.row}
                        open={opened.has(line.row.index)}
                        selected={selected?.index === line.row.index}
                        onToggle={toggle}
                      />
                    ) : (
                      <RunRow run={line.run} open={isOpen(line.run)} onToggle={toggleRun} />
                    )}
                  </li>
                )
              );
            })}
          </ol>
        )}
      </div>
      {live && !following && (
        <Button
          size="small"
          className="!absolute bottom-2 left-1/2 -translate-x-1/2 animate-rise !rounded-full bg-popover shadow-float"
          onClick={() => setFollowing(true)}
        >
          <ArrowDown aria-hidden /> Follow
        </Button>
      )}
    </div>
  );
}

/** Rounds up to a power of two, so that the length seldom changes. */
const roughly = (count: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, count)));

function addEnd(range: Range, wanted: number): number[] {
  const first = Math.max(0, range.count - wanted - OVERSCAN);
  const end = Array.from({ length: range.count - first }, (_, place) => first + place);
  return [...new Set([...defaultRangeExtractor(range), ...end])].sort((one, other) => one - other);
}

/** Returns an element's inner height in pixels, without borders. */
function useHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setHeight(entry.contentRect.height));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return height;
}
