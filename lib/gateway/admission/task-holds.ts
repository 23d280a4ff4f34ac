import type { UsagePrices } from "#lib/contract/usage-cost.ts";
import type { Admission } from "#lib/gateway/request/admission.ts";
import type { Counters } from "#lib/store/counters/counters.ts";
import { KeyGrant } from "./key-grant.ts";

/** Time in which a task is stored for certain: before, it is unknown to the store. */
const CREATED_MS = 60_000;

/** Money that is reserved for tasks, which end after the requests that started them. */
export function createTaskHolds(
  counters: Pick<Counters, "settle">,
): Pick<Admission, "holdForTask" | "settleTask" | "releaseTasks"> {
  /** Held amounts of this process, by task and name. */
  const holds = new Map<string, { held: Record<string, number>; since: number }>();

  function takeHeld(task: string): Record<string, number> {
    const held = Object.entries(holds.get(task)?.held ?? {});
    holds.delete(task);
    return Object.fromEntries(held.map(([name, amount]) => [name, -amount]));
  }

  return {
    holdForTask({ grant }, task) {
      if (!(grant instanceof KeyGrant) || !grant.prices) return undefined;
      const prices = [...grant.prices].filter((entry): entry is [string, UsagePrices] => entry[1] !== undefined);
      const { windows, holds: held } = grant.detachMoney();
      holds.set(task, { held, since: performance.now() });
      return { windows, prices: Object.fromEntries(prices) };
    },
    settleTask(task, { windows }, cost) {
      const adds = cost === 0 ? [] : windows.map((window) => ({ ...window, isSum: true, amount: cost }));
      const released = takeHeld(task);
      if (adds.length > 0 || Object.keys(released).length > 0) void counters.settle({ adds, holds: released });
    },
    async releaseTasks(hasEnded) {
      for (const [task, { since }] of [...holds]) {
        if (performance.now() - since < CREATED_MS) continue;
        if (await hasEnded(task)) await counters.settle({ adds: [], holds: takeHeld(task) });
      }
    },
  };
}
