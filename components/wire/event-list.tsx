"use client";

import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown } from "lucide-react";
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { WireRow } from "#lib/playground/wire/wire-rows.ts";
import { Button } from "../ui/button.tsx";
import { useMediaQuery } from "../use-media-query.ts";
import { EVENT_COLUMNS, EventRow } from "./event-row.tsx";

/** Rows drawn beyond those in sight. */
const OVERSCAN = 12;
/** Milliseconds after the end in which the last rows still come in. */
const LAST_LOOK = 300;

const lastPlaces = (count: number, wanted: number) =>
  Array.from({ length: Math.min(count, wanted) }, (_, index) => Math.max(0, count - wanted) + index);

export type SelectedEvent = { index: number; jump?: boolean };

/** Rows that a key moves by; a whole window of them. */
const PAGE = 10;

/**
 * The events, of which only those in sight are in the document. It keeps to the end while events come, until a reader
 * scrolls away from it.
 */
export function EventList({
  rows,
  live,
  selected,
  onSelect,
}: {
  rows: readonly WireRow[];
  live: boolean;
  /** A new object with `jump` brings its event into sight, once. */
  selected: SelectedEvent | undefined;
  onSelect: (index: number) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  /** Rows that were opened once: only they can be of another height than the rest, and are measured. */
  const touched = useRef(new Set<number>());
  const [following, setFollowing] = useState(live);
  const coarse = useMediaQuery("(pointer: coarse)");
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (coarse ? 40 : 26),
    getItemKey: (place) => rows[place]?.index ?? place,
    overscan: OVERSCAN,
    // Where the end is, is known before the scroller has said that it was moved there: no frame without rows.
    rangeExtractor: (range) =>
      following
        ? lastPlaces(range.count, range.endIndex - range.startIndex + 2 * OVERSCAN)
        : defaultRangeExtractor(range),
  });

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

  // Another run comes in: its events are followed from the beginning, and past the last one.
  useEffect(() => {
    if (live) return setFollowing(true);
    const timer = setTimeout(() => setFollowing(false), LAST_LOOK);
    return () => clearTimeout(timer);
  }, [live]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows are what makes the list longer
  useLayoutEffect(() => {
    if (following && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [following, rows]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a jump is made once, not again when rows come.
  useEffect(() => {
    const place = selected?.jump ? rows.findIndex(({ index }) => index === selected.index) : -1;
    if (place < 0) return;
    setFollowing(false);
    virtualizer.scrollToIndex(place, { align: "center" });
  }, [selected]);

  const onScroll = () => {
    const box = scroller.current;
    if (!box) return;
    const away = box.scrollHeight - box.scrollTop - box.clientHeight;
    if (live && away < 8) setFollowing(true);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const focused = event.target instanceof HTMLElement ? event.target.closest("button[data-index]") : null;
    const current = rows.findIndex(({ index }) => String(index) === focused?.getAttribute("data-index"));
    const wanted = { ArrowDown: current + 1, ArrowUp: current - 1, PageDown: current + PAGE, PageUp: current - PAGE };
    const place =
      event.key === "Home" ? 0 : event.key === "End" ? rows.length - 1 : wanted[event.key as keyof typeof wanted];
    if (place === undefined || rows.length === 0) return;
    event.preventDefault();
    setFollowing(false);
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
        className={`${EVENT_COLUMNS} shrink-0 border-b px-3 py-0.5 text-right font-mono text-[11px] text-muted-foreground`}
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
        onWheel={(event) => event.deltaY < 0 && setFollowing(false)}
        onTouchMove={() => setFollowing(false)}
        onKeyDown={onKeyDown}
      >
        <ol className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item, place) => {
            const row = rows[item.index];
            return (
              row && (
                <li
                  // While events rush by, the same lines are written anew: making new ones for each costs the most.
                  key={following ? place : item.key}
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
