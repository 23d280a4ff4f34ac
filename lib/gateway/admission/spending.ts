/**
 * Spending: what keys and groups have spent this day and month, with what their running requests are expected to cost.
 */
import type { Store } from "#lib/store/store.ts";

export type BudgetPeriod = "day" | "month";

type Sum = { startsAt: number; spent: number; reserved: number };

export type Spending = {
  /** Reads the sum of a period from the store, when it is needed for the first time. */
  open(owner: string, period: BudgetPeriod, listKeys: () => Promise<string[]>): Promise<void>;
  /** Returns an opened sum with all reservations, in US dollars. */
  sum(owner: string, period: BudgetPeriod): number;
  /** Adds a reservation to the opened sums; call the returned function once, with the cost that has come of it. */
  reserve(owner: string, usd: number): (cost: number) => void;
};

export function createSpending(store: Pick<Store, "requestLog">, now: () => number = Date.now): Spending {
  const sums = new Map<string, Promise<Sum> | Sum>();

  function openSum(owner: string, period: BudgetPeriod, listKeys: () => Promise<string[]>): Promise<Sum> | Sum {
    const name = `${period} ${owner}`;
    const startsAt = findPeriodStart(period, now());
    const known = sums.get(name);
    if (known && ("then" in known || known.startsAt === startsAt)) return known;
    if (known) {
      // A new period: what is running is paid from it.
      const renewed = { startsAt, spent: 0, reserved: known.reserved };
      sums.set(name, renewed);
      return renewed;
    }
    const opening = listKeys()
      .then((keys) => (keys.length === 0 ? 0 : store.requestLog.sumCost(keys, startsAt)))
      .then((spent) => {
        const sum = { startsAt, spent, reserved: 0 };
        sums.set(name, sum);
        return sum;
      });
    // After a failure the next request reads it again.
    opening.catch(() => sums.delete(name));
    sums.set(name, opening);
    return opening;
  }

  return {
    async open(owner, period, listKeys) {
      await openSum(owner, period, listKeys);
    },
    sum(owner, period) {
      const known = sums.get(`${period} ${owner}`);
      return known && !("then" in known) ? known.spent + known.reserved : 0;
    },
    reserve(owner, usd) {
      const own = (["day", "month"] as const).flatMap((period) => {
        const sum = sums.get(`${period} ${owner}`);
        return sum && !("then" in sum) ? [{ period, sum }] : [];
      });
      for (const { sum } of own) sum.reserved += usd;
      return (cost) => {
        for (const { period, sum } of own) {
          sum.reserved -= usd;
          const current = sums.get(`${period} ${owner}`);
          if (current && !("then" in current)) {
            if (current !== sum) current.reserved -= usd;
            current.spent += cost;
          }
        }
      };
    },
  };
}

/** Returns the start of the day or month in UTC, in Unix milliseconds. */
function findPeriodStart(period: BudgetPeriod, time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), period === "day" ? date.getUTCDate() : 1);
}

/** Returns the end of the day or month in UTC, in Unix milliseconds. */
export function findPeriodEnd(period: BudgetPeriod, time: number): number {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return period === "day" ? Date.UTC(year, month, date.getUTCDate() + 1) : Date.UTC(year, month + 1, 1);
}
