import { describe, expect, it } from "vitest";
import type { Services } from "#lib/gateway/request/services.ts";
import { openPriceList } from "#lib/gateway/routing/price-list.ts";

const own = { input: 2, cached_input: 1, cache_write: 3, output: 10, up_to_input_tokens: 1_000 };

const services = {
  settings: { aliases: { fast: "groq/quick", moved: "elsewhere/quick" }, defaultModel: "groq/quick" },
  upstreams: new Map([
    [
      "groq",
      {
        id: "groq",
        baseUrl: "https://own.example.com/v1",
        prices: { quick: own, "org/big": own, film: { per_second: 2, per_request: 1 }, both: { ...own, per_image: 3 } },
      },
    ],
    ["openai", { id: "openai", baseUrl: "https://api.openai.com/v1" }],
  ]),
  builtIns: new Map(),
  bridges: new Map([["packaged", { id: "packaged", prices: { quick: own } }]]),
} as unknown as Services;

describe("what a logged request costs", async () => {
  const prices = await openPriceList(services, ["groq", "openai", "packaged", "sandbox", "gone", null]);
  const counted = { inputTokens: 100, outputTokens: 10 };
  const computeCost = (model: string | null, upstream: string | null, counts = {}) =>
    prices.computeCost({ model, upstream, ...counted, ...counts })?.amount;

  it.each<[string, string | null, string | null]>([
    ["by its full name", "groq/quick", "groq"],
    ["by a bare name", "quick", "groq"],
    ["by a bare name with a slash", "org/big", "groq"],
    ["by an alias", "fast", "groq"],
    ["as the default model", "default", "groq"],
    ["of a package", "packaged/quick", "packaged"],
  ])("%s", (_name, model, upstream) => {
    expect(computeCost(model, upstream)).toBeCloseTo(0.0003, 12);
  });

  it("of a model whose vendor publishes its price", () => {
    expect(computeCost("openai/gpt-4o", "openai")).toBeGreaterThan(0);
  });

  it("is nothing in the sandbox", () => {
    expect(computeCost("sandbox/guide", "sandbox")).toBe(0);
  });

  it.each<[string, string | null, string | null]>([
    ["an upstream that is gone", "gone/quick", "gone"],
    ["a model without a price", "groq/other", "groq"],
    ["an alias that means another upstream today", "moved", "groq"],
    ["a request that named no model", null, null],
  ])("is unknown for %s", (_name, model, upstream) => {
    expect(computeCost(model, upstream)).toBeUndefined();
  });

  it("is unknown without counts, and for a prompt longer than the price covers", () => {
    expect(computeCost("groq/quick", "groq", { outputTokens: null })).toBeUndefined();
    expect(computeCost("groq/quick", "groq", { inputTokens: 1_001 })).toBeUndefined();
  });

  it("counts images and videos by their own price, and a started video as nothing", () => {
    const none = { inputTokens: null, outputTokens: null };
    expect(computeCost("groq/film", "groq", { ...none, videoSeconds: 4 })).toBe(9);
    expect(computeCost("groq/film", "groq", { ...none, isStart: true })).toBe(0);
    expect(computeCost("groq/quick", "groq", { ...none, isStart: true })).toBeUndefined();
    expect(computeCost("groq/both", "groq", { ...none, images: 2 })).toBe(6);
    expect(computeCost("groq/both", "groq", none)).toBeUndefined();
  });

  it.each([
    ["counted", { inputTokens: 1_000_000, images: 1 }, 5],
    ["made", { images: 2 }, 6],
    ["uncounted", {}, undefined],
    ["long", { inputTokens: 9_000_000 }, undefined],
    ["started", {}, 0],
  ] as const)("sums up %s requests", (counting, sums, amount) => {
    const nothing = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
    const units = { images: 0, videoSeconds: 0, characters: 0, charged: 1 };
    const group = { upstream: "groq", model: "groq/both", counting };
    expect(prices.computeTotalCost({ ...group, ...nothing, ...units, ...sums })?.amount).toBe(amount);
  });

  it("counts cache reads and writes at their own price", () => {
    expect(computeCost("groq/quick", "groq", { cachedTokens: 50, cacheWriteTokens: 20 })).toBeCloseTo(0.00027, 12);
  });
});
