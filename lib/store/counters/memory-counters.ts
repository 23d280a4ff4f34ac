import {
  type Check,
  type CounterBackend,
  type CounterState,
  ENDED_SUM_MS,
  SMALLEST_HOLD,
  type TakeReply,
} from "./counter-backend.ts";

type Window = { endsAt: number; total: number };

const SWEEP_MS = 60_000;

/** @param holds what running requests of this process hold already, by name */
export function createMemoryCounters({
  now = Date.now,
  holds: held = {},
}: {
  now?: () => number;
  holds?: Readonly<Record<string, number>>;
} = {}): CounterBackend {
  const windows = new Map<string, Window>();
  const holds = new Map(Object.entries(held).map(([name, total]) => [name, { total }]));
  let sweptAt = 0;

  function sweep(time: number): void {
    if (Math.abs(time - sweptAt) < SWEEP_MS) return;
    sweptAt = time;
    for (const [name, { endsAt }] of windows) if (endsAt + ENDED_SUM_MS <= time) windows.delete(name);
    for (const [name, { total }] of holds) if (total === 0) holds.delete(name);
  }

  /** Returns the window in progress. One that ends later than it can was made before the clock was set back. */
  function findWindow(name: string, time: number, longestMs: number): Window | undefined {
    const window = windows.get(name);
    return window && window.endsAt > time && window.endsAt <= time + longestMs ? window : undefined;
  }

  function stateOf({ window, hold, isSum }: Check, time: number, windowMs: number): CounterState {
    const found = window === undefined ? undefined : findWindow(window, time, isSum ? Infinity : windowMs);
    const inHold = hold === undefined ? 0 : (holds.get(hold)?.total ?? 0);
    return { used: (found?.total ?? 0) + inHold, endsAt: found?.endsAt ?? 0 };
  }

  function addToWindow(name: string, amount: number, time: number, windowMs: number): number {
    const window = findWindow(name, time, windowMs);
    if (window) window.total = Math.max(0, window.total + amount);
    const endsAt = window?.endsAt ?? time + windowMs;
    if (!window) windows.set(name, { endsAt, total: amount });
    return endsAt;
  }

  function addToHold(name: string, amount: number): void {
    const hold = holds.get(name);
    // An empty one stays until the next sweep: a map that loses and gets the same name makes its table anew.
    if (!hold) {
      holds.set(name, { total: amount });
      return;
    }
    hold.total += amount;
    if (Math.abs(hold.total) < SMALLEST_HOLD) hold.total = 0;
  }

  return {
    take({ checks, holds: wanted, windowMs, isRead = false }): TakeReply {
      const time = now();
      sweep(time);
      const states: CounterState[] = [];
      for (let at = 0; at < checks.length; at++) {
        const check = checks[at] as Check;
        const state = stateOf(check, time, windowMs);
        if (check.isSum && (check.isStale || state.endsAt === 0)) {
          return { status: "unopened", at, now: time, endedAt: windows.get(check.window ?? "")?.endsAt ?? 0 };
        }
        states.push(state);
        if (!isRead && state.used >= check.limit) return { status: "refused", at, now: time, states };
      }
      if (isRead) return { status: "taken", now: time, states };
      for (let at = 0; at < checks.length; at++) {
        const { window, add, isSum } = checks[at] as Check;
        if (window !== undefined && !isSum) {
          (states[at] as CounterState).endsAt = addToWindow(window, add, time, windowMs);
        }
      }
      for (const name in wanted) addToHold(name, wanted[name] as number);
      return { status: "taken", now: time, states };
    },

    settle({ adds, holds: released, windowMs }) {
      const time = now();
      for (const { window: name, amount, endsAt, isSum } of adds) {
        const window = findWindow(name, time, isSum ? Infinity : windowMs);
        if (isSum) {
          if (window) window.total += amount;
        } else if (amount > 0 || window?.endsAt === endsAt) {
          addToWindow(name, amount, time, windowMs);
        }
      }
      for (const name in released) addToHold(name, released[name] as number);
    },

    raise({ window: name, endsAt, sum }) {
      const known = windows.get(name);
      const total = known?.endsAt === endsAt ? Math.max(known.total, sum) : sum;
      windows.set(name, { endsAt, total });
    },
  };
}
