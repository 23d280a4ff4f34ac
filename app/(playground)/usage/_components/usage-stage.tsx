"use client";

import { clsx } from "clsx";
import { RotateCw } from "lucide-react";
import dynamic from "next/dynamic";
import { useMemo } from "react";
import type { UsageReply } from "#lib/gateway/usage/usage-reply.ts";
import { buildChart } from "#lib/playground/usage/usage-chart.ts";
import type { UsageGrouping } from "#lib/playground/usage/usage-view.ts";
import { Button } from "../../../../components/ui/button.tsx";
import { useCatalogue } from "../../../../components/use-catalogue.ts";
import { groupLabel } from "./group-label.ts";
import { MetricCards } from "./metric-cards.tsx";
import { UsageChart } from "./usage-chart.tsx";
import { UsageControls } from "./usage-controls.tsx";
import { UsageTable } from "./usage-table.tsx";
import { useUsage } from "./use-usage.ts";
import { useUsageCommands } from "./use-usage-commands.ts";
import { useUsageView } from "./use-usage-view.ts";

const NoUsage = dynamic(() => import("./no-usage.tsx").then((module) => module.NoUsage));

export function UsageStage() {
  const { signedIn, problem } = useCatalogue();
  const [view, change] = useUsageView();
  const { current, before, period } = useUsage(view, signedIn);
  const { data, error, refetch, isPlaceholderData } = current;
  useUsageCommands({ view, change, data });
  const by: UsageGrouping = data?.group_by ?? view.group;
  const chart = useMemo(
    () => data && buildChart(data, view.metric, (group) => groupLabel(group, by)),
    [data, view.metric, by],
  );
  const failure = data ? undefined : (error?.message ?? problem);
  if (failure !== undefined) {
    return (
      <div className="flex h-full flex-col items-center justify-center gap-3 p-6 text-center">
        <p role="alert" className="text-balance text-destructive">
          The usage could not be read: {failure}
        </p>
        <Button onClick={() => void refetch()}>
          <RotateCw aria-hidden />
          Try again
        </Button>
      </div>
    );
  }
  const filtered = Object.keys(view.filters).length > 0;
  return (
    <div className="mx-auto flex min-h-full w-full max-w-[104rem] flex-col gap-4 px-4 pt-4 pb-8 sm:px-6 sm:pt-5">
      <UsageControls view={view} period={period} data={data} onChange={change} />
      {data && !filtered && isEmpty(data) && !before?.requests ? (
        <NoUsage range={view.range} keptDays={data.kept_days} />
      ) : (
        <div className={clsx("flex flex-col gap-4 transition-opacity duration-150", isPlaceholderData && "opacity-60")}>
          <section aria-label="Sums" className="overflow-hidden rounded-2xl border bg-card">
            <MetricCards
              total={data?.total}
              before={before}
              range={view.range}
              metric={view.metric}
              onChoose={(metric) => change({ metric })}
            />
            <UsageChart chart={chart} metric={view.metric} period={period} by={by} />
          </section>
          <UsageTable data={data} by={by} view={view} period={period} onChange={change} />
          {data && data.kept_days * 86_400_000 < period.to - period.from && (
            <p className="text-balance text-muted-foreground text-xs">
              The request log keeps {data.kept_days} days, and older requests are not in these sums:{" "}
              <code className="font-mono">requestLog.days</code> in the config file sets it.
            </p>
          )}
        </div>
      )}
    </div>
  );
}

function isEmpty({ total }: UsageReply): boolean {
  return total.requests === 0 && total.video_seconds === 0;
}
