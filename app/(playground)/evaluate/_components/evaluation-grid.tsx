"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useRef, useState } from "react";
import type { Place } from "#app/(playground)/evaluate/_model/evaluation-requests.ts";
import type { Evaluation, RowFilter } from "#lib/contract/evaluation.ts";
import { formatCount } from "#lib/playground/streams/metrics.ts";
import { GridRow } from "./grid-row.tsx";
import { useGridRows } from "./use-grid-rows.ts";

/** Height of a row in pixels; outputs are cut to it, so that thousands of rows have a known height. */
const ROW_HEIGHT = 72;
/** Rows beyond the window's edges. */
const OVERSCAN = 8;

/** The grid: one row for each input, one column for each model and prompt. Only rows in sight are in the page. */
export function EvaluationGrid({
  evaluation,
  filter,
  pair,
  onOpen,
}: {
  evaluation: Evaluation;
  filter: RowFilter;
  pair: { a: number; b: number };
  onOpen: (place: Place) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  /** Cell that has the focus, by its place among the rows in the list. */
  const [active, setActive] = useState({ index: 0, column: 0 });
  const { columns } = evaluation;
  const first = useGridRows({ evaluation, filter, pair, indexes: [0] });
  const total = first.total;
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    getItemKey: (index) => index,
  });
  const items = virtualizer.getVirtualItems();
  const { rowAt } = useGridRows({ evaluation, filter, pair, indexes: items.map(({ index }) => index) });
  // Tab reaches one cell: the last one that had the focus, or while that is out of sight the first row's.
  const reached = items.some(({ index }) => index === active.index) ? active.index : items[0]?.index;
  const template = `minmax(9rem, 1fr) repeat(${columns.length}, minmax(11rem, 1.4fr))`;

  function move(index: number, column: number): void {
    const next = {
      index: Math.min(Math.max(0, index), Math.max(0, total - 1)),
      column: Math.min(Math.max(0, column), columns.length - 1),
    };
    setActive(next);
    virtualizer.scrollToIndex(next.index);
    // The row may come into the page only now.
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        scroller.current?.querySelector<HTMLElement>(`[data-cell="${next.index} ${next.column}"]`)?.focus(),
      ),
    );
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { index, column } = active;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? ROW_HEIGHT) / ROW_HEIGHT) - 1);
    const steps: Record<string, [number, number]> = {
      ArrowDown: [index + 1, column],
      ArrowUp: [index - 1, column],
      ArrowRight: [index, column + 1],
      ArrowLeft: [index, column - 1],
      PageDown: [index + page, column],
      PageUp: [index - page, column],
      Home: [event.ctrlKey ? 0 : index, 0],
      End: [event.ctrlKey ? total - 1 : index, columns.length - 1],
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    move(...step);
  }

  if (first.isLoaded && total === 0) {
    return <p className="py-10 text-center text-muted-foreground">No rows match this filter.</p>;
  }
  return (
    <div ref={scroller} className="min-h-96 flex-1 overflow-auto border-t" data-testid="grid-scroller">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a data grid (APG), whose cells take arrows.
        role="grid"
        aria-label={`Results of ${evaluation.name}`}
        aria-rowcount={total + 1}
        aria-colcount={columns.length + 1}
        onKeyDown={onKeyDown}
        className="block min-w-max"
      >
        <thead className="sticky top-0 z-10 block border-b bg-background text-xs">
          <tr aria-rowindex={1} className="grid" style={{ gridTemplateColumns: template }}>
            <th scope="col" className="px-3 py-2 text-left font-medium text-muted-foreground">
              {formatCount(total)} {total === 1 ? "row" : "rows"}
            </th>
            {columns.map(({ name, model }, index) => {
              const key = `${index}`;
              return (
                <th key={key} scope="col" className="truncate px-3 py-2 text-left font-medium">
                  {name || model}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody className="relative block" style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, start, key }) => (
            <GridRow
              key={key}
              index={index}
              start={start}
              height={ROW_HEIGHT}
              template={template}
              row={rowAt(index)}
              columnCount={columns.length}
              activeColumn={index === reached ? active.column : undefined}
              onFocus={setActive}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
