import { memo } from "react";
import type { Chart } from "#app/(playground)/usage/_model/usage-chart.ts";
import { formatValue, METRIC_NAMES } from "#app/(playground)/usage/_model/usage-numbers.ts";
import { bucketLabel, type UsagePeriod } from "#app/(playground)/usage/_model/usage-period.ts";
import type { SummedMetric } from "#app/(playground)/usage/_model/usage-view.ts";
import type { UsageGrouping } from "#lib/contract/usage-groupings.ts";

/** The chart as a table, for screen readers. */
export const ChartTable = memo(function ChartTable({
  chart,
  metric,
  period,
  by,
}: {
  chart: Chart;
  metric: SummedMetric;
  period: UsagePeriod;
  by: UsageGrouping;
}) {
  return (
    <div className="sr-only">
      <table>
        <caption>
          {METRIC_NAMES[metric]} by {period.bucket} and {by}; empty periods are omitted
        </caption>
        <thead>
          <tr>
            <th scope="col">{period.bucket === "day" ? "Day" : "Hour"}</th>
            <th scope="col">All</th>
            {chart.series.map(({ id, label }) => (
              <th key={id} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {chart.bars
            .filter(({ total }) => total > 0)
            .map((bar) => (
              <tr key={bar.start}>
                <th scope="row">{bucketLabel(bar.start, period, true)}</th>
                <td>{formatValue(bar.total, metric)}</td>
                {chart.series.map(({ id }, index) => (
                  <td key={id}>{formatValue(bar.values[index] ?? 0, metric)}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
});
