/** Statistics of evaluations, against published values. */
import { describe, expect, it } from "vitest";
import { computeQuantile, computeRate, testPairs } from "#lib/evaluations/statistics.ts";

describe("computeRate", () => {
  // Newcombe (1998), table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
    [20, 20, 0.8389, 1],
  ])("%i of %i lies between %f and %f", (passed, of, low, high) => {
    const rate = computeRate(passed, of);
    expect(rate).toMatchObject({ passed, of, rate: passed / of });
    expect(rate?.low).toBeCloseTo(low, 4);
    expect(rate?.high).toBeCloseTo(high, 4);
  });

  it("is null for nothing", () => expect(computeRate(0, 0)).toBeNull());
});

describe("testPairs", () => {
  // Two-sided binomial tests with p = 0.5.
  it.each([
    [0, 0, 1],
    [5, 5, 1],
    [0, 5, 0.0625],
    [9, 1, 0.021484375],
    [1, 9, 0.021484375],
    [15, 5, 0.04138946533203125],
    [8, 7, 1],
  ])("%i better and %i worse have p = %f", (better, worse, p) => {
    expect(testPairs(better, worse)).toBeCloseTo(p, 10);
  });

  it("stays exact for thousands of rows", () => {
    expect(testPairs(2_500, 2_500)).toBe(1);
    expect(testPairs(2_600, 2_400)).toBeCloseTo(0.00488, 3);
    expect(testPairs(4_000, 1_000)).toBeGreaterThanOrEqual(0);
    expect(testPairs(4_000, 1_000)).toBeLessThan(1e-100);
  });
});

it("interpolates quantiles", () => {
  expect(computeQuantile([], 0.5)).toBeNull();
  expect(computeQuantile([7], 0.95)).toBe(7);
  expect(computeQuantile([1, 2, 3, 4], 0.5)).toBe(2.5);
  expect(computeQuantile([10, 20, 30, 40, 50], 0.95)).toBeCloseTo(48);
});
