"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { readUsage, type UsageQuestion, usageQuery } from "#app/(playground)/usage/_model/usage-api.ts";
import { resolvePeriod, type UsagePeriod } from "#app/(playground)/usage/_model/usage-period.ts";
import type { UsageView } from "#app/(playground)/usage/_model/usage-view.ts";
import { useNow } from "#components/use-now.ts";
import { useSignedOutLeave } from "#components/use-signed-out-leave.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** @param every milliseconds between refetches while the page is visible */
function useSums(question: UsageQuestion, { enabled, every }: { enabled: boolean; every: number }) {
  return useQuery({
    queryKey: ["usage", usageQuery(question)],
    queryFn: ({ signal }) => readUsage(question, signal),
    enabled,
    staleTime: MINUTE / 2,
    refetchInterval: every,
    // The previous view's bars stay until the new ones are loaded, so that nothing jumps.
    placeholderData: keepPreviousData,
  });
}

/** Queries the sums of a view and of the period before; also returns the period. */
export function useUsage({ range, from, to, group, filters }: UsageView, enabled: boolean) {
  const now = useNow(MINUTE);
  const period: UsagePeriod = resolvePeriod({ range, from, to }, now);
  const { bucket, offset, before } = period;
  // A sum over many days is more work and changes less.
  const every = bucket === "hour" ? MINUTE : 5 * MINUTE;
  const current = useSums(
    { from: period.from, to: period.to, filters, split: { bucket, offset, group } },
    { enabled, every },
  );
  const previous = useSums({ ...before, filters }, { enabled: enabled && before.to > before.from, every });
  useSignedOutLeave(current.error);
  // When part of that period is no longer in the log, everything would seem to have grown.
  const earlier = previous.isPlaceholderData ? undefined : previous.data;
  const isWhole = earlier && before.from >= now - earlier.kept_days * DAY;
  return { current, before: isWhole ? earlier.total : undefined, period };
}
