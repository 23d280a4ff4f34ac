/**
 * SharedCounters: counters that instances share, and what happens while their server cannot be reached. Then each
 * instance counts for itself, or refuses, until the server is back.
 */
import { randomUUID } from "node:crypto";
import { describeReason } from "#lib/http/storage-fault.ts";
import {
  type CounterBackend,
  type Settlement,
  type SharedBackend,
  SMALLEST_HOLD,
  type Take,
  type TakeReply,
} from "./counter-backend.ts";
import { createMemoryCounters } from "./memory-counters.ts";
import { waitWhileAlive } from "./wait-while-alive.ts";

/** Times in milliseconds. */
export type SharedTimes = {
  /** Silence of the server after which it counts as gone. */
  silenceMs: number;
  connectMs: number;
  /** Time between two tries to reach a server that is gone. */
  retryMs: number;
  /** Time after which the holds of an instance end that does not renew its lease. */
  leaseMs: number;
};

export type Connect = (onBroken: (error: Error) => void) => Promise<SharedBackend>;

export class SharedCounters {
  /** Server, for people: `Redis` or `Postgres`. */
  private readonly title: string;
  private readonly connect: Connect;
  private readonly times: SharedTimes;
  private readonly log: (line: string) => void;
  private readonly describeGone: () => string;
  /** Undefined while the server is gone. */
  private server: SharedBackend | undefined;
  private local: CounterBackend = createMemoryCounters();
  private instance = "";
  /** Amounts that the running requests of this process hold, by name: a server that comes back gets them. */
  private readonly held = new Map<string, number>();
  private joining: Promise<void> | undefined;
  private retry: NodeJS.Timeout | undefined;
  private readonly renewal: NodeJS.Timeout;
  private lastReplyAt = 0;
  private isClosed = false;
  /** Changes with each place where amounts are counted: what was known of a place is not true of the next. */
  epoch = 0;

  /** @param options `describeGone`: what happens while the server is gone, as a sentence for the log */
  constructor(options: {
    title: string;
    connect: Connect;
    times: SharedTimes;
    log: (line: string) => void;
    describeGone: () => string;
  }) {
    this.title = options.title;
    this.connect = options.connect;
    this.times = options.times;
    this.log = options.log;
    this.describeGone = options.describeGone;
    this.renewal = setInterval(() => void this.renew(), this.times.leaseMs / 3).unref();
  }

  /** True while the server counts. */
  get isShared(): boolean {
    return this.server !== undefined;
  }

  /** Reaches the server for the first time. One that is gone is tried again later. @returns its error */
  async open(): Promise<unknown> {
    try {
      await this.reach();
      return undefined;
    } catch (error) {
      this.startRetrying(error);
      return error;
    }
  }

  /** @returns undefined when the server is gone */
  async take(take: Take): Promise<TakeReply | undefined> {
    const { server, instance } = this;
    if (!server) return undefined;
    const reply = await this.ask(server, () => server.take(instance, take));
    if (reply?.status === "unknown-instance") {
      await this.rejoin(server);
      return this.take(take);
    }
    if (reply?.status === "taken" && !take.isRead) this.hold(take.holds, instance);
    return reply;
  }

  /** Counts in this process. */
  takeLocally(take: Take): TakeReply {
    const reply = this.local.take(take) as TakeReply;
    if (reply.status === "taken" && !take.isRead) this.remember(take.holds);
    return reply;
  }

  async settle(settlement: Settlement): Promise<void> {
    const { server, instance } = this;
    this.remember(settlement.holds);
    if (server) await this.ask(server, () => server.settle(instance, settlement));
    else await this.local.settle(settlement);
  }

  async raise(raise: Parameters<CounterBackend["raise"]>[0]): Promise<void> {
    const { server } = this;
    if (server) await this.ask(server, () => server.raise(raise));
    else await this.local.raise(raise);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.renewal);
    clearTimeout(this.retry);
    const { server, instance } = this;
    this.server = undefined;
    if (!server) return;
    await server.leave(instance).catch(() => {});
    await server.close({ isBroken: false }).catch(() => {});
  }

  /** Notes what a request took; if the place has changed since it asked, the new one has to know. */
  private hold(holds: Take["holds"], instance: string): void {
    this.remember(holds);
    if (this.instance === instance && this.server) return;
    const added: Settlement = { adds: [], holds, windowMs: 0 };
    const { server } = this;
    if (server) void this.ask(server, () => server.settle(this.instance, added));
    else void this.local.settle(added);
  }

  private remember(holds: Take["holds"]): void {
    for (const name in holds) {
      const total = (this.held.get(name) ?? 0) + (holds[name] as number);
      if (Math.abs(total) < SMALLEST_HOLD) this.held.delete(name);
      else this.held.set(name, total);
    }
  }

  /** Returns undefined when the server failed, which is gone from then on. */
  private async ask<T>(server: SharedBackend, call: () => Promise<T>): Promise<T | undefined> {
    try {
      const reply = await waitWhileAlive(call(), {
        silenceMs: this.times.silenceMs,
        lastReplyAt: () => this.lastReplyAt,
      });
      this.lastReplyAt = performance.now();
      return reply;
    } catch (error) {
      this.leaveServer(server, error);
      return undefined;
    }
  }

  private leaveServer(server: SharedBackend, error: unknown): void {
    if (this.server !== server) return;
    this.server = undefined;
    void server.close({ isBroken: true });
    this.startRetrying(error);
  }

  private startRetrying(error: unknown): void {
    if (this.isClosed) return;
    this.epoch += 1;
    this.local = createMemoryCounters({ holds: Object.fromEntries(this.held) });
    this.log(`${this.title} cannot be reached: ${describeReason(error)}. ${this.describeGone()}`);
    this.retryLater();
  }

  private retryLater(): void {
    this.retry = setTimeout(() => {
      this.reach().then(
        () => this.log(`${this.title} is back: instances count the limits of keys together again.`),
        () => this.retryLater(),
      );
    }, this.times.retryMs).unref();
  }

  private async reach(): Promise<void> {
    const broken: { server?: SharedBackend } = {};
    const server = await this.connect((error) => {
      if (broken.server) this.leaveServer(broken.server, error);
    });
    broken.server = server;
    try {
      await this.join(server);
    } catch (error) {
      void server.close({ isBroken: true });
      throw error;
    }
  }

  /** Begins a new lease with all that is held; what changes meanwhile follows. */
  private async join(server: SharedBackend): Promise<void> {
    const { leaseMs, silenceMs } = this.times;
    const instance = randomUUID();
    const before = new Map(this.held);
    const holds = Object.fromEntries(before);
    const joined = server.join({ instance, previous: this.instance, leaseMs, holds });
    await waitWhileAlive(joined, { silenceMs: silenceMs * 4 });
    if (this.isClosed) throw new Error("closed");
    const changes: Record<string, number> = {};
    for (const name of new Set([...before.keys(), ...this.held.keys()])) {
      const change = (this.held.get(name) ?? 0) - (before.get(name) ?? 0);
      if (change !== 0) changes[name] = change;
    }
    this.instance = instance;
    this.server = server;
    this.epoch += 1;
    void this.ask(server, () => server.settle(instance, { adds: [], holds: changes, windowMs: 0 }));
  }

  /** After the server has taken this instance for ended, or has lost its data. */
  private async rejoin(server: SharedBackend): Promise<void> {
    this.joining ??= this.join(server)
      .catch((error) => this.leaveServer(server, error))
      .finally(() => {
        this.joining = undefined;
      });
    await this.joining;
  }

  private async renew(): Promise<void> {
    const { server, instance } = this;
    if (!server) return;
    const isRenewed = await this.ask(server, () => server.renew({ instance, leaseMs: this.times.leaseMs }));
    if (isRenewed === false && this.server === server && this.instance === instance) await this.rejoin(server);
  }
}
