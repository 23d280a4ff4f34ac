/**
 * The requests under way: counted, so that a stop can wait for them, and ticked by one timer for all, so that keep-alive
 * comments and deadlines cost no timer a stream.
 */

export type Ticking = {
  /** @param now of `performance.now()` */
  tick(now: number): void;
};

export type OpenExchanges = {
  /** True once a stop has begun: new requests are refused. */
  readonly draining: boolean;
  readonly count: number;
  begin(): void;
  finish(): void;
  watch(ticking: Ticking): void;
  unwatch(ticking: Ticking): void;
  /** Refuses new requests; resolves when the last one under way has ended, or after `timeoutMs`. True when none was cut. */
  drain(timeoutMs: number): Promise<boolean>;
};

export function createOpenExchanges({ tickMs }: { tickMs: number }): OpenExchanges {
  const watched = new Set<Ticking>();
  let timer: NodeJS.Timeout | undefined;
  let draining = false;
  let count = 0;
  let onIdle: (() => void) | undefined;

  function tickAll(): void {
    const now = performance.now();
    for (const ticking of watched) ticking.tick(now);
  }

  return {
    get draining() {
      return draining;
    },
    get count() {
      return count;
    },
    begin() {
      count++;
    },
    finish() {
      count--;
      if (count === 0) onIdle?.();
    },
    watch(ticking) {
      watched.add(ticking);
      if (timer) return;
      timer = setInterval(tickAll, tickMs);
      timer.unref();
    },
    unwatch(ticking) {
      watched.delete(ticking);
      if (watched.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
    async drain(timeoutMs) {
      draining = true;
      if (count === 0) return true;
      return new Promise((resolve) => {
        const limit = setTimeout(() => resolve(false), timeoutMs);
        onIdle = () => {
          clearTimeout(limit);
          resolve(true);
        };
      });
    },
  };
}
