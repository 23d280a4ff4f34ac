/** Cost of a response on the pages. */
import { expect, test } from "vitest";
import { calculateCost, describeCost } from "#lib/playground/models/cost.ts";

const metrics = { inputTokens: 1_000, outputTokens: 500, estimated: false };

test("adds the price of a request to that of its tokens", () => {
  const price = { input: 1, output: 2, perRequest: 0.012 };
  expect(calculateCost(metrics, price)).toEqual({ amount: 0.014, about: false });
  expect(describeCost(metrics, price)).toBe(
    "1,000 input at $1, 500 output at $2 per million tokens, $0.012 per request",
  );
  expect(calculateCost({ estimated: false }, price)).toBeUndefined();
});

test("has the tokens alone without such a price", () => {
  expect(calculateCost(metrics, { input: 1, output: 2 })?.amount).toBeCloseTo(0.002, 12);
});
