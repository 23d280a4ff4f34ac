/**
 * Pace: how many requests of an evaluation run at once, and until when they wait. A limit of the key makes it slower,
 * one of a provider holds back the models that met it.
 */

/** Successes in a row after which one more request may run. */
const STEP_UP = 20;

export class Pace {
  private most: number;
  private current: number;
  private successes = 0;
  /** Times by `performance.now()` until which all requests, or those of a model, wait. */
  private readonly heldUntil = new Map<string, number>();

  constructor(most: number) {
    this.most = most;
    this.current = most;
  }

  /** Number of requests that may run at once now. */
  get limit(): number {
    return this.current;
  }

  setMost(most: number): void {
    if (most === this.most) return;
    this.most = most;
    this.current = most;
  }

  noteSuccess(): void {
    this.successes += 1;
    if (this.successes < STEP_UP || this.current >= this.most) return;
    this.successes = 0;
    this.current += 1;
  }

  /** Lets fewer requests run at once: the key has a limit on that. */
  slowDown(): void {
    this.successes = 0;
    this.current = Math.max(1, this.current - 1);
  }

  /** @param scope a model, or "" for all requests */
  hold(scope: string, ms: number): void {
    const until = performance.now() + ms;
    if (until > (this.heldUntil.get(scope) ?? 0)) this.heldUntil.set(scope, until);
  }

  /** Returns the milliseconds until requests of a model may be sent; 0 when they may. */
  waitOf(model: string): number {
    const until = Math.max(this.heldUntil.get("") ?? 0, this.heldUntil.get(model) ?? 0);
    return Math.max(0, until - performance.now());
  }

  /** Waits until requests of a model may be sent. @throws the reason of an abort */
  async ready(model: string, signal: AbortSignal): Promise<number> {
    let waited = 0;
    for (let wait = this.waitOf(model); wait > 0; wait = this.waitOf(model)) {
      // Not all at the same moment.
      const spread = wait + Math.random() * Math.min(250, wait);
      await pause(spread, signal);
      waited += spread;
    }
    signal.throwIfAborted();
    return waited;
  }
}

/** @throws the reason of an abort */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener("abort", stop, { once: true });
  });
}
