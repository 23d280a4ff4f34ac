import { type RefObject, useEffect, useRef, useState } from "react";
import type { TraceMarker } from "#lib/playground/inspector/find-markers.ts";
import { createGapPlot, type GapColumns } from "#lib/playground/inspector/gap-columns.ts";
import type { TraceRow } from "#lib/playground/inspector/trace-rows.ts";
import { type ChartLook, readChartLook, useAppliedTheme } from "./chart-look.ts";
import { drawGaps } from "./draw-gaps.ts";

type Drawn = {
  markers: readonly TraceMarker[];
  cursor: TraceRow | undefined;
  span: number;
  /** Width of a column in device pixels, and device pixels per CSS pixel. */
  unit: number;
  scale: number;
  width: number;
  height: number;
};

/**
 * Keeps the chart up to date. New events redraw only the columns that they fall into.
 * @returns the columns on the canvas
 */
export function useGapDrawing(
  canvas: RefObject<HTMLCanvasElement | null>,
  { rows, markers, cursor, span, unit, scale, width, height }: Drawn & { rows: readonly TraceRow[] },
): RefObject<GapColumns | undefined> {
  const [plot] = useState(createGapPlot);
  const columns = useRef<GapColumns>(undefined);
  const drawn = useRef<Drawn>(undefined);
  const look = useRef<ChartLook>(undefined);
  const theme = useAppliedTheme();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours.
  useEffect(() => {
    look.current = undefined;
    drawn.current = undefined;
  }, [theme, scale, unit]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    if (!canvas.current || width === 0) return;
    const { columns: now, from } = plot.update({ rows, width: width / unit, span });
    const wanted = { markers, cursor, span, unit, scale, width, height };
    const onlyMore = drawn.current !== undefined && isSame(drawn.current, wanted);
    look.current ??= readChartLook(canvas.current);
    columns.current = now;
    drawn.current = wanted;
    drawGaps(canvas.current, {
      columns: now,
      rows,
      markers,
      cursor,
      from: onlyMore ? from : 0,
      look: look.current,
      scale,
      unit,
    });
  }, [canvas, plot, rows, markers, cursor, span, unit, scale, width, height, theme]);

  return columns;
}

const isSame = (one: Drawn, other: Drawn): boolean =>
  (Object.keys(one) as (keyof Drawn)[]).every((name) => one[name] === other[name]);
