"use client";

import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown } from "lucide-react";
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { TraceRow } from "#lib/playground/inspector/trace-rows.ts";
import { Button } from "../ui/button.tsx";
import { useMediaQuery } from "../use-media-query.ts";
import { EVENT_COLUMNS, EventRow } from "./event-row.tsx";
import { NewestEvents } from "./newest-events.tsx";

/** Rows rendered beyond the visible ones. */
const OVERSCAN = 12;
/** Milliseconds after the end during which the last rows can still arrive. */
const LAST_LOOK = 300;
/** Distance from the end that counts as being at the end, in pixels. */
const NEAR = 8;

export type SelectedEvent = { index: number; jump?: boolean };

/** Rows that Page Up and Page Down move by. */
const PAGE = 10;

/**
 * Virtualized list of events: only the visible rows are in the document. Follows the end while events arrive, until the
 * reader scrolls away.
 */
export function EventList({
  rows,
  live,
  selected,
  onSelect,
}: {
  rows: readonly TraceRow[];
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
  const coarse = useMediaQuery("(pointer: coarse)");
  const rowHeight = coarse ? 40 : 26;
  const virtualizer = useVirtualizer({
    count: following ? 0 : rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (place) => rows[place]?.index ?? place,
    overscan: OVERSCAN,
    // The target position is known before the scroller reports it, so no frame is without rows.
    rangeExtractor: (range) =>
      away.current === undefined
        ? defaultRangeExtractor(range)
        : addEnd(range, Math.ceil((height + away.current) / rowHeight)),
  });
  // While the end is followed, the length is rounded up, so that it seldom changes.
  const overflows = rows.length * rowHeight > height;
  const length = !following ? virtualizer.getTotalSize() : overflows ? roughly(rows.length) * rowHeight : 0;

  const leave = useCallback((distance = 0) => {
    away.current = distance;
    setFollowing(false);
  }, []);

  const toggle = useCallback(
    (index: number) => {
      setFollowing(false);
      touched.current.add(index);
      setOpened((before) => {
        const after = new Set(before);
        if (!after.delete(index)) after.add(index);
        return after;
      });
      onSelect(index);
    },
    [onSelect],
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: jumps once, not again when rows arrive.
  useEffect(() => {
    const place = selected?.jump && selected !== jumped.current ? findRowIndex(rows, selected.index) : -1;
    if (place < 0) return;
    // Rows above have positions only when the list no longer follows.
    if (following) return setFollowing(false);
    jumped.current = selected;
    virtualizer.scrollToIndex(place, { align: "center" });
  }, [selected, following]);

  const onScroll = () => {
    const box = scroller.current;
    if (!box) return;
    const distance = box.scrollHeight - box.scrollTop - box.clientHeight;
    if (following) {
      if (distance > NEAR) leave(distance);
    } else if (away.current !== undefined) {
      away.current = undefined;
    } else if (live && distance < NEAR) {
      setFollowing(true);
    }
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const focused = event.target instanceof HTMLElement ? event.target.closest("button[data-index]") : null;
    const current = rows.findIndex(({ index }) => String(index) === focused?.getAttribute("data-index"));
    const wanted = { ArrowDown: current + 1, ArrowUp: current - 1, PageDown: current + PAGE, PageUp: current - PAGE };
    const place =
      event.key === "Home" ? 0 : event.key === "End" ? rows.length - 1 : wanted[event.key as keyof typeof wanted];
    if (place === undefined || rows.length === 0) return;
    event.preventDefault();
    flushSync(() => setFollowing(false));
    const row = rows[Math.min(rows.length - 1, Math.max(0, place))];
    if (!row) return;
    virtualizer.scrollToIndex(rows.indexOf(row), { align: "auto" });
    onSelect(row.index);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`button[data-index="${row.index}"]`)?.focus({ preventScroll: true }),
    );
  };

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        aria-hidden="true"
        className={`${EVENT_COLUMNS} shrink-0 border-b px-3 py-0.5 text-right font-mono text-xs text-muted-foreground`}
      >
        <span className="max-sm:hidden">#</span>
        <span>time</span>
        <span>gap</span>
        <span className="max-sm:hidden">size</span>
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
              rows={rows}
              height={height}
              rowHeight={rowHeight}
              opened={opened}
              selected={selected?.index}
              onToggle={toggle}
            />
            <div style={{ height: length }} />
          </>
        ) : (
          <ol className="relative" style={{ height: length }}>
            {virtualizer.getVirtualItems().map((item) => {
              const row = rows[item.index];
              return (
                row && (
                  <li
                    key={item.key}
                    ref={touched.current.has(row.index) ? virtualizer.measureElement : undefined}
                    data-index={item.index}
                    aria-setsize={rows.length}
                    aria-posinset={item.index + 1}
                    className="absolute inset-x-0 top-0 [contain:layout_style]"
                    style={{ transform: `translateY(${item.start}px)` }}
                  >
                    <EventRow
                      row={row}
                      open={opened.has(row.index)}
                      selected={selected?.index === row.index}
                      onToggle={toggle}
                    />
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

const findRowIndex = (rows: readonly TraceRow[], index: number): number => rows.findIndex((row) => row.index === index);

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
