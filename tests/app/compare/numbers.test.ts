/** Addresses, prices, winners and differences of a comparison. */
import { describe, expect, test } from "vitest";
import { readColumns, writeColumns } from "#lib/playground/compare/column-places.ts";
import { diffResponses } from "#lib/playground/compare/diff-responses.ts";
import { type Contender, rankMetrics } from "#lib/playground/compare/rank-metrics.ts";
import { calculateCost, describeCost, formatCost } from "#lib/playground/models/cost.ts";

describe("columns in an address", () => {
  test.each([
    [[{ page: "chat", model: "ollama/llama3:8b" }, { page: "messages" }]],
    [
      [
        { page: "generate-content", model: "a/b,c&d=1 #" },
        { page: "responses", model: "sandbox/guide" },
      ],
    ],
  ] as const)("reads %j back", (places) => expect(readColumns(`#${writeColumns(places)}`)).toEqual(places));

  test("keeps model names readable", () => {
    const places = [{ page: "chat", model: "sandbox/guide" }, { page: "responses" }] as const;
    expect(writeColumns(places)).toBe("columns=chat:sandbox/guide,responses");
  });

  test.each(["", "#columns=", "#columns=chat", "#columns=chat,nothing", "#other=chat,chat"])(
    "%s names no comparison",
    (fragment) => expect(readColumns(fragment)).toBeUndefined(),
  );

  test("reads at most four columns, and no model from an invalid escape", () => {
    expect(readColumns("#columns=chat:%E0%A4%A,chat,chat,chat,chat")).toEqual(Array(4).fill({ page: "chat" }));
  });
});

describe("cost", () => {
  const metrics = { inputTokens: 1000, outputTokens: 2000, estimated: false };
  test("multiplies tokens by prices", () =>
    expect(calculateCost(metrics, { input: 2, output: 8 })).toEqual({ amount: 0.018, about: false }));
  test("is unknown without a price or a count", () => {
    expect(calculateCost(metrics, undefined)).toBeUndefined();
    expect(calculateCost({ outputTokens: 5, estimated: true }, { input: 2, output: 8 })).toBeUndefined();
  });
  test("is approximate without a price for cached tokens", () => {
    const cached = { ...metrics, cachedTokens: 500 };
    expect(calculateCost(cached, { input: 2, output: 8 })).toEqual({ amount: 0.018, about: true });
    const { amount = 0, about } = calculateCost(cached, { input: 2, output: 8, cachedInput: 0.2 }) ?? {};
    expect(amount).toBeCloseTo(0.0171, 9);
    expect(about).toBe(false);
  });
  test("counts cache writes once, and is unknown beyond the prompt length of the price", () => {
    const written = { ...metrics, cacheWriteTokens: 400 };
    const price = { input: 2, output: 8, cacheWrite: 2.5 };
    expect(calculateCost(written, price)?.amount).toBeCloseTo(0.0182, 9);
    expect(calculateCost(written, { ...price, upToInputTokens: 999 })).toBeUndefined();
    expect(calculateCost(written, { ...price, upToInputTokens: 1000 })).toMatchObject({ about: false });
  });
  test("describes how it is calculated", () =>
    expect(describeCost({ ...metrics, cachedTokens: 200 }, { input: 2, output: 8, cachedInput: 0.5 })).toBe(
      "800 input at $2, 200 cached at $0.5, 2,000 output at $8 per million tokens",
    ));
  test.each([
    [0, "$0"],
    [0.018, "$0.018"],
    [0.00042, "$0.00042"],
    [0.0000005, "$0.0000005"],
    [3.456, "$3.46"],
  ])("%d is written %s", (amount, words) => expect(formatCost({ amount, about: false })).toBe(words));
  test("marks an approximate cost", () => expect(formatCost({ amount: 0.5, about: true })).toBe("~$0.500"));
});

describe("the best", () => {
  const contender = (id: string, first: number, speed: number, changes: Partial<Contender> = {}): Contender => ({
    id,
    state: "complete",
    metrics: { timeToFirstToken: first, tokensPerSecond: speed, totalTime: 1000, estimated: false },
    ...changes,
  });
  const ranksOf = (...contenders: Contender[]) =>
    Object.fromEntries([...rankMetrics(contenders)].map(([id, best]) => [id, [...best]]));

  test("is the fastest response, and none when all are equal", () =>
    expect(ranksOf(contender("a", 100, 20), contender("b", 90, 10))).toEqual({
      a: ["tokensPerSecond"],
      b: ["timeToFirstToken"],
    }));
  test("needs a lead of 10% over each of the others", () => {
    expect(ranksOf(contender("a", 50, 1), contender("b", 50, 1), contender("c", 80, 1))).toEqual({});
    expect(ranksOf(contender("a", 100, 100), contender("b", 109, 91))).toEqual({});
    expect(ranksOf(contender("a", 100, 1), contender("b", 110, 1))).toEqual({ a: ["timeToFirstToken"] });
  });
  test("is never a failed or stopped response", () => {
    expect(ranksOf(contender("a", 1, 99, { state: "failed" }), contender("b", 50, 5))).toEqual({});
    const three = [contender("a", 1, 99, { state: "stopped" }), contender("b", 50, 5), contender("c", 60, 9)];
    expect(ranksOf(...three)).toEqual({ b: ["timeToFirstToken"], c: ["tokensPerSecond"] });
  });
  test("is unknown while a response is streaming", () =>
    expect(ranksOf(contender("a", 1, 99), contender("b", 50, 5, { state: "streaming" }))).toEqual({}));
  test("costs least among responses with a known price", () => {
    const cost = (amount: number) => ({ cost: { amount, about: false } });
    const three = [contender("a", 1, 1, cost(2)), contender("b", 1, 1, cost(1)), contender("c", 1, 1)];
    expect(ranksOf(...three)).toEqual({ b: ["cost"] });
  });
});

describe("a difference", () => {
  test("lists changed words, and both texts can be rebuilt from it", () => {
    const [before, after] = ["The red fox runs.\nFar away.", "The brown fox runs.\nFar off, away."];
    const diff = diffResponses(before, after);
    const side = (kind: string) => diff?.pieces.filter((piece) => piece.kind !== kind).map(({ text }) => text);
    expect(side("added")?.join("")).toBe(before);
    expect(side("removed")?.join("")).toBe(after);
    expect(diff?.pieces).toContainEqual({ text: "red", kind: "removed" });
    // "red" becomes "brown", and "off," is new.
    expect(diff?.differing).toBe(2);
  });
  test("is empty for equal texts", () => expect(diffResponses("Same.", "Same.")?.differing).toBe(0));
});
