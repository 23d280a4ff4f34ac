import { expect, it } from "vitest";
import { matchesWildcard } from "#lib/contract/wildcard.ts";

it.each([
  ["gpt-5", "gpt-5", true],
  ["gpt-5", "gpt-5-mini", false],
  ["gpt-*", "gpt-5-mini", true],
  ["*", "", true],
  ["*-mini", "gpt-5-mini", true],
  ["*-mini", "gpt-5-mini-2", false],
  ["a*b*c", "a-b-c", true],
  ["a*b*c", "acb", false],
  ["aba*aba", "aba", false],
  ["aba*aba", "abaaba", true],
  ["a**c", "abc", true],
  ["gpt.5*", "gpt-5", false],
  ["*.example.com", "mcp.example.com", true],
  ["*.example.com", "example.com", false],
  ["a*", "a\nb", true],
])("%s on %j is %s", (pattern, name, expected) => {
  expect(matchesWildcard(pattern, name)).toBe(expected);
});

it("refuses a long name of a pattern with many stars at once", () => {
  const started = performance.now();
  expect(matchesWildcard(`${"a*".repeat(90)}b`, "a".repeat(100_000))).toBe(false);
  expect(performance.now() - started).toBeLessThan(1_000);
});
