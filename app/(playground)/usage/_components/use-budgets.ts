"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { findBudgets, hasBudgets } from "#app/(playground)/usage/_model/find-budgets.ts";
import { useCatalogue } from "#components/use-catalogue.ts";
import type { LimitUse } from "#lib/contract/key-policy.ts";
import type { UsageGrouping } from "#lib/contract/usage-groupings.ts";
import { isAdmin } from "#lib/playground/gateway/gateway-session.ts";
import { KEYS_QUERY, listKeys } from "#lib/playground/limits/list-keys.ts";

const EVERY_MS = 30_000;

/** Returns the budgets of the groups of a table, for admins; undefined when none has one. */
export function useBudgets(by: UsageGrouping): ReadonlyMap<string, readonly LimitUse[]> | undefined {
  const { session } = useCatalogue();
  const { data } = useQuery({
    queryKey: KEYS_QUERY,
    queryFn: ({ signal }) => listKeys(signal),
    enabled: isAdmin(session) && hasBudgets(by),
    refetchInterval: EVERY_MS,
  });
  return useMemo(() => {
    const budgets = data && hasBudgets(by) ? findBudgets(data, by) : undefined;
    return budgets && budgets.size > 0 ? budgets : undefined;
  }, [data, by]);
}
