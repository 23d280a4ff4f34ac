import type { ApiKeyList } from "#lib/contract/api-key.ts";
import type { LimitUse } from "#lib/contract/key-policy.ts";
import type { UsageGrouping } from "#lib/contract/usage-groupings.ts";
import { LIMITS } from "#lib/playground/limits/limit-names.ts";

/** Groupings whose groups may have a budget. */
export function hasBudgets(by: UsageGrouping): by is "key" | "group" {
  return by === "key" || by === "group";
}

/** Returns the budgets of keys by their id, or of groups by their name. */
export function findBudgets({ data }: Pick<ApiKeyList, "data">, by: "key" | "group"): Map<string, LimitUse[]> {
  const budgets = new Map<string, LimitUse[]>();
  for (const { id, group, use } of data) {
    const name = by === "key" ? id : group;
    const own = use.filter(({ owner, limit }) => owner === by && LIMITS[limit].isMoney);
    // All keys of a group have the group's own sums.
    if (name !== null && own.length > 0) budgets.set(name, own);
  }
  return budgets;
}
