import { describe, expect, it } from "vitest";
import { addFacts } from "#lib/upstreams/add-facts.ts";

const entry = (id: string) => ({ id, upstream: id.split("/")[0] ?? "", created: 0, displayName: id });
const VENDOR = { id: "vendor", baseUrl: "https://api.openai.com/v1" };

describe("facts added to an upstream's list", () => {
  it("include the vendor's published price and context length", async () => {
    const [known, unknown] = await addFacts(VENDOR, ["vendor/gpt-5", "vendor/no-such"].map(entry), new Map());
    expect(known).toMatchObject({
      pricing: { input: 1.25, cached_input: 0.125, output: 10 },
      contextWindow: expect.any(Number),
    });
    expect(unknown).toEqual(entry("vendor/no-such"));
  });

  it("limit the price to shorter prompts where longer ones cost more", async () => {
    const google = { id: "google", baseUrl: "https://generativelanguage.googleapis.com/v1beta" };
    const [model] = await addFacts(google, [entry("google/gemini-3-pro-preview")], new Map());
    expect(model?.pricing).toMatchObject({ input: 2, output: 12, up_to_input_tokens: 200_000 });
  });

  it("include the price of a request where a vendor has one", async () => {
    const vendor = { id: "search", baseUrl: "https://api.perplexity.ai" };
    const [model] = await addFacts(vendor, [entry("search/sonar")], new Map());
    expect(model?.pricing?.per_request).toBeGreaterThan(0);
    expect(model?.pricing?.per_request).toBeLessThan(0.1);
  });

  it("prefer the operator's price", async () => {
    const prices = { "gpt-5": { input: 1, output: 2 } };
    const [model] = await addFacts({ ...VENDOR, prices }, [entry("vendor/gpt-5")], new Map());
    expect(model?.pricing).toEqual({ input: 1, output: 2 });
  });

  it("are absent for a model of the same name at another vendor", async () => {
    const elsewhere = { id: "mine", baseUrl: "http://127.0.0.1:9/v1", prices: {} };
    const models = ["mine/gpt-5", "mine/constructor"].map(entry);
    expect(await addFacts(elsewhere, models, new Map())).toEqual(models);
  });
});
