import { expect, it } from "vitest";
import { patternReach, patternSteps } from "#lib/sandbox/schemas/pattern-steps.ts";

it.each<[pattern: string, steps: number]>([
  ["", 0],
  ["^abc$", 3],
  ["a{3}b", 4],
  ["(ab){3}", 6],
  ["((a{10}){10}){10}", 1_000],
  ["a{2,4}", 3],
  ["a{1,5000}", 3.5],
  ["(a|bcd|ef)", 3],
  ["(?:ab?){4}", 6],
  ["(?<name>ab){2}(?=c)(?<!d)", 6],
  ["\\(a\\){2}", 4],
  ["\\d{3}\\.\\d", 5],
  ["[\\]{5}]{7}", 7],
  ["(((a{7}", 7],
])("%s takes %d steps", (pattern, steps) => {
  expect(patternSteps(pattern)).toBe(steps);
});

it("reaches as far as counted repeats allow", () => {
  expect(patternReach("(a{1,5000}){500}")).toBe(2_500_000);
});

it("reads a pattern in time that grows with its length", () => {
  const { length } = "(".repeat(200_000);
  const begun = performance.now();
  for (const part of ["(", "[", "{", "a{9}", "(a|"]) patternSteps(part.repeat(length / part.length));
  expect(performance.now() - begun).toBeLessThan(3_000);
});
