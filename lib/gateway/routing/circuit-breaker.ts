/**
 * CircuitBreaker: takes a target of a route out of use while it fails, and lets one request probe it afterwards. It is
 * passive: it learns from the requests of clients alone.
 */
import type { Breaker } from "#lib/gateway/request/target-states.ts";
import { BREAKER_LIMITS } from "../limits.ts";

export class CircuitBreaker implements Breaker {
  private readonly now: () => number;
  private readonly onChange: (openMs: number) => void;
  private consecutive = 0;
  private window = { startedAt: 0, requests: 0, failures: 0 };
  /** Time at which it half-opens; 0 while it is closed. */
  private openUntil = 0;
  private openMs: number = BREAKER_LIMITS.openMs;
  private probing = false;

  /**
   * @param now milliseconds of a monotonic clock
   * @param onChange called when it opens by its own requests, with the time; with 0 when it closes
   */
  constructor(now: () => number = () => performance.now(), onChange: (openMs: number) => void = () => {}) {
    this.now = now;
    this.onChange = onChange;
  }

  get state(): Breaker["state"] {
    if (this.openUntil === 0) return "closed";
    return this.openUntil > this.now() ? "open" : "half-open";
  }

  /** Milliseconds until a request may try it; 0 when one may now, Infinity while a probe is running. */
  get waitMs(): number {
    if (this.openUntil === 0) return 0;
    return this.probing ? Number.POSITIVE_INFINITY : Math.max(0, this.openUntil - this.now());
  }

  /** Returns true when a request may be sent. It must then end in `succeeded`, `failed` or `released`. */
  tryAcquire(): boolean {
    if (this.waitMs > 0) return false;
    this.probing = this.openUntil !== 0;
    return true;
  }

  succeeded(): void {
    this.probing = false;
    const wasOpen = this.openUntil !== 0;
    this.close();
    this.count(false);
    if (wasOpen) this.onChange(0);
  }

  /** Takes over what another instance has found. @param openMs time that it stays open; 0 to close it */
  adopt(openMs: number): void {
    if (openMs === 0) this.close();
    else this.openUntil = Math.max(this.openUntil, this.now() + Math.min(openMs, BREAKER_LIMITS.longestRetryAfterMs));
  }

  /** @param retryAfterMs time for which the upstream asked to be left alone; it is taken out of use for as long */
  failed(retryAfterMs?: number): void {
    const wasProbe = this.probing;
    this.probing = false;
    this.consecutive++;
    this.count(true);
    if (retryAfterMs !== undefined && retryAfterMs > 0) {
      this.openFor(Math.min(retryAfterMs, BREAKER_LIMITS.longestRetryAfterMs));
    } else if (wasProbe) {
      this.openMs = Math.min(this.openMs * 2, BREAKER_LIMITS.longestOpenMs);
      this.openFor(this.openMs);
    } else if (this.consecutive >= BREAKER_LIMITS.consecutive || this.failsTooOften()) this.openFor(this.openMs);
  }

  /** The request ended without a verdict: its client left before the target answered. */
  released(): void {
    this.probing = false;
  }

  private close(): void {
    this.consecutive = 0;
    this.openUntil = 0;
    this.openMs = BREAKER_LIMITS.openMs;
  }

  /** A later end counts: an upstream's longer wait is not cut short by another failure. */
  private openFor(ms: number): void {
    const before = this.openUntil;
    this.openUntil = Math.max(before, this.now() + ms);
    this.window = { startedAt: this.now(), requests: 0, failures: 0 };
    if (this.openUntil > before) this.onChange(ms);
  }

  private failsTooOften(): boolean {
    const { requests, failures } = this.window;
    return requests >= BREAKER_LIMITS.leastRequests && failures >= requests * BREAKER_LIMITS.failureRate;
  }

  private count(failed: boolean): void {
    const now = this.now();
    if (now - this.window.startedAt >= BREAKER_LIMITS.windowMs)
      this.window = { startedAt: now, requests: 0, failures: 0 };
    this.window.requests++;
    if (failed) this.window.failures++;
  }
}
