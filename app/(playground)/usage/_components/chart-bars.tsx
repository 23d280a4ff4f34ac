import { memo } from "react";
import type { Chart, ChartBar } from "#app/(playground)/usage/_model/usage-chart.ts";
import { formatShort } from "#app/(playground)/usage/_model/usage-numbers.ts";
import type { UsagePeriod } from "#app/(playground)/usage/_model/usage-period.ts";
import type { SummedMetric } from "#app/(playground)/usage/_model/usage-view.ts";
import { ChartAxes, createScale, FLOOR, PLOT, type Scale } from "./chart-axes.tsx";
import { seriesLook } from "./series-look.ts";

const WIDEST_BAR = 56;
/** Corners of a whole bar at its top; its parts have none. */
const ROUND_TOP = { clipPath: "inset(0 round 8px 8px 0 0)" };

type BarsProps = { chart: Chart; metric: SummedMetric; period: UsagePeriod; width: number };

export function ChartBars({ chosen, ...rest }: BarsProps & { chosen: number | undefined }) {
  const { chart, width } = rest;
  const scale = createScale({ count: chart.bars.length, ticks: chart.ticks, width });
  const bar = chosen === undefined ? undefined : chart.bars[chosen];
  const barWidth = getBarWidth(scale);
  // A day without requests is marked on the axis.
  const top = bar && Math.min(scale.yOf(bar.total), FLOOR - 2);
  return (
    <svg aria-hidden="true" width={width} height={PLOT.height} className="absolute inset-0 overflow-visible">
      <Bars {...rest} />
      {chosen !== undefined && top !== undefined && (
        <rect
          x={scale.xOf(chosen) - barWidth / 2}
          y={top}
          width={barWidth}
          height={FLOOR - top}
          style={ROUND_TOP}
          className="fill-foreground/25 forced-colors:fill-transparent forced-colors:stroke-[Highlight]"
        />
      )}
    </svg>
  );
}

function getBarWidth({ step }: Scale): number {
  const gap = step > 12 ? Math.max(2, step * 0.24) : step > 4 ? 1 : 0;
  return Math.min(WIDEST_BAR, step - gap);
}

/** The bars. Memoized, so that choosing one does not redraw them. */
const Bars = memo(function Bars({ chart, metric, period, width }: BarsProps) {
  const { bars, ticks } = chart;
  const scale = createScale({ count: bars.length, ticks, width });
  const barWidth = getBarWidth(scale);
  return (
    <>
      <ChartAxes
        starts={bars.map(({ start }) => start)}
        ticks={ticks}
        width={width}
        period={period}
        formatTick={(tick) => formatShort(tick, metric)}
      />
      {bars.map((bar, index) => (
        <g key={bar.start} transform={`translate(${scale.xOf(index) - barWidth / 2} 0)`} style={ROUND_TOP}>
          <Stack bar={bar} chart={chart} width={barWidth} yOf={scale.yOf} />
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
  let below = 0;
  return bar.values.map((value, index) => {
    const series = chart.series[index];
    if (value <= 0 || !series) return null;
    const y = yOf(below + value);
    // Leaves a one-pixel gap between parts; every part stays at least one pixel high.
    const height = Math.max(1, yOf(below) - y - (below > 0 ? 1 : 0));
    below += value;
    return <rect key={series.id} y={y} width={width} height={height} {...seriesLook(series, index)} />;
  });
}
