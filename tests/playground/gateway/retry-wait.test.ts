import { expect, test } from "vitest";
import { readErrorResponse } from "#lib/playground/gateway/errors.ts";
import {
  forgetAutomaticRetries,
  isRetriedAutomatically,
  noteArrival,
  noteAutomaticRetry,
  waitLeft,
} from "#lib/playground/gateway/retry-wait.ts";

test("counts the wait from the arrival of the response, not for stored failures", () => {
  const failure = noteArrival({ retryAfter: 5000 }, 1000);
  expect([1000, 4000, 9000].map((now) => waitLeft(failure, now))).toEqual([5000, 2000, 0]);
  expect(waitLeft(structuredClone(failure), 1000)).toBe(0);
});

test("records the arrival of a response with Retry-After", () => {
  const failure = readErrorResponse({ status: 429, headers: new Headers({ "retry-after": "60" }), body: "{}" });
  expect(waitLeft(failure)).toBeGreaterThan(0);
  expect(isRetriedAutomatically(failure, "a message")).toBe(true);
  expect(isRetriedAutomatically(structuredClone(failure), "a message")).toBe(false);
});

test("retries automatically three times, and again after a manual retry", () => {
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

test("offers a button instead of a wait of many minutes", () => {
  expect(isRetriedAutomatically(noteArrival({ retryAfter: 600_000 }), "a message")).toBe(false);
  expect(isRetriedAutomatically(noteArrival({}), "a message")).toBe(false);
});
