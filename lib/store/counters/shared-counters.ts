import type { CounterBackend, Settlement, Take, TakeReply } from "./counter-backend.ts";
import { HeldAmounts } from "./held-amounts.ts";
import { createMemoryCounters } from "./memory-counters.ts";
import { type LinkOptions, ServerLink } from "./server-link.ts";

/** SharedCounters: counters of all instances on one server; while it cannot be reached, each instance has its own. */
export class SharedCounters {
  private readonly held = new HeldAmounts();
  private readonly link: ServerLink;
  private local: CounterBackend = createMemoryCounters();
  /** Changes with each place where amounts are counted: what was known of a place is not true of the next. */
  epoch = 0;

  constructor(options: LinkOptions) {
    this.link = new ServerLink(options, this.held);
    this.link.onJoin = () => {
      this.epoch += 1;
    };
    this.link.onGone = () => {
      this.epoch += 1;
      this.local = createMemoryCounters({ holds: this.held.list() });
    };
  }

  /** True while the server counts. */
  get isShared(): boolean {
    return this.link.server !== undefined;
  }

  /** Reaches the server for the first time. @returns the error of one that is gone, which is tried again later */
  open(): Promise<unknown> {
    return this.link.open();
  }

  /** @param listener called when a server that was gone is back */
  whenBack(listener: () => void): void {
    this.link.onBack = listener;
  }

  /** @returns undefined when the server is gone */
  async take(take: Take): Promise<TakeReply | undefined> {
    const { server, instance } = this.link;
    if (!server) return undefined;
    const reply = await this.link.ask(server, () => server.take(instance, take));
    if (reply?.status === "unknown-instance") {
      await this.link.rejoin(server);
      return this.take(take);
    }
    if (reply?.status === "taken" && !take.isRead) this.hold(take.holds, instance);
    return reply;
  }

  /** Counts in this process. */
  takeLocally(take: Take): TakeReply {
    const reply = this.local.take(take) as TakeReply;
    if (reply.status === "taken" && !take.isRead) this.held.add(take.holds);
    return reply;
  }

  /** @returns false when the server has not taken it */
  async settle(settlement: Settlement): Promise<boolean> {
    const { server, instance } = this.link;
    this.held.add(settlement.holds);
    if (!server) {
      await this.local.settle(settlement);
      return false;
    }
    return (await this.link.ask(server, () => server.settle(instance, settlement).then(() => true))) ?? false;
  }

  async raise(raise: Parameters<CounterBackend["raise"]>[0]): Promise<void> {
    const { server } = this.link;
    if (server) await this.link.ask(server, () => server.raise(raise));
    else await this.local.raise(raise);
  }

  close(): Promise<void> {
    return this.link.close();
  }

  /** Notes what a request took. If the place has changed since it asked, the new one does not have it yet. */
  private hold(holds: Take["holds"], asked: string): void {
    this.held.add(holds);
    const { server, instance } = this.link;
    const added: Settlement = { adds: [], holds, windowMs: 0 };
    if (!server) void this.local.settle(added);
    else if (instance !== asked) void this.link.ask(server, () => server.settle(instance, added));
  }
}
