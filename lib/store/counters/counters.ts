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
   * Takes all claims or none of them. In memory the answer is there at once, unless a sum is to be read before.
   * @param holds amounts to hold while the request runs, by name
   * @param times number of times that each claim is taken, 1 unless it is given
   * @throws GatewayError 503 when the counters cannot be reached, and the config refuses requests then
   */
  take(claims: readonly Claim[], holds: Take["holds"], times?: number): Promise<Counted> | Counted;
  /** Returns the states of claims. */
  read(claims: readonly Claim[]): Promise<Counted>;
  /** Adds to windows and holds, or gives back, at the end of a request. Never rejects. */
  settle(settlement: Pick<Settlement, "adds" | "holds">): Promise<void> | void;
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

/** Terms of a take, besides its claims. */
type Taking = { holds: Take["holds"]; times: number; isRead: boolean };

const READING: Taking = { holds: {}, times: 1, isRead: true };
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

  function createTake(claims: readonly Claim[], { holds, times, isRead }: Taking): Take {
    const checks = claims.map((claim) => {
      const { window, hold, limit, add, isSum } = claim;
      return { window, hold, limit, add: add * times, isSum, isStale: !isOpen(claim) };
    });
    return { checks, holds, windowMs: MINUTE_MS, isRead };
  }

  async function count(claims: readonly Claim[], taking: Taking): Promise<Counted> {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const take = createTake(claims, taking);
      const reply = (place && (await place.take(take))) ?? takeHere(take);
      const counted = toCounted(reply);
      if (counted) return counted;
      if (reply.status === "unopened") await sums.open(claims[reply.at] as Claim, reply);
    }
    throw errors.limitsUnavailable({ seconds: RETRY_SECONDS });
  }

  /** A request of which everything is known here waits for nothing. */
  function takeNow(claims: readonly Claim[], holds: Take["holds"], times = 1): Promise<Counted> | Counted {
    if (!place) {
      const reply = memory.take({ checks: claims, times, holds, windowMs: MINUTE_MS }) as TakeReply;
      const counted = toCounted(reply);
      if (counted) return counted;
    }
    return count(claims, { holds, times, isRead: false });
  }

  function isOpen({ sum, window = "" }: Claim): boolean {
    return sum === undefined || sums.isOpen(window);
  }

  async function settleThere(place: SharedCounters, settlement: Settlement): Promise<void> {
    const adds = settlement.adds.map(({ window, amount, endsAt, isSum }) => ({ window, amount, endsAt, isSum }));
    if (await place.settle({ ...settlement, adds })) return;
    for (const { window } of settlement.adds) {
      const claim = sums.find(window);
      if (claim) missing.set(window, claim);
    }
  }

  async function raiseMissing(): Promise<void> {
    for (const [window, claim] of [...missing]) {
      missing.delete(window);
      await count([claim], READING).catch(() => missing.set(window, claim));
    }
  }
  place?.whenBack(() => void raiseMissing());

  return {
    take: takeNow,
    read: (claims) => count(claims, READING),
    settle({ adds, holds }) {
      const settlement = { adds, holds, windowMs: MINUTE_MS };
      return place ? settleThere(place, settlement) : memory.settle(settlement);
    },
    state() {
      if (!shared) return { store: "memory", state: "ok" };
      if (shared.counters.isShared) return { store: shared.store, state: "ok" };
      return { store: shared.store, state: shared.refusesAlone() ? "refusing" : "local" };
    },
    close: async () => place?.close(),
  };
}

/** Returns undefined for a reply after which the limits are to be asked again. */
function toCounted(reply: TakeReply): Counted | undefined {
  switch (reply.status) {
    case "taken":
      return { refused: undefined, now: reply.now, states: reply.states };
    case "refused":
      return { refused: reply.at, now: reply.now, states: reply.states };
    default:
      return undefined;
  }
}
