/**
 * BodyMemory: the budget for request bodies in memory. A body that does not fit waits, unread, and is refused after a
 * while.
 */
import type { ClientPresence } from "#lib/http/client-presence.ts";
import { errors } from "#lib/http/errors.ts";
import { collectGarbageSoon } from "#lib/http/free-memory.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { BODY_LIMITS } from "../limits.ts";
import type { InFlight, Ticking } from "./in-flight.ts";

type Waiting = { cost: number; client: ClientPresence; admit(): void; refuse(error: GatewayError): void };

export class BodyMemory {
  /** Bytes currently in use. */
  used = 0;
  private readonly limit: number;
  private readonly inFlight: Pick<InFlight, "watch" | "unwatch">;
  /** Bytes of large bodies that were released since the last collection. */
  private garbage = 0;
  private readonly collector = { slot: -1, dueAt: 0, tick: (now: number) => this.collect(now) };
  /** Waiting bodies, oldest first. */
  private readonly line: Waiting[] = [];

  /** @param limit limit in bytes */
  constructor({ limit, inFlight }: { limit: number; inFlight: Pick<InFlight, "watch" | "unwatch"> }) {
    this.limit = limit;
    this.inFlight = inFlight;
  }

  /** True while bodies wait for memory. */
  get isShort(): boolean {
    return this.line.length > 0;
  }

  /** Returns the bytes that a body of this size counts for. */
  computeCost(size: number): number {
    return Math.min(size * BODY_LIMITS.weight, Math.floor(this.limit * BODY_LIMITS.largestShare));
  }

  /** Takes free memory that nobody waits for; small bodies pass those that wait. Returns true on success. */
  tryTake(cost: number): boolean {
    if (this.used + cost > this.limit || (this.isShort && cost >= LARGE_COST)) return false;
    this.used += cost;
    return true;
  }

  /**
   * Takes memory as soon as there is enough. @throws GatewayError 503 when that takes too long, 499 when the client
   * disconnects
   */
  takeWhenFree(cost: number, client: ClientPresence): Promise<void> {
    return new Promise((resolve, reject) => {
      const deadline = performance.now() + BODY_LIMITS.waitMs;
      const clock: Ticking = {
        slot: -1,
        tick: (now) => {
          if (now >= deadline) waiting.refuse(errors.bodyMemoryExhausted());
        },
      };
      const leave = () => {
        this.inFlight.unwatch(clock);
        const place = this.line.indexOf(waiting);
        if (place >= 0) this.line.splice(place, 1);
      };
      const waiting: Waiting = {
        cost,
        client,
        admit() {
          leave();
          resolve();
        },
        refuse: (error) => {
          leave();
          reject(error);
          this.admitWaiting();
        },
      };
      this.line.push(waiting);
      this.inFlight.watch(clock);
      client.onDisconnect(() => {
        if (this.line.includes(waiting)) waiting.refuse(errors.clientClosedRequest());
      });
      this.admitWaiting();
    });
  }

  /** @param cost cost that was taken */
  giveBack(cost: number): void {
    this.used -= cost;
    if (cost >= LARGE_COST) this.collectLater(cost);
    if (this.isShort) this.admitWaiting();
  }

  private collectLater(bytes: number): void {
    const { garbageBytes, quietMs } = BODY_LIMITS;
    this.collector.dueAt = performance.now() + quietMs;
    if (this.garbage < garbageBytes && this.garbage + bytes >= garbageBytes) this.inFlight.watch(this.collector);
    this.garbage += bytes;
  }

  private collect(now: number): void {
    if (now < this.collector.dueAt) return;
    this.inFlight.unwatch(this.collector);
    this.garbage = 0;
    collectGarbageSoon();
  }

  private admitWaiting(): void {
    for (let [first] = this.line; first && this.used + first.cost <= this.limit; [first] = this.line) {
      this.used += first.cost;
      first.admit();
    }
  }
}

/** Bytes that the smallest large body counts for. */
const LARGE_COST = BODY_LIMITS.largeBytes * BODY_LIMITS.weight;
