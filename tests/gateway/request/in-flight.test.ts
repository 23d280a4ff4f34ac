/** InFlight: the shared timer, and the own timer of what has a precise limit. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createInFlight, type Ticking } from "#lib/gateway/request/in-flight.ts";

describe("InFlight", () => {
  beforeEach(
    () =>
      void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] }),
  );
  afterEach(() => void vi.useRealTimers());

  const watched = (dueInMs?: number) => {
    const inFlight = createInFlight({ tickMs: 1_000 });
    const times: number[] = [];
    const startedAt = performance.now();
    const ticking: Ticking = {
      slot: -1,
      dueAt: dueInMs === undefined ? undefined : startedAt + dueInMs,
      tick: (now) => void times.push(Math.round(now - startedAt)),
    };
    inFlight.watch(ticking);
    return { inFlight, ticking, times };
  };

  it("ticks a precise limit at its own time, and all else at the shared one", () => {
    const { times } = watched(310);
    vi.advanceTimersByTime(999);
    expect(times).toHaveLength(1);
    expect(times[0]).toBeGreaterThanOrEqual(310);
    expect(times[0]).toBeLessThan(360);
    const other = watched();
    vi.advanceTimersByTime(999);
    expect(other.times).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(other.times).toEqual([1_000]);
  });

  it("leaves no timer of what has ended", () => {
    const { inFlight, ticking, times } = watched(310);
    inFlight.unwatch(ticking);
    vi.advanceTimersByTime(5_000);
    expect([times, vi.getTimerCount()]).toEqual([[], 0]);
  });

  it("fails what still runs when a stop waits no longer, and nothing before", async () => {
    const { inFlight, ticking } = watched();
    const expire = vi.fn();
    Object.assign(ticking, { expire });
    inFlight.begin();
    const drained = inFlight.drain(30_000);
    expect(inFlight.draining).toBe(true);
    vi.advanceTimersByTime(29_999);
    expect(expire).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(await drained).toBe(false);
    expect(expire).toHaveBeenCalledOnce();
  });
});
