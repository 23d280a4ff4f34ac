import { expect, it } from "vitest";
import { BREAKER_LIMITS } from "#lib/gateway/limits.ts";
import { CircuitBreaker } from "#lib/gateway/routing/circuit-breaker.ts";

const { consecutive, openMs, longestOpenMs, leastRequests, longestRetryAfterMs, windowMs } = BREAKER_LIMITS;

function setUp() {
  const clock = { now: 1_000 };
  const breaker = new CircuitBreaker(() => clock.now);
  const fail = (times = 1, retryAfterMs?: number) => {
    for (let time = 0; time < times; time++) {
      expect(breaker.tryAcquire()).toBe(true);
      breaker.failed(retryAfterMs);
    }
  };
  return { clock, breaker, fail };
}

it("stays closed through failures that a success interrupts", () => {
  const { breaker, fail } = setUp();
  for (let round = 0; round < 3; round++) {
    fail(consecutive - 1);
    expect(breaker.tryAcquire()).toBe(true);
    breaker.succeeded();
  }
  expect(breaker.state).toBe("closed");
});

it("opens after failures in a row, and lets one probe through afterwards", () => {
  const { breaker, clock, fail } = setUp();
  fail(consecutive);
  expect([breaker.state, breaker.waitMs, breaker.tryAcquire()]).toEqual(["open", openMs, false]);
  clock.now += openMs;
  expect([breaker.state, breaker.tryAcquire(), breaker.tryAcquire()]).toEqual(["half-open", true, false]);
  breaker.succeeded();
  expect([breaker.state, breaker.tryAcquire()]).toEqual(["closed", true]);
});

it("opens when half of a window's requests fail, though no series is long", () => {
  const { breaker, fail } = setUp();
  for (let pair = 0; pair < leastRequests / 2; pair++) {
    if (breaker.state !== "closed") break;
    expect(breaker.tryAcquire()).toBe(true);
    breaker.succeeded();
    fail();
  }
  expect(breaker.state).toBe("open");
});

it("forgets the failures of a window that has passed", () => {
  const { breaker, clock, fail } = setUp();
  for (let pair = 0; pair < leastRequests; pair++) {
    clock.now += windowMs / 4;
    fail();
    expect(breaker.tryAcquire()).toBe(true);
    breaker.succeeded();
  }
  expect(breaker.state).toBe("closed");
});

it("doubles its time with each failed probe, up to a limit, and starts anew after a success", () => {
  const { breaker, clock, fail } = setUp();
  fail(consecutive);
  for (let time = openMs * 2; ; time = Math.min(time * 2, longestOpenMs)) {
    clock.now += breaker.waitMs;
    fail();
    expect(breaker.waitMs).toBe(time);
    if (time === longestOpenMs) break;
  }
  clock.now += breaker.waitMs;
  expect(breaker.tryAcquire()).toBe(true);
  breaker.succeeded();
  fail(consecutive);
  expect(breaker.waitMs).toBe(openMs);
});

it("opens at once for as long as the upstream asks, within a limit", () => {
  const { breaker, fail } = setUp();
  fail(1, 45_000);
  expect([breaker.state, breaker.waitMs]).toEqual(["open", 45_000]);
  const other = setUp();
  other.fail(1, longestRetryAfterMs * 10);
  expect(other.breaker.waitMs).toBe(longestRetryAfterMs);
});

it("keeps the later end when a failure asks for a shorter wait", () => {
  const { breaker } = setUp();
  // Both were sent before either failed.
  breaker.tryAcquire();
  breaker.tryAcquire();
  breaker.failed(60_000);
  breaker.failed(1_000);
  expect(breaker.waitMs).toBe(60_000);
});

it("lets another probe through when the client of the first one left", () => {
  const { breaker, clock, fail } = setUp();
  fail(consecutive);
  clock.now += openMs;
  expect([breaker.tryAcquire(), breaker.waitMs]).toEqual([true, Number.POSITIVE_INFINITY]);
  breaker.released();
  expect(breaker.tryAcquire()).toBe(true);
});
