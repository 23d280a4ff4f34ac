/**
 * One gateway of the chaos run: it is killed or stopped, and started again once its store is up, one after the other.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { GatewayHome, KillableGateway } from "../support/killable-gateway.ts";
import type { UnrulyStore } from "./unruly-store.ts";

/** A time in which the docs allow a gateway to lose rows of its calls. Unix milliseconds. */
export type LossWindow = { gateway: number; from: number; to: number };

/** From the signal to the end, in Unix milliseconds. */
export type GracefulStop = { gateway: number; begun: number; ended: number; status: number | null; output: string };

export type UnrulyGateway = {
  /** URL of the process that runs, or of the last one. */
  url(): string;
  /** Reports that the gateway has just confirmed a write: many kills follow at once. */
  noteHeld(): void;
  /** True while it is being killed, stopped or started. */
  isBusy(): boolean;
  /** @param meanwhile what happens while it is away */
  restart(meanwhile?: () => Promise<void>): Promise<void>;
  restartOnceHeld(): Promise<void>;
  /** Sends SIGTERM while clients keep calling, then restarts. */
  stopAndStart(): Promise<void>;
  /** Sends SIGTERM and then SIGKILL before the process has ended, as an impatient supervisor does. */
  stopAndKill(): Promise<void>;
  losses: LossWindow[];
  stops: GracefulStop[];
  /** Last output of processes that ended by themselves, which is a failure. */
  crashes: string[];
};

/** Rows of the last second before a kill, and as much again for a machine that has the commit wait for a core. */
const LOST_BEFORE_KILL_MS = 2_000;
/** Limit on the output that is shown of a process, in characters. */
const LONGEST_OUTPUT = 3_000;
/** Time from a confirmation to the kill. */
const LONGEST_AFTER_HELD_MS = 100;
const WAIT_FOR_HELD_MS = 2_000;
const LONGEST_PATIENCE_MS = 1_500;

export async function startUnrulyGateway({
  index,
  home,
  store,
  random,
  note,
}: {
  index: number;
  home: GatewayHome;
  store: UnrulyStore;
  random: () => number;
  /** Tells of a disturbance, and counts it by its name. */
  note: (what: string, gateway: number) => void;
}): Promise<UnrulyGateway> {
  const losses: LossWindow[] = [];
  const stops: GracefulStop[] = [];
  const crashes: string[] = [];
  let gateway: KillableGateway = await home.start();
  let held = Promise.withResolvers<void>();
  let busy = false;

  const output = () => gateway.output().slice(-LONGEST_OUTPUT);

  async function kill(): Promise<void> {
    const from = store.rowsWaitSince(Date.now()) - LOST_BEFORE_KILL_MS;
    await gateway.kill();
    losses.push({ gateway: index, from, to: Date.now() });
  }

  /** A graceful stop may lose nothing unless the store was away. */
  function excuseStop(): void {
    const to = Date.now();
    const from = store.rowsWaitSince(to);
    if (from < to) losses.push({ gateway: index, from: from - LOST_BEFORE_KILL_MS, to });
  }

  /** A gateway does not start without its store, which may be killed at any moment. */
  async function start(): Promise<void> {
    for (;;) {
      await store.isUp();
      const begun = Date.now();
      try {
        gateway = await home.start();
        return;
      } catch (error) {
        if (!store.wasAwaySince(begun)) throw error;
      }
    }
  }

  async function alone(work: () => Promise<void>): Promise<void> {
    if (busy) return;
    busy = true;
    try {
      if (gateway.hasEnded()) crashes.push(output());
      await work();
      await start();
    } finally {
      busy = false;
    }
  }

  const restart = (meanwhile?: () => Promise<void>) =>
    alone(async () => {
      note("kill -9 of a gateway", index);
      await kill();
      await meanwhile?.();
    });

  return {
    url: () => gateway.url,
    noteHeld: () => held.resolve(),
    isBusy: () => busy,
    restart,
    async restartOnceHeld() {
      held = Promise.withResolvers();
      await Promise.race([held.promise, delay(WAIT_FOR_HELD_MS)]);
      await delay(random() ** 2 * LONGEST_AFTER_HELD_MS);
      await restart();
    },
    stopAndStart: () =>
      alone(async () => {
        const begun = Date.now();
        note("graceful stop of a gateway", index);
        const status = await gateway.stop();
        stops.push({ gateway: index, begun, ended: Date.now(), status, output: output() });
        excuseStop();
      }),
    stopAndKill: () =>
      alone(async () => {
        note("kill -9 within a graceful stop", index);
        const stopped = gateway.stop();
        await Promise.race([stopped, delay(random() ** 2 * LONGEST_PATIENCE_MS)]);
        if (gateway.hasEnded()) excuseStop();
        else await kill();
      }),
    losses,
    stops,
    crashes,
  };
}
