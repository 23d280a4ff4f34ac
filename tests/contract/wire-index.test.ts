import { expect, test } from "vitest";
import { createCollector } from "#lib/canonical/collect.ts";
import { checkIndex, MAXIMUM_CHOICES, WireIndexError } from "#lib/contract/wire-index.ts";

const BOUND = { field: "choices[].index", limit: MAXIMUM_CHOICES };

test.each([0, -0, 1, 127])("accepts %d as the index of a choice", (index) => {
  expect(checkIndex(index, BOUND)).toBe(index);
});

test.each([
  [128, "128"],
  [1e9, "1000000000"],
  [-1, "-1"],
  [1.5, "1.5"],
  [Number.NaN, "NaN"],
  [Number.POSITIVE_INFINITY, "Infinity"],
  ["3", "a value of type string"],
  [{}, "a value of type object"],
  [true, "a value of type boolean"],
])("rejects %o as the index of a choice", (index, given) => {
  const message = `\`choices[].index\` must be a whole number from 0 to 127; got ${given}.`;
  expect(() => checkIndex(index, BOUND)).toThrow(new WireIndexError(message));
});

test.each([128, 5_000_000, -1, 1.5])("ignores a part of choice %d", (choice) => {
  const collector = createCollector();
  expect(() => collector.add({ type: "text-start", choice, id: "text-0" })).toThrow(WireIndexError);
  expect(collector.reply().choices).toEqual([]);
});
