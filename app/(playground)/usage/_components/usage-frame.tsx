import { clsx } from "clsx";
import dynamic from "next/dynamic";
import { useMemo } from "react";
import { foldUnknownModels } from "#app/(playground)/usage/_model/fold-unknown-models.ts";
import { buildLatencyChart } from "#app/(playground)/usage/_model/latency-chart.ts";
import { buildChart } from "#app/(playground)/usage/_model/usage-chart.ts";
import type { UsagePeriod } from "#app/(playground)/usage/_model/usage-period.ts";
import type { UsageView } from "#app/(playground)/usage/_model/usage-view.ts";
import type { UsageReply } from "#lib/contract/usage-reply.ts";
import { PLOT } from "./chart-axes.tsx";
import { groupLabel } from "./group-label.ts";
import { MetricCards } from "./metric-cards.tsx";
import { UsageChart } from "./usage-chart.tsx";
import { UsageControls } from "./usage-controls.tsx";
import { UsageTable } from "./usage-table.tsx";

const LatencyChart = dynamic(() => import("./latency-chart.tsx").then((module) => module.LatencyChart), {
  loading: () => <div style={{ height: PLOT.height + 56 }} />,
});
const NoUsage = dynamic(() => import("./no-usage.tsx").then((module) => module.NoUsage));
const DAY = 86_400_000;

/** Layout of the page, with placeholders for data that is not loaded yet. */
export function UsageFrame({
  view,
  period,
  data,
  before,
  stale = false,
  onChange,
}: {
  view: UsageView;
  period: UsagePeriod;
  data?: UsageReply | undefined;
  /** Totals of the period before, if comparable. */
  before?: UsageReply["total"] | undefined;
  /** True while the data of another view is shown because this one's is loading. */
  stale?: boolean;
  onChange: (changes: Partial<UsageView>) => void;
}) {
  const by = data?.group_by ?? view.group;
  const { metric, range } = view;
  // A latency cannot be shared out among groups, so that the table has their requests beside it.
  const summed = metric === "latency" ? "requests" : metric;
  const folded = useMemo(() => data && foldUnknownModels(data), [data]);
  const chart = useMemo(
    () => folded && buildChart(folded, summed, (group) => groupLabel(group, by)),
    [folded, summed, by],
  );
  const latencies = useMemo(() => data && buildLatencyChart(data), [data]);
  const filtered = Object.keys(view.filters).length > 0;
  const nothing = data?.total.requests === 0 && data.total.video_seconds === 0 && !before?.requests;
  return (
    <div className="mx-auto flex min-h-full w-full max-w-page flex-col gap-4 px-4 pt-1 pb-8">
      <UsageControls view={view} period={period} data={data} onChange={onChange} />
      {data && nothing && !filtered ? (
        <NoUsage range={range} keptDays={data.kept_days} />
      ) : (
        <div
          aria-busy={stale}
          className={clsx("flex flex-col gap-4 transition-opacity duration-150", stale && "opacity-60")}
        >
          <section aria-label="Totals" className="overflow-hidden rounded-2xl border bg-card">
            <MetricCards
              total={data?.total}
              before={before}
              range={range}
              metric={metric}
              onChoose={(chosen) => onChange({ metric: chosen })}
            />
            {metric === "latency" && latencies ? (
              <LatencyChart chart={latencies} period={period} />
            ) : (
              <UsageChart chart={chart} metric={summed} period={period} by={by} />
            )}
          </section>
          <UsageTable data={folded} by={by} metric={summed} view={view} period={period} onChange={onChange} />
          {data && data.kept_days * DAY < period.to - period.from && (
            <p className="text-balance text-muted-foreground text-xs">
              The request log covers {data.kept_days} days; older requests are not included. Set{" "}
              <code className="font-mono">requestLog.days</code> in the config file to change this.
            </p>
          )}
        </div>
      )}
    </div>
  );
}
