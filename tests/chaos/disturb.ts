/** Disturbances of the chaos run: kills and stops each gateway and the store, separately and together. */
import { setTimeout as delay } from "node:timers/promises";
import { createRandom } from "#bench/random.ts";
import type { TestPostgres } from "../store/start-postgres.ts";
import type { GatewayHome } from "../support/killable-gateway.ts";
import { type GracefulStop, type LossWindow, startUnrulyGateway, type UnrulyGateway } from "./unruly-gateway.ts";
import { createUnrulyStore } from "./unruly-store.ts";

export type Disturber = {
  /** URL of each gateway. */
  urls(): string[];
  /** Disturbs until the signal and leaves all gateways running. */
  run(signal: AbortSignal): Promise<void>;
  /** Reports that this gateway has just confirmed a write. */
  noteHeld(gateway: number): void;
  /** Kills every gateway at once and restarts them on the same data. */
  restart(): Promise<void>;
  losses(): LossWindow[];
  stops(): GracefulStop[];
  crashes(): string[];
  /** Unix milliseconds from which the printed times count. */
  begun: number;
  counts: Map<string, number>;
};

const SHORTEST_PAUSE_MS = 1_500;
const LONGEST_PAUSE_MS = 6_000;
/** Factor of the pauses between the store's disturbances, so that the gateways sometimes have a working store. */
const STORE_PAUSES = 2;
const LONGEST_OUTAGE_MS = 1_500;

export async function startDisturber({
  home,
  gateways: number,
  postgres,
  seed,
}: {
  home: GatewayHome;
  /** Number of gateways that run at once. */
  gateways: number;
  /** Absent when the store is SQLite. */
  postgres: TestPostgres | undefined;
  seed: number;
}): Promise<Disturber> {
  const counts = new Map<string, number>();
  const begun = Date.now();
  function note(what: string, gateway?: number): void {
    counts.set(what, (counts.get(what) ?? 0) + 1);
    const which = gateway === undefined ? "" : ` (${gateway})`;
    console.log(`${((Date.now() - begun) / 1_000).toFixed(2).padStart(7)} s: ${what}${which}`);
  }

  const store = createUnrulyStore(postgres);
  const gateways: UnrulyGateway[] = [];
  for (let index = 0; index < number; index++)
    gateways.push(await startUnrulyGateway({ index, home, store, note, random: createRandom(seed + 10 + index) }));

  async function disturb(
    disturbances: readonly (() => Promise<void>)[],
    { signal, random, pauses = 1 }: { signal: AbortSignal; random: () => number; pauses?: number },
  ): Promise<void> {
    while (!signal.aborted) {
      await delay(pauses * (SHORTEST_PAUSE_MS + random() * (LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS)));
      if (!signal.aborted) await disturbances[Math.floor(random() * disturbances.length)]?.();
    }
  }

  const ofGateway = (one: UnrulyGateway) => [
    () => one.restart(),
    one.restartOnceHeld,
    one.restartOnceHeld,
    one.stopAndStart,
    one.stopAndStart,
    one.stopAndStart,
    one.stopAndKill,
  ];

  function ofStore(random: () => number): (() => Promise<void>)[] {
    if (!store.canBeKilled) return [];
    const kill = async () => {
      note("kill -9 of the store");
      await store.kill();
      await delay(random() * LONGEST_OUTAGE_MS);
    };
    return [
      async () => {
        await kill();
        await store.start();
      },
      async () => {
        const one = gateways[Math.floor(random() * gateways.length)];
        await kill();
        const isFree = one && !one.isBusy();
        if (isFree) await one.restart(store.start);
        else await store.start();
      },
    ];
  }

  return {
    urls: () => gateways.map((one) => one.url()),
    noteHeld: (gateway) => gateways[gateway]?.noteHeld(),
    async restart() {
      await Promise.all(gateways.map((one) => one.restart()));
    },
    losses: () => gateways.flatMap(({ losses }) => losses),
    stops: () => gateways.flatMap(({ stops }) => stops),
    crashes: () => gateways.flatMap(({ crashes }) => crashes),
    begun,
    counts,
    async run(signal) {
      const random = createRandom(seed);
      const storeDisturbances = ofStore(random);
      await Promise.all([
        ...gateways.map((one, index) => disturb(ofGateway(one), { signal, random: createRandom(seed + 100 + index) })),
        storeDisturbances.length > 0 && disturb(storeDisturbances, { signal, random, pauses: STORE_PAUSES }),
      ]);
    },
  };
}
