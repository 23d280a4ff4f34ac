/** Expected length of a response, from the last ones. */
import { expect, it } from "vitest";
import { createObservedOutputs, ObservedOutputs } from "#lib/gateway/admission/observed-outputs.ts";

/** Outputs that are remembered. */
const REMEMBERED = 64;

/** @returns the 95th percentile of the last outputs, by its definition */
function computePercentile(outputs: readonly number[]): number {
  const sorted = outputs.slice(-REMEMBERED).toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] as number;
}

/** The same numbers in each run. */
function createNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state % 1_000;
  };
}

it("is the 95th percentile of the last outputs after each of them", () => {
  const next = createNumbers(7);
  const observed = new ObservedOutputs();
  const outputs: number[] = [];
  for (let count = 0; count < 500; count++) {
    const tokens = next() % (count % 100 < 50 ? 1_000 : 5);
    outputs.push(tokens);
    observed.add(tokens);
    // Not after each: what is expected must not depend on how often somebody asks.
    if (count % 3 !== 1) expect([count, observed.expect()]).toEqual([count, computePercentile(outputs)]);
  }
});

it("is a default before there are any outputs, and each key's own for each model", () => {
  const find = createObservedOutputs();
  find("key_a", "up/m").add(7);
  expect(find("key_a", "up/m").expect()).toBe(7);
  expect([find("key_b", "up/m").expect(), find("key_a", "up/n").expect()]).toEqual([1_000, 1_000]);
});
