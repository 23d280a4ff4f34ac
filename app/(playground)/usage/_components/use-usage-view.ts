"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import { readUsageView, type UsageView, writeUsageView } from "#app/(playground)/usage/_model/usage-view.ts";

/** Returns the view of the address, and a function to change it, so that every view has a link. */
export function useUsageView(): [view: UsageView, change: (changes: Partial<UsageView>) => void] {
  const search = useSearchParams();
  const path = usePathname();
  const view = useMemo(() => readUsageView(search ?? new URLSearchParams()), [search]);
  const change = useCallback(
    (changes: Partial<UsageView>) => {
      const hasChosenRange = view.hasChosenRange || changes.range !== undefined;
      const query = writeUsageView({ ...view, ...changes, hasChosenRange });
      history.replaceState(null, "", query ? `${path}?${query}` : path);
    },
    [view, path],
  );
  return [view, change];
}
