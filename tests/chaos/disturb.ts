/** Disturbances of the chaos run: kill -9 and restart of the gateway and of its Postgres, alone and together. */
import { setTimeout as delay } from "node:timers/promises";
import type { TestPostgres } from "../store/start-postgres.ts";
import type { GatewayHome, KillableGateway } from "../support/killable-gateway.ts";

/** A time in which rows of the request log may be lost by what the docs promise. Unix milliseconds. */
export type LossWindow = { from: number; to: number };

export type Disturber = {
  url(): string;
  /** Disturbs until the signal, and leaves both running. */
  run(signal: AbortSignal): Promise<void>;
  /** Says that the gateway has just confirmed something: many kills come right after. */
  noteHeld(): void;
  /** Kills the gateway at once and starts it again on what it left. */
  restart(): Promise<void>;
  losses: LossWindow[];
  /** Last output of gateways that ended by themselves, which none may. */
  crashes: string[];
  /** Unix milliseconds from which the printed times count. */
  begun: number;
  counts: Map<string, number>;
};

/** Rows of the last second before a kill, and as much again for a machine that has the commit wait for a core. */
const LOST_BEFORE_KILL_MS = 2_000;
/** Rows that waited while the database was away are written this much later. */
const CATCH_UP_MS = 3_000;
/** Limit on the output that is shown of a gateway that ended by itself, in characters. */
const LONGEST_OUTPUT = 3_000;
const SHORTEST_PAUSE_MS = 1_500;
const LONGEST_PAUSE_MS = 6_000;
/** Time from a confirmation to the kill. */
const LONGEST_AFTER_HELD_MS = 100;
const WAIT_FOR_HELD_MS = 2_000;
const LONGEST_OUTAGE_MS = 1_500;

export async function startDisturber({
  home,
  postgres,
  random,
}: {
  home: GatewayHome;
  /** Absent where the store is SQLite, which is killed with the gateway. */
  postgres: TestPostgres | undefined;
  random: () => number;
}): Promise<Disturber> {
  const losses: LossWindow[] = [];
  const crashes: string[] = [];
  const counts = new Map<string, number>();
  let gateway: KillableGateway = await home.start();
  /** When rows began to wait for the database. */
  let storeAwaySince = Number.POSITIVE_INFINITY;
  let storeBackAt = 0;
  let held = Promise.withResolvers<void>();

  const begun = Date.now();
  const tell = (what: string) => console.log(`${((Date.now() - begun) / 1_000).toFixed(2).padStart(7)} s: ${what}`);
  const count = (kind: string) => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    tell(kind);
  };

  async function killGateway(): Promise<void> {
    const at = Date.now();
    count("kill -9 of the gateway");
    if (gateway.hasEnded()) crashes.push(gateway.output().slice(-LONGEST_OUTPUT));
    const rowsWait = storeBackAt < storeAwaySince || at < storeBackAt + CATCH_UP_MS;
    await gateway.kill();
    losses.push({ from: Math.min(at, rowsWait ? storeAwaySince : at) - LOST_BEFORE_KILL_MS, to: Date.now() });
  }

  async function startGateway(): Promise<void> {
    gateway = await home.start();
    tell("the gateway is back");
  }

  async function killStore(): Promise<void> {
    if (Date.now() > storeBackAt + CATCH_UP_MS) storeAwaySince = Date.now();
    storeBackAt = 0;
    count("kill -9 of the store");
    await postgres?.kill?.();
  }

  async function startStore(): Promise<void> {
    await postgres?.restart?.();
    storeBackAt = Date.now();
    tell("the store is back");
  }

  async function restart(): Promise<void> {
    await killGateway();
    await startGateway();
  }

  async function restartOnceHeld(): Promise<void> {
    held = Promise.withResolvers();
    await Promise.race([held.promise, delay(WAIT_FOR_HELD_MS)]);
    await delay(random() ** 2 * LONGEST_AFTER_HELD_MS);
    await restart();
  }

  const disturbances: (() => Promise<void>)[] = [restart, restartOnceHeld, restartOnceHeld];
  if (postgres?.kill && postgres.restart) {
    disturbances.push(
      async () => {
        await killStore();
        await delay(random() * LONGEST_OUTAGE_MS);
        await startStore();
      },
      async () => {
        await killStore();
        await delay((random() * LONGEST_OUTAGE_MS) / 2);
        await killGateway();
        await startStore();
        await startGateway();
      },
    );
  }

  return {
    url: () => gateway.url,
    noteHeld: () => held.resolve(),
    restart,
    losses,
    crashes,
    begun,
    counts,
    async run(signal) {
      while (!signal.aborted) {
        await delay(SHORTEST_PAUSE_MS + random() * (LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS));
        if (signal.aborted) return;
        await disturbances[Math.floor(random() * disturbances.length)]?.();
      }
    },
  };
}
