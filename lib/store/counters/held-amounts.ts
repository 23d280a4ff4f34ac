import { SMALLEST_HOLD } from "./counter-backend.ts";

type Amounts = Readonly<Record<string, number>>;

/** HeldAmounts: what the running requests of this process hold, by name. A server that comes back gets it. */
export class HeldAmounts {
  private readonly amounts = new Map<string, number>();

  /** @param amounts negative to release */
  add(amounts: Amounts): void {
    for (const name in amounts) {
      const total = (this.amounts.get(name) ?? 0) + (amounts[name] as number);
      if (Math.abs(total) < SMALLEST_HOLD) this.amounts.delete(name);
      else this.amounts.set(name, total);
    }
  }

  list(): Amounts {
    return Object.fromEntries(this.amounts);
  }

  /** @param before an earlier list */
  findChanges(before: Amounts): Amounts {
    const changes: Record<string, number> = {};
    for (const name of new Set([...Object.keys(before), ...this.amounts.keys()])) {
      const change = (this.amounts.get(name) ?? 0) - (before[name] ?? 0);
      if (change !== 0) changes[name] = change;
    }
    return changes;
  }
}
