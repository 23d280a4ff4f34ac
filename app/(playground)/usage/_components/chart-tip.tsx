import type { Chart, ChartBar } from "#app/(playground)/usage/_model/usage-chart.ts";
import { formatValue } from "#app/(playground)/usage/_model/usage-numbers.ts";
import type { UsageMetric } from "#app/(playground)/usage/_model/usage-view.ts";
import { PLOT } from "./chart-bars.tsx";
import { Swatch } from "./swatch.tsx";

const WIDTH = 232;
const MARGIN = 12;

/** Tooltip with the exact values of the selected bar, beside the cursor line. */
export function ChartTip({
  chart,
  bar,
  title,
  metric,
  place,
  width,
}: {
  chart: Chart;
  bar: ChartBar;
  title: string;
  metric: UsageMetric;
  /** Centre of the bar, counted in bars from the left. */
  place: number;
  width: number;
}) {
  const step = (width - PLOT.left - PLOT.right) / chart.bars.length;
  const middle = PLOT.left + place * step;
  const right = middle + step / 2 + MARGIN;
  const left = right + WIDTH <= width ? right : Math.max(0, middle - step / 2 - MARGIN - WIDTH);
  return (
    <div
      aria-hidden="true"
      style={{ left, width: WIDTH, top: PLOT.top }}
      className="pointer-events-none absolute z-10 rounded-xl bg-popover px-3 py-2.5 text-xs shadow-float forced-colors:border"
    >
      <p className="flex justify-between gap-3 font-medium">
        <span className="truncate">{title}</span>
        <span className="tabular-nums">{formatValue(bar.total, metric)}</span>
      </p>
      {chart.series.length > 1 && bar.total > 0 && (
        <ul className="mt-1.5 flex flex-col gap-1">
          {chart.series.map((series, index) => {
            const value = bar.values[index] ?? 0;
            if (value === 0) return null;
            return (
              <li key={series.id} className="flex items-center gap-1.5">
                <Swatch series={series} index={index} />
                <span className="min-w-0 flex-1 truncate text-muted-foreground">{series.label}</span>
                <span className="tabular-nums">{formatValue(value, metric)}</span>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
