/** Counts requests as the gateway's own InFlight does, and ticks when the test says so. */
import type { InFlight, Ticking } from "#lib/gateway/request/in-flight.ts";

export type ManualInFlight = InFlight & {
  /** Bodies and deadlines that are watched. */
  readonly watchedCount: number;
  /** Ticks everything that is watched, as if so many milliseconds had passed from now. */
  tickIn(ms: number): void;
};

export function createManualInFlight(): ManualInFlight {
  const watched = new Set<Ticking>();
  let count = 0;
  let draining = false;
  return {
    get draining() {
      return draining;
    },
    get count() {
      return count;
    },
    get streams() {
      return [...watched].filter(({ isStream }) => isStream).length;
    },
    get watchedCount() {
      return watched.size;
    },
    begin() {
      count++;
    },
    finish() {
      count--;
    },
    watch: (ticking) => void watched.add(ticking),
    unwatch: (ticking) => void watched.delete(ticking),
    async drain() {
      draining = true;
      return count === 0;
    },
    tickIn(ms) {
      const now = performance.now() + ms;
      for (const ticking of [...watched]) ticking.tick(now);
    },
  };
}
