/** Cost of tokens, images, seconds, characters and requests. */
import { describe, expect, it } from "vitest";
import { computeCost, isFree, type UsageCounts, type UsagePrices } from "#lib/contract/usage-cost.ts";

const TOKENS = { input: 1_000_000, output: 2_000_000 };

describe("the cost of a request", () => {
  it.each<[string, UsageCounts, UsagePrices, number | undefined]>([
    ["tokens", { inputTokens: 1, outputTokens: 2 }, { tokens: TOKENS }, 5],
    ["tokens that are unknown", { inputTokens: null }, { tokens: TOKENS }, undefined],
    ["images", { images: 3 }, { perImage: 0.5 }, 1.5],
    ["images and their tokens", { images: 3, inputTokens: 1, outputTokens: 0 }, { perImage: 1, tokens: TOKENS }, 4],
    ["images whose tokens are unknown", { images: 3 }, { perImage: 1, tokens: TOKENS }, 3],
    ["text of a model that has a price of images", { images: null }, { perImage: 1, tokens: TOKENS }, undefined],
    ["seconds", { videoSeconds: 4.5 }, { perSecond: 2 }, 9],
    ["seconds that are unknown", { videoSeconds: null }, { perSecond: 2 }, undefined],
    ["characters", { characters: 100 }, { perCharacter: 0.01 }, 1],
    ["a request", {}, { perRequest: 0.25 }, 0.25],
    ["several requests", { requests: 4 }, { perRequest: 0.25 }, 1],
    ["a request beside its tokens", { inputTokens: 1, outputTokens: 0 }, { tokens: TOKENS, perRequest: 0.5 }, 1.5],
    ["a request whose tokens are unknown", {}, { tokens: TOKENS, perRequest: 0.5 }, undefined],
    [
      "everything",
      { images: 1, videoSeconds: 1, characters: 1, requests: 1 },
      { perImage: 1, perSecond: 2, perCharacter: 3, perRequest: 4 },
      10,
    ],
    ["nothing that has a price", { images: 1 }, { perSecond: 1 }, undefined],
  ])("of %s", (_name, counts, prices, amount) => {
    expect(computeCost(counts, prices)?.amount).toEqual(amount === undefined ? undefined : expect.closeTo(amount, 9));
  });

  it("is nothing for free models, however much they are used", () => {
    expect(isFree({ tokens: { input: 0, output: 0 } })).toBe(true);
    expect(isFree({ perImage: 0 })).toBe(true);
    expect(isFree({ tokens: { input: 0, output: 0 }, perRequest: 1 })).toBe(false);
    expect(isFree({ tokens: { input: 0, output: 1 } })).toBe(false);
  });
});
