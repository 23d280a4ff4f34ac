import { expect, it } from "vitest";
import { checkCommitMessage } from "#scripts/commit-message.ts";

it.each([
  ["a feature", "feat(keys): add key rotation"],
  ["no scope", "docs: describe the durability of each route"],
  ["a fix with its body", "fix(bodies): wake the writer when the socket drains early\n\nSymptom: it stopped.\n"],
  ["git's comments", "test: count turns\n# Please enter the commit message\n"],
  ["a merge", "Merge branch 'main'"],
])("%s is accepted", (_name, message) => {
  expect(checkCommitMessage(message)).toEqual([]);
});

it.each([
  ["no type", "Count turns", /type\(scope\)/],
  ["an unknown type", "chore: count turns", /feat, fix/],
  ["a full stop", "test: count turns.", /type\(scope\)/],
  ["a long subject", `test: count ${"turns ".repeat(12)}again`, /72 characters/],
  ["a body without an empty line", "test: count turns\nof others", /second line/],
  ["a fix without a body", "fix: count turns\n", /body/],
  ["nothing", "", /type\(scope\)/],
])("%s is refused", (_name, message, problem) => {
  expect(checkCommitMessage(message)).toEqual([expect.stringMatching(problem)]);
});
