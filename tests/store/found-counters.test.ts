/** Claims that remember where the counters in memory have their amounts. */
import { expect, it } from "vitest";
import type { Take } from "#lib/store/counters/counter-backend.ts";
import { FoundCounters } from "#lib/store/counters/found-counters.ts";
import { createMemoryCounters } from "#lib/store/counters/memory-counters.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

function takeOne(found: FoundCounters | undefined): Take {
  const checks = [{ window: "requests a", hold: "places a", found, limit: 10, add: 1 }];
  return { checks, holds: { "places a": 1 }, windowMs: MINUTE_MS };
}

it("count the same as claims that look their names up", () => {
  const counters = createMemoryCounters();
  const found = new FoundCounters();
  const used = [found, undefined, found, undefined, found].map((one) => counters.take(takeOne(one)));
  // Each has added one to the window, and one to the hold.
  expect(used).toMatchObject([0, 2, 4, 6, 8].map((amount) => ({ status: "taken", states: [{ used: amount }] })));
});

it("settle in the window that they have found", () => {
  const counters = createMemoryCounters({ now: () => 1_000 });
  const found = new FoundCounters();
  counters.take(takeOne(found));
  const endsAt = 1_000 + MINUTE_MS;
  counters.settle({
    adds: [{ window: "requests a", found, amount: 4, endsAt }],
    holds: { "places a": -1 },
    windowMs: MINUTE_MS,
  });
  expect(counters.take(takeOne(undefined))).toMatchObject({ states: [{ used: 5, endsAt }] });
});

it("count in the counters that they are used with, not in those where they were found", () => {
  const found = new FoundCounters();
  const [first, second] = [createMemoryCounters(), createMemoryCounters()];
  first.take(takeOne(found));
  expect(second.take(takeOne(found))).toMatchObject({ states: [{ used: 0 }] });
  expect(first.take(takeOne(found))).toMatchObject({ states: [{ used: 2 }] });
});

it("look again once their window was deleted", () => {
  let time = 1_000;
  const counters = createMemoryCounters({ now: () => time });
  const [found, other] = [new FoundCounters(), new FoundCounters()];
  counters.take(takeOne(found));
  counters.settle({ adds: [], holds: { "places a": -1 }, windowMs: MINUTE_MS });
  time += DAY_MS + 2 * MINUTE_MS;
  // This request deletes what ended more than a day ago, and begins anew.
  counters.take(takeOne(other));
  expect(counters.take(takeOne(found))).toMatchObject({ states: [{ used: 2, endsAt: time + MINUTE_MS }] });
});

it("begin the next window with nothing", () => {
  let time = 1_000;
  const counters = createMemoryCounters({ now: () => time });
  const found = new FoundCounters();
  counters.take(takeOne(found));
  time += MINUTE_MS;
  expect(counters.take(takeOne(found))).toMatchObject({ states: [{ used: 1, endsAt: time + MINUTE_MS }] });
});
