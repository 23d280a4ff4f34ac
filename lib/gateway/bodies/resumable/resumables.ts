/**
 * Resumables: responses that outlive their reader, those in progress and those that ended recently, each for its own
 * key. All registries of a process share one memory budget.
 */
import type { InFlight, Ticking } from "#lib/gateway/request/in-flight.ts";

/** Response that can be read again. */
export type Resumable = {
  readonly id: string;
  /** Key that may read it. */
  readonly keyId: string;
  /** Memory in bytes, partly estimated. */
  readonly size: number;
  /** Time of its end, by `performance.now()`; undefined while it is in progress. */
  readonly endedAt: number | undefined;
  /**
   * Time at which its last reader disconnected, by `performance.now()`; undefined while it has one, or if it continues
   * unread.
   */
  readonly unreadSince: number | undefined;
  /** Ends the work behind it. */
  stop(): void;
  /** Called when it can no longer be read, except at the end of the process. */
  forget?(): void;
};

export type ResumableLimits = {
  /** Time in milliseconds that a response is readable after its end. */
  readableMs: number;
  /** Time in milliseconds that an unread response continues: it costs money, and its reader may never return. */
  unreadMs: number;
  /** Limit on ended responses that are still readable; beyond it the oldest are dropped. */
  ended: number;
};

export class Resumables<Entry extends Resumable> {
  private readonly limits: ResumableLimits;
  private readonly budget: MemoryBudget;
  private readonly inFlight: Pick<InFlight, "draining" | "watch" | "unwatch">;
  private readonly running = new Map<string, Entry>();
  /** Ended responses, oldest end first. */
  private readonly ended = new Map<string, Entry>();
  private readonly ticking: Ticking = { slot: -1, tick: (now) => this.tick(now) };
  private watched = false;
  private isClosed = false;

  constructor({
    limits,
    budget,
    inFlight,
  }: {
    limits: ResumableLimits;
    budget: MemoryBudget;
    inFlight: Pick<InFlight, "draining" | "watch" | "unwatch">;
  }) {
    this.limits = limits;
    this.budget = budget;
    this.inFlight = inFlight;
    budget.onPressure(() => this.forgetOldest());
  }

  get runningCount(): number {
    return this.running.size;
  }

  *[Symbol.iterator](): Iterator<Entry> {
    yield* this.running.values();
  }

  /** Adds an entry and counts its memory; until it ends, the entry reports changes by `budget.change`. */
  add(entry: Entry): void {
    this.running.set(nameOf(entry), entry);
    this.budget.change(entry.size);
    if (!this.watched) this.inFlight.watch(this.ticking);
    this.watched = true;
  }

  /** Returns undefined for another key's entry too. */
  find(of: { id: string; keyId: string }): Entry | undefined {
    const name = nameOf(of);
    return this.running.get(name) ?? this.ended.get(name);
  }

  /** Marks an entry as ended: it stays readable for a while. */
  retire(entry: Entry): void {
    const name = nameOf(entry);
    if (!this.running.delete(name)) return;
    this.ended.set(name, entry);
    this.budget.evictable += entry.size;
    if (this.ended.size > this.limits.ended) this.forgetOldest();
    this.budget.change(0);
  }

  /** Removes an entry at once. */
  remove(entry: Entry): void {
    const name = nameOf(entry);
    if (this.ended.delete(name)) this.budget.evictable -= entry.size;
    else if (!this.running.delete(name)) return;
    this.budget.change(-entry.size);
    if (!this.isClosed) entry.forget?.();
  }

  /** Stops all entries. */
  close(): void {
    // Copies for other instances stay readable.
    this.isClosed = true;
    for (const entry of [...this.running.values()]) entry.stop();
    for (const entry of [...this.ended.values()]) this.remove(entry);
    this.unwatch();
  }

  private tick(now: number): void {
    for (const entry of [...this.running.values()]) {
      const { unreadSince } = entry;
      // No reader can return to a process that is about to end.
      if (unreadSince !== undefined && (this.inFlight.draining || now - unreadSince >= this.limits.unreadMs)) {
        entry.stop();
      }
    }
    for (const entry of this.ended.values()) {
      if (now - (entry.endedAt ?? now) < this.limits.readableMs) break;
      this.remove(entry);
    }
    if (this.running.size + this.ended.size === 0) this.unwatch();
  }

  /** @returns false when there is nothing left to drop */
  private forgetOldest(): boolean {
    const [oldest] = this.ended.values();
    if (oldest) this.remove(oldest);
    return oldest !== undefined;
  }

  private unwatch(): void {
    if (this.watched) this.inFlight.unwatch(this.ticking);
    this.watched = false;
  }
}

/** Memory of all resumable responses of a process. Under pressure ended ones are dropped, oldest first. */
export class MemoryBudget {
  /** Limit on all responses together, in bytes. */
  readonly limit: number;
  used = 0;
  /** The part of `used` that belongs to ended responses. */
  evictable = 0;
  private readonly evictions: (() => boolean)[] = [];
  private evicting = false;

  constructor(limit: number) {
    this.limit = limit;
  }

  get isExceeded(): boolean {
    return this.used > this.limit;
  }

  /** @param evict frees some memory; returns false when it has none to free */
  onPressure(evict: () => boolean): void {
    this.evictions.push(evict);
  }

  change(bytes: number): void {
    this.used += bytes;
    if (this.evicting || !this.isExceeded) return;
    this.evicting = true;
    for (const evict of this.evictions) while (this.isExceeded && evict());
    this.evicting = false;
  }
}

function nameOf({ id, keyId }: { id: string; keyId: string }): string {
  return `${keyId} ${id}`;
}
