import { expect, test } from "vitest";
import { readErrorResponse } from "#lib/playground/gateway/errors.ts";
import {
  forgetAutomaticRetries,
  isRetriedAutomatically,
  noteArrival,
  noteAutomaticRetry,
  waitLeft,
} from "#lib/playground/gateway/retry-wait.ts";

test("the wait is counted from when the answer came, and not again for a failure that was stored", () => {
  const failure = noteArrival({ retryAfter: 5000 }, 1000);
  expect([1000, 4000, 9000].map((now) => waitLeft(failure, now))).toEqual([5000, 2000, 0]);
  expect(waitLeft(structuredClone(failure), 1000)).toBe(0);
});

test("an answer that says when to come back is noted as it is read", () => {
  const failure = readErrorResponse({ status: 429, headers: new Headers({ "retry-after": "60" }), body: "{}" });
  expect(waitLeft(failure)).toBeGreaterThan(0);
  expect(isRetriedAutomatically(failure, "a message")).toBe(true);
  expect(isRetriedAutomatically(structuredClone(failure), "a message")).toBe(false);
});

test("a request goes out by itself three times, and again after a try by hand", () => {
  const request = {};
  const fails = () => noteArrival({ retryAfter: 60_000 });
  for (let count = 0; count < 3; count++) {
    expect(isRetriedAutomatically(fails(), request)).toBe(true);
    noteAutomaticRetry(request);
  }
  expect(isRetriedAutomatically(fails(), request)).toBe(false);
  expect(isRetriedAutomatically(fails(), {})).toBe(true);
  forgetAutomaticRetries(request);
  expect(isRetriedAutomatically(fails(), request)).toBe(true);
});

test("a wait of many minutes ends in a button", () => {
  expect(isRetriedAutomatically(noteArrival({ retryAfter: 600_000 }), "a message")).toBe(false);
  expect(isRetriedAutomatically(noteArrival({}), "a message")).toBe(false);
});
