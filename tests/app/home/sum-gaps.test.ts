import { expect, test } from "vitest";
import { sumGaps } from "#app/(playground)/_model/sum-gaps.ts";

test("gives each column the longest gap of its events, by its square root", () => {
  expect(sumGaps([0, 4, 5, 21, 22], 2)).toEqual([0.5, 1]);
});

test("draws as many columns as asked for, with fewer events and without any", () => {
  expect(sumGaps([0, 9], 3)).toEqual([1, 1, 1]);
  expect(sumGaps([], 3)).toEqual([0, 0, 0]);
});
