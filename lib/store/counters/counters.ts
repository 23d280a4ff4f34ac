/** Counters: what is used of the limits of keys, in memory or in a store that instances share. */
import { errors } from "#lib/http/errors.ts";
import type { Claim } from "./claim.ts";
import type { CounterState, Settlement, Take, TakeReply } from "./counter-backend.ts";
import { createMemoryCounters } from "./memory-counters.ts";
import { createOpenedSums } from "./opened-sums.ts";
import type { SharedCounters } from "./shared-counters.ts";

export type Counted = {
  /** Index of the claim of which nothing was left; undefined when all were taken. */
  refused: number | undefined;
  /** Unix milliseconds by the clock of the counters. */
  now: number;
  /** States before the request, of all claims or up to the refused one. */
  states: CounterState[];
};

export type Counters = {
  /**
   * Takes all claims or none of them.
   * @param holds amounts to hold while the request runs, by name
   * @throws GatewayError 503 when the counters cannot be reached, and the config refuses requests then
   */
  take(claims: readonly Claim[], holds: Take["holds"]): Promise<Counted>;
  /** Returns the states of claims. */
  read(claims: readonly Claim[]): Promise<Counted>;
  /** Adds to windows and holds, or gives back, at the end of a request. Never rejects. */
  settle(settlement: Pick<Settlement, "adds" | "holds">): Promise<void>;
  /** For `/readyz`. */
  state(): CountersState;
  close(): Promise<void>;
};

export type CountersState = {
  store: "memory" | "redis" | "postgres";
  /** `local`: this instance counts for itself; `refusing`: requests of keys with limits get a 503. */
  state: "ok" | "local" | "refusing";
};

export type CountersOptions = {
  /** Absent for counters in the memory of this process. */
  shared?: { store: "redis" | "postgres"; counters: SharedCounters; refusesAlone: () => boolean };
  /** Tests have shorter periods. */
  find?: Parameters<typeof createOpenedSums>[0]["find"];
};

const MINUTE_MS = 60_000;
/** Rounds of one request: each opens a sum, of which a request has four at most. */
const MOST_ROUNDS = 20;
export const RETRY_SECONDS = 2;

export function createCounters({ shared, find }: CountersOptions = {}): Counters {
  const memory = createMemoryCounters();
  const place = shared?.counters;
  const sums = createOpenedSums({ counters: place ?? memory, epochOf: () => place?.epoch ?? 0, find });
  /** Sums with a cost that the server has not taken: they are raised to the log's when it is back. */
  const missing = new Map<string, Claim>();

  function takeHere(take: Take): TakeReply {
    if (!shared) return memory.take(take) as TakeReply;
    // Reading takes nothing, and is allowed in any case.
    if (!take.isRead && shared.refusesAlone()) throw errors.limitsUnavailable({ seconds: RETRY_SECONDS });
    return shared.counters.takeLocally(take);
  }

  async function count(claims: readonly Claim[], holds: Take["holds"], isRead: boolean): Promise<Counted> {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const checks = claims.map(({ sum, ...check }) =>
        sum ? { ...check, isSum: true, isStale: !sums.isOpen(check.window ?? "") } : check,
      );
      const take = { checks, holds, windowMs: MINUTE_MS, isRead };
      const reply = (place && (await place.take(take))) ?? takeHere(take);
      if (reply.status === "taken") return { refused: undefined, ...reply };
      if (reply.status === "refused") return { refused: reply.at, ...reply };
      if (reply.status === "unopened") await sums.open(claims[reply.at] as Claim, reply);
    }
    throw errors.limitsUnavailable({ seconds: RETRY_SECONDS });
  }

  async function raiseMissing(): Promise<void> {
    for (const [window, claim] of [...missing]) {
      missing.delete(window);
      await count([claim], {}, true).catch(() => missing.set(window, claim));
    }
  }
  place?.whenBack(() => void raiseMissing());

  return {
    take: (claims, holds) => count(claims, holds, false),
    read: (claims) => count(claims, {}, true),
    async settle(settlement) {
      const all = { ...settlement, windowMs: MINUTE_MS };
      if (!place) return memory.settle(all);
      if (await place.settle(all)) return;
      for (const { window } of settlement.adds) {
        const claim = sums.find(window);
        if (claim) missing.set(window, claim);
      }
    },
    state() {
      if (!shared) return { store: "memory", state: "ok" };
      if (shared.counters.isShared) return { store: shared.store, state: "ok" };
      return { store: shared.store, state: shared.refusesAlone() ? "refusing" : "local" };
    },
    close: async () => place?.close(),
  };
}
