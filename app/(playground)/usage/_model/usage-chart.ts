/** Geometry of the usage chart without pixels: stacking of the bars, and the grid lines. */
import type { UsageReply } from "#lib/contract/usage-reply.ts";
import { getAmount } from "./usage-numbers.ts";
import type { SummedMetric } from "./usage-view.ts";

/** Number of colours for series in `tokens.css`. */
const MAXIMUM_SERIES = 8;

export type ChartSeries = { id: string; label: string; total: number; others: boolean };
export type ChartBar = {
  start: number;
  total: number;
  /** Values of the bar, in the order of the series. */
  values: number[];
};
export type Chart = {
  /** Series, largest first. Groups beyond the available colours are combined in one more, the last. */
  series: ChartSeries[];
  bars: ChartBar[];
  /** Grid lines from zero up; the last is the top of the chart. */
  ticks: number[];
};

/** @param getLabel returns the label of a group, which is null for requests without a value */
export function buildChart(
  usage: Pick<UsageReply, "group_by" | "groups" | "others" | "buckets" | "total">,
  metric: SummedMetric,
  getLabel: (group: UsageReply["groups"][number]) => string,
): Chart {
  const { groups, others, buckets } = usage;
  // A request counts for each of its tags: stacked, they would be more than there were.
  if (usage.group_by === "tag") return buildTotals(usage, metric);
  const ranked = groups
    .map((group) => ({ group: group.group, label: getLabel(group), total: getAmount(group, metric) }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total);
  const rest = others ? getAmount(others, metric) : 0;
  const shown = ranked.slice(0, MAXIMUM_SERIES);
  const folded = ranked.slice(shown.length).reduce((sum, { total }) => sum + total, rest);
  const series: ChartSeries[] = shown.map(({ group, label, total }) => ({
    id: group ?? "",
    label,
    total,
    others: false,
  }));
  if (folded > 0) series.push({ id: "others", label: "Others", total: folded, others: true });

  const bars = buckets.map((bucket): ChartBar => {
    const total = getAmount(bucket.total, metric);
    const values = shown.map(({ group }) => {
      const found = bucket.groups.find((candidate) => candidate.group === group);
      return found ? getAmount(found, metric) : 0;
    });
    const told = values.reduce((sum, value) => sum + value, 0);
    return { start: bucket.start, total, values: folded > 0 ? [...values, Math.max(0, total - told)] : values };
  });
  const most = Math.max(0, ...bars.map(({ total }) => total));
  return { series, bars, ticks: niceTicks(most, metric !== "cost") };
}

function buildTotals({ buckets, total: all }: Pick<UsageReply, "buckets" | "total">, metric: SummedMetric): Chart {
  const total = getAmount(all, metric);
  const bars = buckets.map((bucket): ChartBar => {
    const value = getAmount(bucket.total, metric);
    return { start: bucket.start, total: value, values: [value] };
  });
  const most = Math.max(0, ...bars.map((bar) => bar.total));
  const series = total > 0 ? [{ id: "all", label: "All tags", total, others: false }] : [];
  return { series, bars, ticks: niceTicks(most, metric !== "cost") };
}

/** Returns three to five round numbers from zero to at least `most`. */
export function niceTicks(most: number, whole: boolean): number[] {
  if (most <= 0) return [0];
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? 10 * power;
  const size = whole ? Math.max(1, Math.ceil(step)) : step;
  const count = Math.ceil(most / size - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => +(index * size).toPrecision(12));
}

/**
 * Returns the step between labelled bars, so that labels fit under the axis.
 * @param room number of labels that fit side by side
 */
export function labelStep(bars: number, room: number): number {
  const least = Math.max(1, Math.ceil(bars / Math.max(1, room)));
  return [1, 2, 3, 4, 6, 7, 12, 14, 24, 28, 48, 56].find((step) => step >= least) ?? least;
}
