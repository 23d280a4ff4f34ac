"use client";

import { useEffect } from "react";
import { hasOnlyToday } from "#app/(playground)/usage/_model/usage-view.ts";
import { ReadFailure } from "#components/ui/read-failure.tsx";
import { useCatalogue } from "#components/use-catalogue.ts";
import { UsageFrame } from "./usage-frame.tsx";
import { useUsage } from "./use-usage.ts";
import { useUsageCommands } from "./use-usage-commands.ts";
import { useUsageView } from "./use-usage-view.ts";

export function UsageStage() {
  const { signedIn, problem } = useCatalogue();
  const [view, change] = useUsageView();
  const { current, before, period } = useUsage(view, signedIn);
  const { data, error, refetch, isPlaceholderData } = current;
  // On the first day, a chart of a week is one bar at its edge.
  const startsToday = !view.hasChosenRange && !isPlaceholderData && data !== undefined && hasOnlyToday(data);
  useEffect(() => {
    if (startsToday) change({ range: "today" });
  }, [startsToday, change]);
  useUsageCommands({ view, change, data });
  const failure = data ? undefined : (error?.message ?? problem);
  if (failure === undefined) {
    return (
      <UsageFrame view={view} period={period} data={data} before={before} stale={isPlaceholderData} onChange={change} />
    );
  }
  return <ReadFailure what="the usage" why={failure} onRetry={() => void refetch()} />;
}
