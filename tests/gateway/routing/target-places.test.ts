import { describe, expect, it } from "vitest";
import { TargetPlaces } from "#lib/gateway/routing/target-places.ts";

const never = new AbortController().signal;

describe("the places of a target", () => {
  it("are taken and given back", () => {
    const places = new TargetPlaces({ concurrency: 2, queue: 0 });
    expect([places.tryTake(), places.tryTake(), places.tryTake()]).toEqual([true, true, false]);
    places.give();
    expect(places.tryTake()).toBe(true);
  });

  it("go to those that wait, first come, first served, before others", async () => {
    const places = new TargetPlaces({ concurrency: 1, queue: 2 });
    places.tryTake();
    const order: string[] = [];
    const waits = ["first", "second"].map(async (name) => (await places.wait(never)) && order.push(name));
    expect([places.waiting, places.hasRoom, await places.wait(never)]).toEqual([2, false, false]);
    places.give();
    expect(places.tryTake()).toBe(false);
    await waits[0];
    places.give();
    await waits[1];
    expect(order).toEqual(["first", "second"]);
    places.give();
    expect([places.running, places.waiting, places.tryTake()]).toEqual([0, 0, true]);
  });

  it("are not given to one that stopped waiting", async () => {
    const places = new TargetPlaces({ concurrency: 1, queue: 2 });
    places.tryTake();
    const leaving = new AbortController();
    const left = places.wait(leaving.signal);
    const stayed = places.wait(never);
    leaving.abort();
    expect(await left).toBe(false);
    places.give();
    expect(await stayed).toBe(true);
    expect([places.running, places.waiting]).toEqual([1, 0]);
    expect(await places.wait(AbortSignal.abort())).toBe(false);
  });

  it("follow a changed limit", async () => {
    const places = new TargetPlaces({ concurrency: 1, queue: 5 });
    places.tryTake();
    const waits = [places.wait(never), places.wait(never)];
    places.limits = { concurrency: 3, queue: 5 };
    places.give();
    expect(await Promise.all(waits)).toEqual([true, true]);
    expect(places.running).toBe(2);
  });
});
