import { clsx } from "clsx";
import dynamic from "next/dynamic";
import { useMemo } from "react";
import { buildChart } from "#app/(playground)/usage/_model/usage-chart.ts";
import type { UsagePeriod } from "#app/(playground)/usage/_model/usage-period.ts";
import type { UsageView } from "#app/(playground)/usage/_model/usage-view.ts";
import { PageLede } from "#components/ui/page-lede.tsx";
import type { UsageReply, UsageTotal } from "#lib/contract/usage-reply.ts";
import { groupLabel } from "./group-label.ts";
import { MetricCards } from "./metric-cards.tsx";
import { UsageChart } from "./usage-chart.tsx";
import { UsageControls } from "./usage-controls.tsx";
import { UsageTable } from "./usage-table.tsx";

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
  before?: UsageTotal | undefined;
  /** True while the data of another view is shown because this one's is loading. */
  stale?: boolean;
  onChange: (changes: Partial<UsageView>) => void;
}) {
  const by = data?.group_by ?? view.group;
  const { metric, range } = view;
  const chart = useMemo(() => data && buildChart(data, metric, (group) => groupLabel(group, by)), [data, metric, by]);
  const filtered = Object.keys(view.filters).length > 0;
  const nothing = data?.total.requests === 0 && data.total.video_seconds === 0 && !before?.requests;
  return (
    <div className="mx-auto flex min-h-full w-full max-w-[90rem] flex-col gap-4 px-4 pt-4 pb-8">
      <PageLede>Usage by model, provider, API and key. Cost appears where the price is known.</PageLede>
      <UsageControls view={view} period={period} data={data} onChange={onChange} />
      {data && nothing && !filtered ? (
        <NoUsage range={range} keptDays={data.kept_days} />
      ) : (
        <div className={clsx("flex flex-col gap-4 transition-opacity duration-150", stale && "opacity-60")}>
          <section aria-label="Totals" className="overflow-hidden rounded-2xl border bg-card">
            <MetricCards
              total={data?.total}
              before={before}
              range={range}
              metric={metric}
              onChoose={(chosen) => onChange({ metric: chosen })}
            />
            <UsageChart chart={chart} metric={metric} period={period} by={by} />
          </section>
          <UsageTable data={data} by={by} view={view} period={period} onChange={onChange} />
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
