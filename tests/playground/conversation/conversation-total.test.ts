import { expect, test } from "vitest";
import { calculateTotal, describeTotal } from "#lib/playground/conversation/conversation-total.ts";
import { EMPTY_RESPONSE, emptyChoice, type ResponseUsage } from "#lib/playground/conversation/model-response.ts";
import type { AssistantTurn, Turn } from "#lib/playground/conversation/transcript.ts";

const answer = (model: string, usage: ResponseUsage, changes: Partial<AssistantTurn> = {}): AssistantTurn => ({
  id: "a",
  parent: "u",
  createdAt: 0,
  accepted: true,
  chosen: 0,
  role: "assistant",
  model,
  state: "complete",
  answer: { choices: [{ ...emptyChoice(), text: "Eight of them, or so." }], usage },
  timings: {},
  route: { dropped: [] },
  ...changes,
});
const question: Turn = { id: "u", parent: null, createdAt: 0, role: "user", text: "How many?", attachments: [] };
const prices: { [model: string]: { input: number; output: number } } = {
  paid: { input: 2, output: 10 },
  free: { input: 0, output: 0 },
};
const getWords = (...turns: Turn[]) => {
  const total = calculateTotal([question, ...turns], (model) => prices[model]);
  return total && describeTotal(total);
};

test("counts all versions of a response", () => {
  const turns = [
    answer("paid", { inputTokens: 10_000, outputTokens: 2_000 }),
    answer("paid", { inputTokens: 300, outputTokens: 10 }),
  ];
  expect(getWords(...turns)).toEqual({
    words: "12,310 tokens · $0.041",
    detail: "The whole conversation: 2 responses, other versions included, 10,300 in, 2,010 out.",
  });
});

test("prices a route's response by the model that responded", () => {
  const attempts = [
    { model: "free", status: 503, ms: 1, lost: [] },
    { model: "paid", status: 200, ms: 9, lost: [] },
  ];
  const turn = answer("free", { inputTokens: 10_000, outputTokens: 2_000 }, { route: { dropped: [], attempts } });
  expect(getWords(turn)?.words).toBe("12,000 tokens · $0.040");
});

test("omits an unknown cost and marks a partial one", () => {
  const known = answer("paid", { inputTokens: 1_000, outputTokens: 100 });
  const unknown = answer("other", { inputTokens: 50, outputTokens: 5 });
  expect(getWords(unknown)).toEqual({
    words: "55 tokens · —",
    detail: "The whole conversation: 1 answer, 50 in, 5 out. 1 without a known price.",
  });
  expect(getWords(known, unknown)).toMatchObject({
    words: "1,155 tokens · $0.003 + —",
    detail: expect.stringContaining("1 without a known price."),
  });
  expect(getWords(answer("free", { inputTokens: 7, outputTokens: 2 }))?.words).toBe("9 tokens · $0");
});

test("estimates missing counts, and excludes edited and streaming responses", () => {
  expect(getWords(answer("paid", {}))?.words).toMatch(/^~\d+ tokens · —$/);
  const usage = { inputTokens: 7, outputTokens: 2 };
  const left = [
    answer("paid", usage, { edited: true }),
    answer("paid", usage, { state: "streaming" }),
    answer("paid", {}, { state: "failed", answer: EMPTY_RESPONSE }),
  ];
  expect(getWords(...left)).toBeUndefined();
});
