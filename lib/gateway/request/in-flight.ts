/**
 * InFlight: counts the requests in flight, so that a shutdown can wait for them, and ticks them by one shared timer, so
 * that keep-alive pings and deadlines need no timer per stream. Only a request with a precise limit has its own timer.
 */

export type Ticking = {
  /** @param now time by `performance.now()` */
  tick(now: number): void;
  /** Called when a stop waits no longer for it: fails it, so that its client is told. */
  expire?(): void;
  /** Index in the list of watched entries; set by `watch` and `unwatch` only. */
  slot: number;
  /** True for a response of events. */
  readonly isStream?: boolean;
  /** Time by `performance.now()` at which it is ticked beside the shared timer; for limits that must be precise. */
  readonly dueAt?: number | undefined;
  /** Timer of `dueAt`; set by `watch` only. */
  dueTimer?: NodeJS.Timeout | undefined;
};

export type InFlight = {
  /** True once a stop has begun: new requests are refused. */
  readonly draining: boolean;
  readonly count: number;
  /** Responses of events that are open. */
  readonly streams: number;
  begin(): void;
  finish(): void;
  watch(ticking: Ticking): void;
  unwatch(ticking: Ticking): void;
  /**
   * Refuses new requests; resolves when the last running one has ended. After `timeoutMs` those that run fail. True when
   * none did.
   */
  drain(timeoutMs: number): Promise<boolean>;
};

export function createInFlight({ tickMs }: { tickMs: number }): InFlight {
  // Not a Set: each time a Set resizes, its old table still points to the new one, and so to its entries, until a full
  // collection. With entries that come and go this fast, every request would outlive the young generation.
  const watched: Ticking[] = [];
  let timer: NodeJS.Timeout | undefined;
  let draining = false;
  let count = 0;
  let onIdle: (() => void) | undefined;

  function tickAll(): void {
    if (watched.length === 0) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    const now = performance.now();
    // From the end, since a tick may remove its own entry.
    for (let index = watched.length - 1; index >= 0; index--) watched[index]?.tick(now);
  }

  return {
    get draining() {
      return draining;
    },
    get count() {
      return count;
    },
    get streams() {
      return watched.filter(({ isStream }) => isStream).length;
    },
    begin() {
      count++;
    },
    finish() {
      count--;
      if (count === 0) onIdle?.();
    },
    watch(ticking) {
      ticking.slot = watched.push(ticking) - 1;
      if (ticking.dueAt !== undefined) ticking.dueTimer = startDueTimer(ticking, ticking.dueAt);
      if (timer) return;
      timer = setInterval(tickAll, tickMs);
      timer.unref();
    },
    unwatch(ticking) {
      if (watched[ticking.slot] !== ticking) return;
      if (ticking.dueTimer) clearTimeout(ticking.dueTimer);
      const last = watched.pop() as Ticking;
      if (last === ticking) return;
      watched[ticking.slot] = last;
      last.slot = ticking.slot;
    },
    async drain(timeoutMs) {
      draining = true;
      if (count === 0) return true;
      return new Promise((resolve) => {
        const limit = setTimeout(() => {
          for (const ticking of [...watched]) ticking.expire?.();
          resolve(false);
        }, timeoutMs);
        onIdle = () => {
          clearTimeout(limit);
          resolve(true);
        };
      });
    },
  };
}

/** Node's timers count whole milliseconds: one more, so that it is never early. */
function startDueTimer(ticking: Ticking, dueAt: number): NodeJS.Timeout {
  const ms = Math.max(1, Math.ceil(dueAt - performance.now()) + 1);
  return setTimeout(() => ticking.tick(performance.now()), ms).unref();
}
