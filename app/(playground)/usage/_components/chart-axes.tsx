import { labelStep } from "#app/(playground)/usage/_model/usage-chart.ts";
import { bucketLabel, type UsagePeriod } from "#app/(playground)/usage/_model/usage-period.ts";

/** Height of the chart and margins around the plot, in pixels. */
export const PLOT = { height: 264, left: 52, right: 8, top: 10, bottom: 26 };
/** Width of a label under the axis, in pixels. */
const LABEL_WIDTH = 64;
/** Height of the zero line. */
export const FLOOR = PLOT.height - PLOT.bottom;

/** Places of hours or days and of values in the plot. */
export type Scale = { step: number; xOf: (index: number) => number; yOf: (value: number) => number };

/** @param ticks grid lines from zero up; the last is the top */
export function createScale({
  count,
  ticks,
  width,
}: {
  count: number;
  ticks: readonly number[];
  width: number;
}): Scale {
  const top = ticks.at(-1) || 1;
  const step = (width - PLOT.left - PLOT.right) / count;
  return {
    step,
    xOf: (index) => PLOT.left + (index + 0.5) * step,
    yOf: (value) => FLOOR - (value / top) * (FLOOR - PLOT.top),
  };
}

/** Grid lines with their values, and the labels of hours or days. */
export function ChartAxes({
  starts,
  ticks,
  width,
  period,
  formatTick,
}: {
  /** Starts of the hours or days. */
  starts: readonly number[];
  ticks: readonly number[];
  width: number;
  period: UsagePeriod;
  formatTick: (value: number) => string;
}) {
  const { xOf, yOf } = createScale({ count: starts.length, ticks, width });
  const every = labelStep(starts.length, Math.floor((width - PLOT.left - PLOT.right) / LABEL_WIDTH));
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={PLOT.left}
            x2={width - PLOT.right}
            y1={yOf(tick)}
            y2={yOf(tick)}
            shapeRendering="crispEdges"
            className={tick === 0 ? "stroke-foreground/25" : "stroke-foreground/[0.08]"}
          />
          <text x={PLOT.left - 10} y={yOf(tick) + 4} textAnchor="end" className="text-numeric fill-muted-foreground">
            {formatTick(tick)}
          </text>
        </g>
      ))}
      {starts.map(
        (start, index) =>
          index % every === 0 && (
            <text
              key={start}
              x={xOf(index)}
              y={PLOT.height - 7}
              textAnchor="middle"
              className="text-numeric fill-muted-foreground"
            >
              {bucketLabel(start, period)}
            </text>
          ),
      )}
    </>
  );
}
