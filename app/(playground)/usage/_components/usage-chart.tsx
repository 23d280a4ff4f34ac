"use client";

import type { Chart, ChartBar } from "#app/(playground)/usage/_model/usage-chart.ts";
import { formatValue, METRIC_NAMES } from "#app/(playground)/usage/_model/usage-numbers.ts";
import { bucketLabel, type UsagePeriod } from "#app/(playground)/usage/_model/usage-period.ts";
import type { SummedMetric } from "#app/(playground)/usage/_model/usage-view.ts";
import type { UsageGrouping } from "#lib/contract/usage-groupings.ts";
import { createScale } from "./chart-axes.tsx";
import { ChartBars } from "./chart-bars.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import { ChartTable } from "./chart-table.tsx";
import { ChartTip } from "./chart-tip.tsx";
import { Swatch } from "./swatch.tsx";

/** Bars over time, with a table of all values for screen readers. */
export function UsageChart({
  chart,
  metric,
  period,
  by,
}: {
  chart: Chart | undefined;
  metric: SummedMetric;
  period: UsagePeriod;
  by: UsageGrouping;
}) {
  const bars = chart?.bars ?? [];
  const empty = chart !== undefined && chart.series.length === 0;
  const describe = (index: number) => {
    const bar = bars[index];
    if (!bar) return "";
    const parts = listParts(chart, bar).map(({ series, value }) => `${series.label} ${formatValue(value, metric)}`);
    const all = [`${METRIC_NAMES[metric]} ${formatValue(bar.total, metric)}`, ...parts];
    return `${bucketLabel(bar.start, period, true)}: ${all.join(", ")}`;
  };
  const draw = (width: number, chosen: number | undefined) => {
    if (!chart) return null;
    const bar = chosen === undefined ? undefined : bars[chosen];
    const { xOf, step } = createScale({ count: bars.length, ticks: chart.ticks, width });
    return (
      <>
        <ChartBars chart={chart} metric={metric} period={period} width={width} chosen={chosen} />
        {bar && (
          <ChartTip
            title={bucketLabel(bar.start, period, true)}
            value={formatValue(bar.total, metric)}
            rows={chart.series.length > 1 ? listTipRows(chart, { bar, metric }) : []}
            x={xOf(chosen ?? 0)}
            step={step}
            width={width}
          />
        )}
      </>
    );
  };
  return (
    <figure className="px-2 pt-4 pb-3 sm:px-4">
      <ChartFrame
        label={`${METRIC_NAMES[metric]} by ${period.bucket}`}
        period={period}
        count={bars.length}
        nothing={empty ? NOTHING[metric] : undefined}
        describe={describe}
        draw={draw}
      />
      {chart?.series.length !== 1 && (
        <figcaption className="flex min-h-6 flex-wrap max-sm:min-h-11 gap-x-4 gap-y-1 px-2 pt-2 text-muted-foreground text-xs">
          {chart?.series.map((series, index) => (
            <span key={series.id} className="flex min-w-0 items-center gap-1.5">
              <Swatch series={series} index={index} />
              <span className="max-w-56 truncate">{series.label}</span>
            </span>
          ))}
        </figcaption>
      )}
      {chart && !empty && <ChartTable chart={chart} metric={metric} period={period} by={by} />}
    </figure>
  );
}

const NOTHING: Record<SummedMetric, string> = {
  requests: "No requests in this period",
  tokens: "No tokens in this period",
  cost: "No costs in this period",
  errors: "No errors in this period",
};

function listParts(chart: Chart | undefined, bar: ChartBar) {
  const parts = (chart?.series ?? []).map((series, index) => ({ series, index, value: bar.values[index] ?? 0 }));
  return parts.filter(({ value }) => value > 0);
}

function listTipRows(chart: Chart, { bar, metric }: { bar: ChartBar; metric: SummedMetric }) {
  return listParts(chart, bar).map(({ series, index, value }) => ({
    id: series.id,
    swatch: <Swatch series={series} index={index} />,
    label: series.label,
    value: formatValue(value, metric),
  }));
}
