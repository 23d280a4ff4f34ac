import { expect, test } from "vitest";
import { describeSwitch, readRouteAttempts } from "#lib/playground/models/route-attempts.ts";
import { readRouteFacts } from "#lib/playground/models/route-facts.ts";

const HEADER = "openai/gpt-5.4-mini 503 120ms, claude/h%C3%A9 200 840ms lost=seed+logprobs";

test("reads each attempt of a route with its lost fields", () => {
  expect(readRouteAttempts(HEADER)).toEqual([
    { model: "openai/gpt-5.4-mini", status: 503, ms: 120, lost: [] },
    { model: "claude/hé", status: 200, ms: 840, lost: ["seed", "logprobs"] },
  ]);
  expect(readRouteFacts(new Headers({ "x-gateway-route": HEADER })).attempts).toHaveLength(2);
});

test("has no attempts without a route, and drops what was cut off at the end of the header", () => {
  expect(readRouteFacts(new Headers())).not.toHaveProperty("attempts");
  expect(readRouteAttempts("a/b 200 1ms, c/d 2")).toHaveLength(1);
  expect(readRouteAttempts("a/%zz 200 1ms")[0]?.model).toBe("a/%zz");
});

test.each([
  ["a/b 200 1ms", undefined],
  ["a/b 503 1ms, c/d 200 1ms", "a/b (503) failed, so c/d responded."],
  ["a/b 503 1ms, c/d 429 1ms, e/f 200 9ms", "a/b (503) and c/d (429) failed, so e/f responded."],
  ["a/b 503 1ms, c/d 502 1ms", "a/b (503) failed, and c/d failed too (502)."],
])("describes the switch of %s", (header, words) => {
  expect(describeSwitch(readRouteAttempts(header))).toBe(words);
});
