import type { LimitUse } from "#lib/contract/key-policy.ts";
import type { Counters } from "./counters.ts";
import type { LimitOwner } from "./limit-owners.ts";
import { type BudgetPeriod, findPeriodEnd, type Spending } from "./spending.ts";

/** Returns the budgets that an owner has. */
export function listBudgets({ policy }: LimitOwner): { period: BudgetPeriod; usd: number }[] {
  const { usd_per_day: day, usd_per_month: month } = policy.budget;
  return [
    ...(typeof day === "number" ? [{ period: "day" as const, usd: day }] : []),
    ...(typeof month === "number" ? [{ period: "month" as const, usd: month }] : []),
  ];
}

/** Returns what is used of each limit of a key or group, and changes nothing. */
export async function readLimitUse(
  owner: LimitOwner,
  {
    counters,
    running,
    spending,
    now,
  }: { counters: Counters; running: ReadonlyMap<string, number>; spending: Spending; now: () => number },
): Promise<LimitUse[]> {
  const { id, policy, listKeys } = owner;
  const uses: LimitUse[] = [];
  const add = (limit: LimitUse["limit"], amount: number, used: number, resetsAt: number | null) => {
    const remaining = Math.max(0, amount - used);
    uses.push({
      limit,
      owner: id.startsWith("group:") ? "group" : "key",
      amount,
      used,
      remaining,
      resets_at: resetsAt,
    });
  };
  for (const unit of ["requests", "tokens"] as const) {
    const amount = policy.limits[`${unit}_per_minute`];
    if (typeof amount !== "number") continue;
    const { total, resetMs } = await counters.read(`${unit} ${id}`);
    add(`${unit}_per_minute`, amount, total, resetMs > 0 ? now() + Math.round(resetMs) : null);
  }
  const places = policy.limits.concurrent_requests;
  if (typeof places === "number") add("concurrent_requests", places, running.get(id) ?? 0, null);
  for (const { period, usd } of listBudgets(owner)) {
    await spending.open(id, period, listKeys);
    add(`usd_per_${period}`, usd, spending.sum(id, period), findPeriodEnd(period, now()));
  }
  return uses;
}
