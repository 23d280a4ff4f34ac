import { memo } from "react";
import { type Chart, type ChartBar, labelStep } from "#app/(playground)/usage/_model/usage-chart.ts";
import { formatShort } from "#app/(playground)/usage/_model/usage-numbers.ts";
import { bucketLabel, type UsagePeriod } from "#app/(playground)/usage/_model/usage-period.ts";
import type { UsageMetric } from "#app/(playground)/usage/_model/usage-view.ts";
import { seriesLook } from "./series-look.ts";

/** Height of the chart and margins around the bars, in pixels. */
export const PLOT = { height: 264, left: 48, right: 8, top: 10, bottom: 26 };
/** Width of a label under the axis, in pixels. */
const LABEL_WIDTH = 64;
const WIDEST_BAR = 56;
const FLOOR = PLOT.height - PLOT.bottom;

type BarsProps = { chart: Chart; metric: UsageMetric; period: UsagePeriod; width: number };

export function ChartBars({ chosen, ...rest }: BarsProps & { chosen: number | undefined }) {
  const { chart, width } = rest;
  const step = (width - PLOT.left - PLOT.right) / chart.bars.length;
  return (
    <svg aria-hidden="true" width={width} height={PLOT.height} className="absolute inset-0 overflow-visible">
      {chosen !== undefined && (
        <rect
          x={PLOT.left + chosen * step}
          y={PLOT.top}
          width={step}
          height={FLOOR - PLOT.top}
          className="fill-foreground/[0.05] forced-colors:fill-transparent forced-colors:stroke-[Highlight]"
        />
      )}
      <Bars {...rest} />
    </svg>
  );
}

/** The bars. Memoized, so that moving the cursor line does not redraw them. */
const Bars = memo(function Bars({ chart, metric, period, width }: BarsProps) {
  const { bars, ticks } = chart;
  const inner = width - PLOT.left - PLOT.right;
  const top = ticks.at(-1) || 1;
  const yOf = (value: number) => FLOOR - (value / top) * (FLOOR - PLOT.top);
  const step = inner / bars.length;
  const gap = step > 12 ? Math.max(2, step * 0.24) : step > 4 ? 1 : 0;
  const barWidth = Math.min(WIDEST_BAR, step - gap);
  const every = labelStep(bars.length, Math.floor(inner / LABEL_WIDTH));
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
            {formatShort(tick, metric)}
          </text>
        </g>
      ))}
      {bars.map((bar, index) => (
        <g key={bar.start} transform={`translate(${PLOT.left + index * step + (step - barWidth) / 2} 0)`}>
          <Stack bar={bar} chart={chart} width={barWidth} yOf={yOf} />
          {index % every === 0 && (
            <text
              x={barWidth / 2}
              y={PLOT.height - 7}
              textAnchor="middle"
              className="text-numeric fill-muted-foreground"
            >
              {bucketLabel(bar.start, period)}
            </text>
          )}
        </g>
      ))}
    </>
  );
});

function Stack({
  bar,
  chart,
  width,
  yOf,
}: {
  bar: ChartBar;
  chart: Chart;
  width: number;
  yOf: (value: number) => number;
}) {
  const highest = bar.values.findLastIndex((value) => value > 0);
  let below = 0;
  return bar.values.map((value, index) => {
    const series = chart.series[index];
    if (value <= 0 || !series) return null;
    const y = yOf(below + value);
    // Leaves a one-pixel gap between parts; every part stays at least one pixel high.
    const height = Math.max(1, yOf(below) - y - (below > 0 ? 1 : 0));
    below += value;
    const radius = index === highest ? Math.min(3, width / 2, height) : 0;
    return (
      <path
        key={series.id}
        d={`M0 ${y + height}V${y + radius}q0 ${-radius} ${radius} ${-radius}H${width - radius}q${radius} 0 ${radius} ${radius}V${y + height}Z`}
        {...seriesLook(series, index)}
      />
    );
  });
}
