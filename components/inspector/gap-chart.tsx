"use client";

import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { KIND_LABELS } from "#lib/playground/inspector/event-facts.ts";
import type { TraceMarker } from "#lib/playground/inspector/find-markers.ts";
import { chooseSpan, nearestRow } from "#lib/playground/inspector/gap-columns.ts";
import type { TraceMetrics } from "#lib/playground/inspector/trace-metrics.ts";
import type { TraceRow } from "#lib/playground/inspector/trace-rows.ts";
import { formatBytes, formatCount, formatDuration } from "#lib/playground/streams/metrics.ts";
import { useCanvasSize } from "./use-canvas-size.ts";
import { useGapDrawing } from "./use-gap-drawing.ts";

/**
 * Chart of the gaps between events over time. The pointer or the arrow keys select an event; Enter or a click shows it.
 */
export function GapChart({
  rows,
  markers,
  metrics,
  growing,
  end,
  onJump,
}: {
  rows: readonly TraceRow[];
  markers: readonly TraceMarker[];
  metrics: TraceMetrics;
  /** True while events still arrive. */
  growing: boolean;
  /** Milliseconds from the request to its end, or until now. */
  end: number;
  onJump: (index: number) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height, scale } = useCanvasSize(canvas);
  const [place, setPlace] = useState<number>();
  // A few events are drawn wide, so that they are visible.
  const unit = Math.max(1, Math.round(scale * (rows.length * 5 < width / scale ? 3 : 1)));
  const cursor = place === undefined ? undefined : rows[place];
  const span = chooseSpan(end, growing);
  const drawing = useGapDrawing(canvas, { rows, markers, cursor, span, unit, scale, width, height });
  // A summary of a running stream is outdated at once, so it is given when the stream has ended.
  const summary = growing ? "Receiving events." : summarize(rows, metrics);

  const placeAt = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const columns = drawing.current;
    if (!columns) return undefined;
    const found = nearestRow(columns, Math.floor(((event.clientX - box.left) * scale) / unit));
    return found < 0 ? undefined : found;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = rows.length - 1;
    const now = place ?? -1;
    const leap = Math.max(1, Math.round(rows.length / 20));
    const wanted: Record<string, number> = {
      ArrowRight: now + 1,
      ArrowUp: now + 1,
      ArrowLeft: now - 1,
      ArrowDown: now - 1,
      PageUp: now + leap,
      PageDown: now - leap,
      Home: 0,
      End: last,
    };
    if (event.key === "Enter" && cursor) onJump(cursor.index);
    const next = wanted[event.key];
    if (next === undefined || last < 0) return;
    event.preventDefault();
    setPlace(Math.min(last, Math.max(0, next)));
  };

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Gaps between events"
      aria-description={summary}
      aria-valuemin={1}
      aria-valuemax={Math.max(1, rows.length)}
      aria-valuenow={(place ?? 0) + 1}
      aria-valuetext={cursor ? describe(cursor) : summary}
      className="relative h-[68px] shrink-0 cursor-crosshair select-none -outline-offset-2"
      onPointerMove={(event) => setPlace(placeAt(event))}
      onPointerLeave={() => setPlace(undefined)}
      onPointerUp={(event) => {
        const row = rows[placeAt(event) ?? -1];
        if (row) onJump(row.index);
      }}
      onBlur={() => setPlace(undefined)}
      onKeyDown={onKeyDown}
    >
      <canvas ref={canvas} className="absolute inset-0 size-full font-mono" />
      {cursor && (
        <p
          className="pointer-events-none absolute top-3.5 z-10 max-w-[80%] truncate rounded-md bg-primary px-1.5 py-0.5 font-mono text-xs text-primary-foreground tabular-nums"
          style={getPosition(cursor.at / span)}
        >
          {describe(cursor)}
        </p>
      )}
    </div>
  );
}

function getPosition(share: number) {
  return share < 0.5
    ? { left: `calc(${share * 100}% + 8px)` }
    : { right: `calc(${Math.max(0, 1 - share) * 100}% + 8px)` };
}

function describe({ index, at, gap, bytes, kind }: TraceRow): string {
  const facts = [
    `#${formatCount(index + 1)}`,
    `${formatCount(Math.round(at))} ms`,
    `+${gap.toFixed(gap < 10 ? 1 : 0)} ms`,
  ];
  return [...facts, formatBytes(bytes), KIND_LABELS[kind]].join(" · ");
}

function summarize(rows: readonly TraceRow[], { longestGap, bytes }: TraceMetrics): string {
  const last = rows.at(-1);
  if (!last) return "No events.";
  const gap = longestGap ? ` Longest gap ${formatDuration(longestGap.gap)}, at ${formatDuration(longestGap.at)}.` : "";
  return `${formatCount(rows.length)} events in ${formatDuration(last.at)}, ${formatBytes(bytes)}.${gap}`;
}
