import { memo } from "react";
import type { UsageGrouping } from "#lib/contract/usage-groupings.ts";
import type { Chart } from "#lib/playground/usage/usage-chart.ts";
import { formatValue, METRIC_NAMES } from "#lib/playground/usage/usage-numbers.ts";
import { bucketLabel, type UsagePeriod } from "#lib/playground/usage/usage-period.ts";
import type { UsageMetric } from "#lib/playground/usage/usage-view.ts";

/** The chart in words, for who cannot see it. */
export const ChartTable = memo(function ChartTable({
  chart,
  metric,
  period,
  by,
}: {
  chart: Chart;
  metric: UsageMetric;
  period: UsagePeriod;
  by: UsageGrouping;
}) {
  return (
    <div className="sr-only">
      <table>
        <caption>
          {METRIC_NAMES[metric]} by {period.bucket} and {by}; without those that have none
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
