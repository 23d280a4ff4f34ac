"use client";

import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { describeRow, summarizeRows } from "#lib/playground/inspector/describe-rows.ts";
import type { TraceMarker } from "#lib/playground/inspector/find-markers.ts";
import { chooseSpan, nearestRow } from "#lib/playground/inspector/gap-columns.ts";
import type { TraceMetrics } from "#lib/playground/inspector/trace-metrics.ts";
import type { TraceRow } from "#lib/playground/inspector/trace-rows.ts";
import { formatDuration } from "#lib/playground/streams/metrics.ts";
import type { ReplayClock } from "#lib/playground/trace/replays.ts";
import { AXIS_HEIGHT, LABELS_HEIGHT } from "./draw-gaps.ts";
import { Playhead } from "./playhead.tsx";
import { useCanvasSize } from "./use-canvas-size.ts";
import { useGapDrawing } from "./use-gap-drawing.ts";

/** Heights of the scale's ticks, as shares. A bar is as tall as the square root of its gap: half stands for a quarter. */
const TICKS = [
  { height: 1, share: 1 },
  { height: 0.5, share: 0.25 },
];

/**
 * Chart of the gaps between events over time. The pointer or the arrow keys select an event; Enter or a click shows it.
 */
export function GapChart({
  rows,
  markers,
  metrics,
  growing,
  end,
  replay,
  onJump,
}: {
  rows: readonly TraceRow[];
  markers: readonly TraceMarker[];
  metrics: TraceMetrics;
  /** True while events still arrive. */
  growing: boolean;
  /** Milliseconds from the request to its end, or until now. */
  end: number;
  replay?: ReplayClock;
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
  const summary = growing ? "Receiving events." : summarizeRows(rows, metrics);
  const longest = metrics.longestGap?.gap ?? 0;

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
    <div className="relative flex h-[104px] shrink-0 pt-4">
      <p aria-hidden="true" className="absolute top-0 left-3 text-muted-foreground text-xs leading-4">
        Gap between events
      </p>
      <div aria-hidden="true" className="relative w-16 shrink-0">
        {longest > 0 &&
          TICKS.map(({ height, share }) => (
            <span
              key={height}
              className="text-numeric absolute right-2 translate-y-1/2 whitespace-nowrap text-muted-foreground"
              style={{ bottom: `calc(${AXIS_HEIGHT}px + (100% - ${AXIS_HEIGHT + LABELS_HEIGHT}px) * ${height})` }}
            >
              {formatDuration(longest * share)}
            </span>
          ))}
      </div>
      <div
        role="slider"
        tabIndex={0}
        aria-label="Gaps between events"
        aria-description={summary}
        aria-valuemin={1}
        aria-valuemax={Math.max(1, rows.length)}
        aria-valuenow={(place ?? 0) + 1}
        aria-valuetext={cursor ? describeRow(cursor) : summary}
        className="relative mr-3 min-w-0 flex-1 cursor-crosshair select-none -outline-offset-2"
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
        {replay && <Playhead replay={replay} />}
        {cursor && (
          <p
            className="pointer-events-none absolute top-4 z-10 max-w-[80%] truncate rounded-md bg-primary px-1.5 py-0.5 font-mono text-primary-foreground text-xs tabular-nums"
            style={getPosition(cursor.at / span)}
          >
            {describeRow(cursor)}
          </p>
        )}
      </div>
    </div>
  );
}

function getPosition(share: number) {
  return share < 0.5
    ? { left: `calc(${share * 100}% + 8px)` }
    : { right: `calc(${Math.max(0, 1 - share) * 100}% + 8px)` };
}
