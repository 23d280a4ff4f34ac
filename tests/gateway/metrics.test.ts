import { describe, expect, it } from "vitest";
import { LabelCap } from "#lib/gateway/metrics/create-metrics.ts";
import { UnpricedUsage } from "#lib/gateway/metrics/unpriced-usage.ts";

describe("the values of a label", () => {
  it("are bounded: further ones are `other`", () => {
    const cap = new LabelCap(2);
    expect(["a", "b", "c", "a", null].map((value) => cap.of(value))).toEqual(["a", "b", "other", "a", ""]);
  });
});

describe("what was used between two readings", () => {
  it("is priced once, at the prices of the reading", async () => {
    const unpriced = new UnpricedUsage();
    const add = (model: string, usage?: object, images: number | null = null) =>
      unpriced.add(model, { usage, images, characters: null });
    add("a/m", { inputTokens: 600_000, outputTokens: 100_000, cachedInputTokens: 100_000 });
    add("a/m", { inputTokens: 400_000, outputTokens: 0 });
    add("a/unknown", { inputTokens: 1, outputTokens: 1 });
    add("a/images", undefined, 3);
    const prices = { tokens: { input: 2, output: 10, cachedInput: 1 }, perImage: 0.5 };
    const find = async (model: string) => (model === "a/unknown" ? undefined : prices);
    // 900,000 fresh tokens, 100,000 cached ones, 100,000 of output.
    expect(await unpriced.takeCosts(find)).toEqual([
      { model: "a/m", usd: expect.closeTo(1.8 + 0.1 + 1, 10) },
      { model: "a/images", usd: 1.5 },
    ]);
    expect(await unpriced.takeCosts(find)).toEqual([]);
  });
});
