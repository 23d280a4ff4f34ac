/**
 * Resumables: responses that outlive their reader, those in progress and those that ended not long ago, each for its own key.
 * All registries of a process share one budget of memory.
 */
import type { InFlight, Ticking } from "#lib/gateway/request/in-flight.ts";

/** A response that can be read again. */
export type Resumable = {
  readonly id: string;
  /** The key that may read it. */
  readonly keyId: string;
  /** Bytes of memory, a little guessed. */
  readonly size: number;
  /** Time of its end, by `performance.now()`; undefined while it is in progress. */
  readonly endedAt: number | undefined;
  /** Time at which its last reader left, by `performance.now()`; undefined while it has one, or where it goes on unread. */
  readonly unreadSince: number | undefined;
  /** Ends the work behind it. */
  stop(): void;
};

export type ResumableLimits = {
  /** Time in milliseconds that a response can still be read after its end. */
  readableMs: number;
  /** Time in milliseconds that an unread response goes on: it costs, and its reader may never come back. */
  unreadMs: number;
  /** Responses that ended and can still be read; beyond it the oldest are forgotten. */
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

  /** Its memory counts from now on; until it ends, the entry reports changes by `budget.change`. */
  add(entry: Entry): void {
    this.running.set(nameOf(entry), entry);
    this.budget.change(entry.size);
    if (!this.watched) this.inFlight.watch(this.ticking);
    this.watched = true;
  }

  /** Undefined too when it is another key's. */
  find(of: { id: string; keyId: string }): Entry | undefined {
    const name = nameOf(of);
    return this.running.get(name) ?? this.ended.get(name);
  }

  /** The entry has ended: it can be read for a while. */
  retire(entry: Entry): void {
    const name = nameOf(entry);
    if (!this.running.delete(name)) return;
    this.ended.set(name, entry);
    this.budget.evictable += entry.size;
    if (this.ended.size > this.limits.ended) this.forgetOldest();
    this.budget.change(0);
  }

  /** Forgets an entry at once. */
  remove(entry: Entry): void {
    const name = nameOf(entry);
    if (this.ended.delete(name)) this.budget.evictable -= entry.size;
    else if (!this.running.delete(name)) return;
    this.budget.change(-entry.size);
  }

  /** Stops all. */
  close(): void {
    for (const entry of [...this.running.values()]) entry.stop();
    for (const entry of [...this.ended.values()]) this.remove(entry);
    this.unwatch();
  }

  private tick(now: number): void {
    for (const entry of [...this.running.values()]) {
      const { unreadSince } = entry;
      // Nobody can come back to a process that is about to end.
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

  /** @returns false when there is nothing left to forget */
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

/** The memory of all resumable responses of a process. Under pressure those that have ended are forgotten, oldest first. */
export class MemoryBudget {
  /** Largest size of all responses together, in bytes. */
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
