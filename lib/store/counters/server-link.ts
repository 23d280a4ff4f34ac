/** ServerLink: connection to the server that counts for all instances, the lease of this one, and the way back. */
import { randomUUID } from "node:crypto";
import { describeReason } from "#lib/http/storage-fault.ts";
import type { Connect, SharedBackend, SharedTimes } from "./counter-backend.ts";
import type { HeldAmounts } from "./held-amounts.ts";
import { waitWhileAlive } from "./wait-while-alive.ts";

export type LinkOptions = {
  /** Server, for people: `Redis` or `Postgres`. */
  title: string;
  connect: Connect;
  times: SharedTimes;
  log: (line: string) => void;
  /** Returns what happens while the server is gone, as a sentence for the log. */
  describeGone: () => string;
};

/** Factor of the silence that a server may keep at the first call of a connection. */
const FIRST_CALL_PATIENCE = 4;

export class ServerLink {
  /** Undefined while the server is gone. */
  server: SharedBackend | undefined;
  /** Id of the lease. */
  instance = "";
  /** Called when the server is gone, and when it is back. */
  onGone: () => void = () => {};
  onBack: () => void = () => {};
  /** Called with each lease that begins. */
  onJoin: () => void = () => {};
  private readonly options: LinkOptions;
  private readonly held: HeldAmounts;
  private joining: Promise<void> | undefined;
  private retry: NodeJS.Timeout | undefined;
  private readonly renewal: NodeJS.Timeout;
  private lastReplyAt = 0;
  private isClosed = false;

  constructor(options: LinkOptions, held: HeldAmounts) {
    this.options = options;
    this.held = held;
    this.renewal = setInterval(() => void this.renew(), options.times.leaseMs / 3).unref();
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

  /** @returns undefined when the server failed, which is gone from then on */
  async ask<T>(server: SharedBackend, call: () => Promise<T>): Promise<T | undefined> {
    try {
      const { silenceMs } = this.options.times;
      const reply = await waitWhileAlive(call(), { silenceMs, lastReplyAt: () => this.lastReplyAt });
      this.lastReplyAt = performance.now();
      return reply;
    } catch (error) {
      this.leave(server, error);
      return undefined;
    }
  }

  /** Begins a lease again, after the server has taken this instance for ended or has lost its data. */
  async rejoin(server: SharedBackend): Promise<void> {
    this.joining ??= this.join(server)
      .catch((error) => this.leave(server, error))
      .finally(() => {
        this.joining = undefined;
      });
    await this.joining;
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

  private leave(server: SharedBackend, error: unknown): void {
    if (this.server !== server) return;
    this.server = undefined;
    void server.close({ isBroken: true });
    this.startRetrying(error);
  }

  private startRetrying(error: unknown): void {
    if (this.isClosed) return;
    const { title, describeGone, log } = this.options;
    this.onGone();
    log(`${title} cannot be reached: ${describeReason(error)}. ${describeGone()}`);
    this.retryLater();
  }

  private retryLater(): void {
    const { title, times, log } = this.options;
    const comeBack = () => {
      log(`${title} is back: instances count the limits of keys together again.`);
      this.onBack();
    };
    this.retry = setTimeout(() => void this.reach().then(comeBack, () => this.retryLater()), times.retryMs).unref();
  }

  private async reach(): Promise<void> {
    const made: { server?: SharedBackend } = {};
    const server = await this.options.connect((error) => {
      if (made.server) this.leave(made.server, error);
    });
    made.server = server;
    try {
      await this.join(server);
    } catch (error) {
      void server.close({ isBroken: true });
      throw error;
    }
  }

  /** Begins a lease with all that is held; what changes meanwhile follows. */
  private async join(server: SharedBackend): Promise<void> {
    const { leaseMs, silenceMs } = this.options.times;
    const instance = randomUUID();
    const holds = this.held.list();
    const joined = server.join({ instance, previous: this.instance, leaseMs, holds });
    await waitWhileAlive(joined, { silenceMs: silenceMs * FIRST_CALL_PATIENCE });
    if (this.isClosed) throw new Error("closed");
    this.instance = instance;
    this.server = server;
    this.onJoin();
    const changes = { adds: [], holds: this.held.findChanges(holds), windowMs: 0 };
    void this.ask(server, () => server.settle(instance, changes));
  }

  private async renew(): Promise<void> {
    const { server, instance } = this;
    if (!server) return;
    const isRenewed = await this.ask(server, () => server.renew({ instance, leaseMs: this.options.times.leaseMs }));
    if (isRenewed === false && this.server === server && this.instance === instance) await this.rejoin(server);
  }
}
