/** TargetPlaces: limit on the requests that a target serves at the same time, with a bounded queue of those that wait. */
import type { Places } from "#lib/gateway/request/target-states.ts";

export type PlaceLimits = {
  /** Requests at the same time. */
  concurrency: number;
  /** Requests that may wait. */
  queue: number;
};

export class TargetPlaces implements Places {
  /** Changes with the config file. */
  limits: PlaceLimits;
  running = 0;
  private readonly queue = new Set<() => void>();

  constructor(limits: PlaceLimits) {
    this.limits = limits;
  }

  get waiting(): number {
    return this.queue.size;
  }

  get isFull(): boolean {
    return this.running >= this.limits.concurrency;
  }

  get hasRoom(): boolean {
    return this.queue.size < this.limits.queue;
  }

  tryTake(): boolean {
    // Requests that wait come first.
    if (this.isFull || this.queue.size > 0) return false;
    this.running++;
    return true;
  }

  async wait(signal: AbortSignal): Promise<boolean> {
    if (this.tryTake()) return true;
    if (signal.aborted || !this.hasRoom) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const take = () => {
      signal.removeEventListener("abort", leave);
      resolve(true);
    };
    const leave = () => {
      this.queue.delete(take);
      resolve(false);
    };
    signal.addEventListener("abort", leave, { once: true });
    this.queue.add(take);
    return promise;
  }

  give(): void {
    this.running--;
    while (!this.isFull) {
      const [next] = this.queue;
      if (!next) return;
      this.queue.delete(next);
      this.running++;
      next();
    }
  }
}
