/**
 * Places in a quota that are reserved while a model works, before its output is stored, so that nobody pays for output
 * that would not fit. They are in this process's memory, and mostly need no database.
 */
import { isUnlimited, type Quotas } from "#lib/config/quotas.ts";
import { type QuotaGuard, requireWithin } from "./quota-guard.ts";
import type { QuotaOwner, QuotaUse, ReservePlaces } from "./quota-use.ts";

/** Age in ms after which a key's sums are read again; data of other instances is noticed with this delay. */
const FRESH_MS = 5_000;
/** Time that an ended reservation still counts, until the cached sums are sure to include its items. */
const SETTLED_MS = FRESH_MS + 1_000;
/** Limit on owners with cached sums. */
const MOST_OWNERS = 10_000;

type Entry = QuotaUse & {
  /** Time of the read, by the monotonic clock. */
  readAt: number;
  /** Places of reservations that have not ended. */
  open: number;
  /** Reservations that have ended, oldest first. */
  ended: { items: number; at: number }[];
};

export function createReservations(guard: Pick<QuotaGuard, "use">, quotas: Quotas): ReservePlaces {
  const entries = new Map<string, Entry>();

  async function entryOf(owner: QuotaOwner, maxAge: number): Promise<Entry> {
    const name = `${owner.kind} ${owner.keyId}`;
    const known = entries.get(name);
    if (known && performance.now() - known.readAt < maxAge) return known;
    const use = await guard.use(owner);
    const entry = entries.get(name) ?? { ...use, readAt: 0, open: 0, ended: [] };
    Object.assign(entry, use, { readAt: performance.now() });
    if (!entries.has(name) && entries.size >= MOST_OWNERS) forgetIdle();
    entries.set(name, entry);
    return entry;
  }

  function forgetIdle(): void {
    for (const [name, { open }] of entries) if (open === 0) entries.delete(name);
  }

  function take(kind: QuotaOwner["kind"], entry: Entry, items: number): void {
    const settled = performance.now() - SETTLED_MS;
    while (entry.ended[0] && entry.ended[0].at < settled) entry.ended.shift();
    const ended = entry.ended.reduce((sum, one) => sum + one.items, 0);
    // Sizes are unknown so far: bytes are refused once they are used up.
    const use = { items: entry.items + entry.open + ended + items, bytes: entry.bytes + 1 };
    requireWithin(kind, use, quotas[kind]);
    entry.open += items;
  }

  async function reserve(owner: QuotaOwner, items: number): Promise<Entry> {
    const entry = await entryOf(owner, FRESH_MS);
    try {
      take(owner.kind, entry, items);
      return entry;
    } catch {
      // Rows may have been deleted since.
      const current = await entryOf(owner, 0);
      take(owner.kind, current, items);
      return current;
    }
  }

  return async (owner, items) => {
    if (isUnlimited(quotas[owner.kind])) return () => {};
    const entry = await reserve(owner, items);
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      entry.open -= items;
      entry.ended.push({ items, at: performance.now() });
    };
  };
}
