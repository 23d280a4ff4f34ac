import { expect, test } from "vitest";
import { contextUse } from "#lib/playground/conversation/context-use.ts";
import { emptyChoice, type ResponseUsage } from "#lib/playground/conversation/model-response.ts";
import type { AssistantTurn } from "#lib/playground/conversation/transcript.ts";

const turn = (usage: ResponseUsage, changes: Partial<AssistantTurn> = {}): AssistantTurn => ({
  id: "a",
  parent: "u",
  createdAt: 0,
  accepted: true,
  chosen: 0,
  role: "assistant",
  model: "sandbox/guide",
  state: "complete",
  answer: { choices: [{ ...emptyChoice(), text: "Eight of them, or so." }], usage },
  timings: {},
  route: { dropped: [] },
  ...changes,
});

test.each([
  [{ inputTokens: 12_000, outputTokens: 400 }, 128_000, "12.4K of 128K", "roomy"],
  [{ inputTokens: 640, outputTokens: 0 }, 8_000, "~646 of 8K", "roomy"],
  [{ inputTokens: 800_001, outputTokens: 9 }, 1_000_000, "800K of 1M", "tight"],
  [{ inputTokens: 9_000, outputTokens: 9 }, 8_000, "9K of 8K", "full"],
])("writes %j of %d tokens as %s", (usage, length, words, level) => {
  const use = contextUse(turn(usage), length);
  expect(use).toMatchObject({ words, level });
  expect(use?.share).toBeLessThanOrEqual(1);
});

test("shows nothing without a token count, a context length or a finished response", () => {
  const usage = { inputTokens: 12, outputTokens: 4 };
  expect(contextUse(undefined, 8_000)).toBeUndefined();
  expect(contextUse(turn(usage), undefined)).toBeUndefined();
  expect(contextUse(turn({ outputTokens: 4 }), 8_000)).toBeUndefined();
  expect(contextUse(turn(usage, { state: "streaming" }), 8_000)).toBeUndefined();
});
