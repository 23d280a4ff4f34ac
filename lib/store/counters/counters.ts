/** Counters: what is used of the limits of keys, in memory or in a store that instances share. */
import { errors } from "#lib/http/errors.ts";
import type { CounterState, Settlement, Take, TakeReply } from "./counter-backend.ts";
import { createMemoryCounters } from "./memory-counters.ts";
import type { SharedCounters } from "./shared-counters.ts";

type BudgetPeriod = "day" | "month";

/** One limit, and how much of it a request takes; it is admitted while anything is left of each of its limits. */
export type Claim = {
  /** Name of a window, of a minute unless it is a sum. */
  window?: string;
  /** Name of a hold of running requests, which counts beside the window. */
  hold?: string;
  limit: number;
  /** Amount that is added to the window of a minute. */
  add: number;
  /** Present for a sum of money. `read` returns what the request log has of it, since a time in Unix milliseconds. */
  sum?: { period: BudgetPeriod; read(since: number): Promise<number> };
};

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
  windowMs?: number;
  now?: () => number;
  /** Tests have shorter periods. */
  find?: typeof findPeriod;
};

const MINUTE_MS = 60_000;
/** Rounds of one request: each opens a sum, of which a request has four at most. */
const MOST_ROUNDS = 20;
/** Opened sums that are remembered; a forgotten one is read from the log once more. */
const MOST_OPENED = 20_000;
export const RETRY_SECONDS = 2;

export function createCounters({
  shared,
  windowMs = MINUTE_MS,
  now = Date.now,
  find = findPeriod,
}: CountersOptions = {}): Counters {
  const memory = createMemoryCounters({ now });
  const place = shared?.counters;
  /** Epoch in which this process has read a sum from the log, by window. */
  const opened = new Map<string, number>();
  const opening = new Map<string, Promise<void>>();

  function takeHere(take: Take): TakeReply {
    if (!shared) return memory.take(take) as TakeReply;
    if (shared.refusesAlone()) throw errors.limitsUnavailable({ seconds: RETRY_SECONDS });
    return shared.counters.takeLocally(take);
  }

  async function open({ window = "", sum }: Claim, reply: { now: number; endedAt: number }): Promise<void> {
    if (!sum) return;
    const epoch = place?.epoch ?? 0;
    const { startsAt, endsAt } = find(sum.period, reply.now);
    // A period that follows another begins with nothing; what still runs is in the hold.
    const follows = opened.get(window) === epoch && reply.endedAt === startsAt;
    const raise = { window, endsAt, sum: follows ? 0 : await sum.read(startsAt) };
    await (place ?? memory).raise(raise);
    if (opened.size >= MOST_OPENED) opened.clear();
    opened.set(window, epoch);
  }

  /** Requests that come together open a sum once. */
  function openOnce(claim: Claim, reply: { now: number; endedAt: number }): Promise<void> {
    const name = `${place?.epoch} ${claim.window}`;
    const known = opening.get(name);
    if (known) return known;
    const opens = open(claim, reply).finally(() => opening.delete(name));
    opening.set(name, opens);
    return opens;
  }

  async function count(claims: readonly Claim[], holds: Take["holds"], isRead: boolean): Promise<Counted> {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const epoch = place?.epoch ?? 0;
      const checks = claims.map(({ sum, ...check }) =>
        sum ? { ...check, isSum: true, isStale: opened.get(check.window ?? "") !== epoch } : check,
      );
      const take = { checks, holds, windowMs, isRead };
      const reply = (place && (await place.take(take))) ?? takeHere(take);
      if (reply.status === "taken") return { refused: undefined, ...reply };
      if (reply.status === "refused") return { refused: reply.at, ...reply };
      if (reply.status === "unopened") await openOnce(claims[reply.at] as Claim, reply);
    }
    throw errors.limitsUnavailable({ seconds: RETRY_SECONDS });
  }

  return {
    take: (claims, holds) => count(claims, holds, false),
    read: (claims) => count(claims, {}, true),
    async settle({ adds, holds }) {
      await (place ?? memory).settle({ adds, holds, windowMs });
    },
    state() {
      if (!shared) return { store: "memory", state: "ok" };
      if (shared.counters.isShared) return { store: shared.store, state: "ok" };
      return { store: shared.store, state: shared.refusesAlone() ? "refusing" : "local" };
    },
    close: async () => place?.close(),
  };
}

/** Returns the day or month in UTC that a time is in. */
function findPeriod(period: BudgetPeriod, time: number): { startsAt: number; endsAt: number } {
  const date = new Date(time);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  return period === "day"
    ? { startsAt: Date.UTC(year, month, day), endsAt: Date.UTC(year, month, day + 1) }
    : { startsAt: Date.UTC(year, month), endsAt: Date.UTC(year, month + 1) };
}
