"use client";

import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import type { Column } from "#app/(playground)/compare/_model/column.ts";
import { type RaceLane, readRace, watchLanes } from "#app/(playground)/compare/_model/race-lanes.ts";
import { readChartLook, useAppliedTheme } from "#components/inspector/chart-look.ts";
import { useCanvasSize } from "#components/inspector/use-canvas-size.ts";
import { DialectDot } from "#components/ui/dialect-dot.tsx";
import { useMediaQuery } from "#components/use-media-query.ts";
import { API_NAMES } from "#lib/playground/conversion/page-names.ts";
import { openInspector } from "#lib/playground/inspector/trace-selection.ts";
import { drawRace, LANE_HEIGHT, RACE_AXIS_HEIGHT } from "./draw-race.ts";

/** Milliseconds between two drawings while responses stream. */
const PACE = 30;

/**
 * Traces of the columns' newest responses on one time axis. They grow while the responses stream; with reduced motion
 * only the result is drawn. The names open the inspector.
 */
export function RaceChart({ columns }: { columns: readonly Column[] }) {
  const watch = useMemo(() => watchLanes(columns), [columns]);
  const lanes = useSyncExternalStore(watch.subscribe, watch.get, watch.get);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height, scale } = useCanvasSize(canvas);
  const theme = useAppliedTheme();
  const still = useMediaQuery("(prefers-reduced-motion: reduce)");
  const running = lanes.some(({ run }) => run);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours
  useEffect(() => {
    const element = canvas.current;
    if (!element || width === 0 || (running && still)) return;
    const look = readChartLook(element);
    const draw = () => drawRace(element, readRace(lanes, performance.now()), { ...look, scale });
    draw();
    if (!running) return;
    let drawn = 0;
    let frame = requestAnimationFrame(function next(now) {
      if (now - drawn >= PACE) {
        drawn = now;
        draw();
      }
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [lanes, running, still, theme, width, height, scale]);

  return (
    <figure
      aria-label="Traces on one time axis"
      data-testid="race"
      className="grid shrink-0 grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-b bg-card px-4 pt-1"
    >
      <ul>
        {lanes.map((lane, index) => (
          <li key={lane.id} className="flex items-center" style={{ height: LANE_HEIGHT }}>
            <LaneName lane={lane} name={nameLane(lanes, index)} />
          </li>
        ))}
      </ul>
      <canvas
        ref={canvas}
        className="block w-full font-mono"
        style={{ height: lanes.length * LANE_HEIGHT + RACE_AXIS_HEIGHT }}
      />
    </figure>
  );
}

function LaneName({ lane: { turn, page }, name }: { lane: RaceLane; name: string }) {
  return (
    <button
      type="button"
      disabled={!turn}
      data-tooltip="Open trace"
      className="flex max-w-40 items-center gap-2 text-muted-foreground text-xs leading-4 enabled:hover:text-foreground max-sm:max-w-36"
      onClick={() => turn && openInspector(turn.id, turn.id)}
    >
      <DialectDot page={page} />
      <span className="truncate">{name}</span>
    </button>
  );
}

/** Names a lane by the first of these that only it has: its API, its model, its column. */
function nameLane(lanes: readonly RaceLane[], index: number): string {
  const names = lanes.map(({ page, turn }) => [API_NAMES[page], turn?.model.slice(turn.model.indexOf("/") + 1)]);
  const own = names[index]?.find((name, level) => name && names.filter((other) => other[level] === name).length === 1);
  return own ?? `Column ${index + 1}`;
}
