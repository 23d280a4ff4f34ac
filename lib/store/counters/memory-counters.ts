import {
  type Check,
  type CounterBackend,
  type CounterState,
  ENDED_SUM_MS,
  SMALLEST_HOLD,
  type TakeReply,
} from "./counter-backend.ts";
import { FoundCounters, type Hold, type Window } from "./found-counters.ts";

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
  const holds = new Map<string, Hold>(Object.entries(held).map(([name, total]) => [name, { total }]));
  /** Replaced whenever a window or a hold is deleted. */
  let table = {};
  let sweptAt = 0;

  function sweep(time: number): void {
    if (Math.abs(time - sweptAt) < SWEEP_MS) return;
    sweptAt = time;
    const before = windows.size + holds.size;
    for (const [name, { endsAt }] of windows) if (endsAt + ENDED_SUM_MS <= time) windows.delete(name);
    for (const [name, { total }] of holds) if (total === 0) holds.delete(name);
    if (windows.size + holds.size < before) table = {};
  }

  /** Returns the window and the hold of these names, which are made if needed. */
  function find({
    window,
    hold,
    found = new FoundCounters(),
  }: Pick<Check, "window" | "hold" | "found">): FoundCounters {
    if (found.table === table) return found;
    found.table = table;
    found.window = window === undefined ? undefined : findWindow(window);
    found.hold = hold === undefined ? undefined : findHold(hold);
    return found;
  }

  function findWindow(name: string): Window {
    let window = windows.get(name);
    if (!window) {
      window = { endsAt: 0, total: 0 };
      windows.set(name, window);
    }
    return window;
  }

  function findHold(name: string): Hold {
    let hold = holds.get(name);
    if (!hold) {
      hold = { total: 0 };
      holds.set(name, hold);
    }
    return hold;
  }

  function stateOf({ window, hold }: FoundCounters, time: number, longestMs: number): CounterState {
    const inHold = hold ? hold.total : 0;
    return window && isInProgress(window, time, longestMs)
      ? { used: window.total + inHold, endsAt: window.endsAt }
      : { used: inHold, endsAt: 0 };
  }

  function addToHold(name: string, amount: number): void {
    const hold = findHold(name);
    // An empty one stays until the next sweep: a map that loses and gets the same name makes its table anew.
    hold.total += amount;
    if (Math.abs(hold.total) < SMALLEST_HOLD) hold.total = 0;
  }

  return {
    take({ checks, times = 1, holds: wanted, windowMs, isRead = false }): TakeReply {
      const time = now();
      sweep(time);
      const states: CounterState[] = [];
      for (let at = 0; at < checks.length; at++) {
        const check = checks[at] as Check;
        const found = find(check);
        const state = stateOf(found, time, check.isSum ? Infinity : windowMs);
        if (check.isSum && (check.isStale || state.endsAt === 0)) {
          return { status: "unopened", at, now: time, endedAt: found.window?.endsAt ?? 0 };
        }
        states.push(state);
        if (!isRead && state.used >= check.limit) return { status: "refused", at, now: time, states };
      }
      if (isRead) return { status: "taken", now: time, states };
      for (let at = 0; at < checks.length; at++) {
        const check = checks[at] as Check;
        if (check.window !== undefined && !check.isSum) {
          const window = find(check).window as Window;
          addToWindow(window, check.add * times, time, windowMs);
          (states[at] as CounterState).endsAt = window.endsAt;
        }
      }
      for (const name in wanted) addToHold(name, wanted[name] as number);
      return { status: "taken", now: time, states };
    },

    settle({ adds, holds: released, windowMs }) {
      const time = now();
      for (const add of adds) {
        const window = find(add).window as Window;
        const { amount, isSum } = add;
        const isOpen = isInProgress(window, time, isSum ? Infinity : windowMs);
        if (isSum) {
          if (isOpen) window.total += amount;
        } else if (amount > 0 || (isOpen && window.endsAt === add.endsAt)) addToWindow(window, amount, time, windowMs);
      }
      for (const name in released) addToHold(name, released[name] as number);
    },

    raise({ window: name, endsAt, sum }) {
      const window = findWindow(name);
      window.total = window.endsAt === endsAt ? Math.max(window.total, sum) : sum;
      window.endsAt = endsAt;
    },
  };
}

/** A window that ends later than it can was made before the clock was set back. */
function isInProgress({ endsAt }: Window, time: number, longestMs: number): boolean {
  return endsAt > time && endsAt <= time + longestMs;
}

function addToWindow(window: Window, amount: number, time: number, windowMs: number): void {
  if (isInProgress(window, time, windowMs)) {
    window.total = Math.max(0, window.total + amount);
    return;
  }
  window.endsAt = time + windowMs;
  window.total = amount;
}
