import type { BudgetPeriod, Claim } from "./claim.ts";
import type { CounterBackend } from "./counter-backend.ts";

/** Opened sums that are remembered; a forgotten one is read from the log once more. */
const MOST_OPENED = 20_000;

type Unopened = { /** Unix milliseconds. */ now: number; endedAt: number };

/** Sums of money that this process has read from the request log into the counters. */
export type OpenedSums = {
  /** Returns false for a sum that is to be read from the log at its next use. */
  isOpen(window: string): boolean;
  /** Opens the window of a sum. Requests that come together open it once. */
  open(claim: Claim, unopened: Unopened): Promise<void>;
  /** Returns the claim that opened a sum. */
  find(window: string): Claim | undefined;
};

/**
 * @param options `epochOf` changes when the counters may have forgotten sums, or not have got some costs; `find` returns
 * the period that a time is in
 */
export function createOpenedSums({
  counters,
  epochOf,
  find = findPeriod,
}: {
  counters: { raise: (raise: Parameters<CounterBackend["raise"]>[0]) => Promise<void> | void };
  epochOf: () => number;
  find?: ((period: BudgetPeriod, time: number) => { startsAt: number; endsAt: number }) | undefined;
}): OpenedSums {
  const opened = new Map<string, { epoch: number; claim: Claim }>();
  const opening = new Map<string, Promise<void>>();

  const isOpen = (window: string) => opened.get(window)?.epoch === epochOf();

  async function open(claim: Claim, { now, endedAt }: Unopened): Promise<void> {
    const { window = "", sum } = claim;
    if (!sum) return;
    const epoch = epochOf();
    const { startsAt, endsAt } = find(sum.period, now);
    // A period that follows another begins with nothing; what still runs is in the hold.
    const follows = isOpen(window) && endedAt === startsAt;
    await counters.raise({ window, endsAt, sum: follows ? 0 : await sum.read(startsAt) });
    if (opened.size >= MOST_OPENED) opened.clear();
    opened.set(window, { epoch, claim });
  }

  return {
    isOpen,
    open(claim, unopened) {
      const name = `${epochOf()} ${claim.window}`;
      const known = opening.get(name);
      if (known) return known;
      const opens = open(claim, unopened).finally(() => opening.delete(name));
      opening.set(name, opens);
      return opens;
    },
    find: (window) => opened.get(window)?.claim,
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
