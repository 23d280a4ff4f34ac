import { describe, expect, it } from "vitest";
import {
  asksBaseUrl,
  editFields,
  findCorrection,
  findFieldProblem,
  findPreset,
  startFields,
  toDraft,
} from "#app/(playground)/providers/_model/provider-form.ts";
import type { ProviderTest } from "#lib/contract/provider.ts";

const openai = findPreset("openai");
const azure = findPreset("azure");
const custom = findPreset("custom");
const ollama = findPreset("ollama");

describe("the fields of a new provider", () => {
  it("come from its preset, with an id that is free", () => {
    expect(startFields(openai, ["sandbox"])).toMatchObject({ id: "openai", name: "OpenAI", apiKey: "" });
    expect(startFields(openai, ["openai", "openai-2"]).id).toBe("openai-3");
    expect(startFields(custom, [])).toMatchObject({ id: "", baseUrl: "" });
    expect(findPreset("unknown")).toBe(custom);
  });

  it("ask for a base URL that a preset cannot know", () => {
    expect([openai, azure, custom].map(asksBaseUrl)).toEqual([false, true, true]);
  });

  it.each([
    [{ apiKey: "" }, openai, "api_key"],
    [{ apiKey: "" }, ollama, undefined],
    [{ apiKey: "k" }, azure, "base_url"],
    [{ apiKey: "k", baseUrl: " " }, openai, "base_url"],
    [{ apiKey: "k", id: "" }, openai, "id"],
    [{ apiKey: "k", apiFormats: [] }, openai, "api_formats"],
    [{ apiKey: "k" }, openai, undefined],
  ])("with %j are checked before they are sent", (changes, preset, field) => {
    const fields = { ...startFields(preset, []), ...changes };
    expect(findFieldProblem(fields, { preset, isEdit: false })?.field).toBe(field);
  });

  it("name the part of a base URL to fill in", () => {
    const fields = { ...startFields(azure, []), apiKey: "k" };
    expect(findFieldProblem(fields, { preset: azure, isEdit: false })?.message).toBe(
      "Replace {resource} with your resource.",
    );
  });
});

describe("the draft", () => {
  it("leaves out an empty key", () => {
    const fields = { ...startFields(openai, []), models: " one\n\ntwo, three " };
    expect(toDraft(fields, openai)).toMatchObject({ id: "openai", models: ["one", "two", "three"] });
    expect(toDraft(fields, openai)).not.toHaveProperty("api_key");
  });

  it("of an edited provider needs no key, and shows its models, which can be cleared", () => {
    const fields = editFields({
      ...{ id: "openai", name: "OpenAI", preset: "openai", source: "stored", has_key: true, status: "ready" },
      ...{ base_url: "https://api.openai.com/v1", api_formats: ["openai-chat"], problem: null },
      ...{ model_count: 2, models: ["one", "two"], keys: [], out_of_use: [], created_at: 1, updated_at: 1 },
    });
    expect(toDraft(fields, openai).models).toEqual(["one", "two"]);
    expect(toDraft({ ...fields, models: "\n" }, openai).models).toEqual([]);
    expect(findFieldProblem(fields, { preset: openai, isEdit: true })).toBeUndefined();
  });
});

describe("a test's correction", () => {
  const draft = toDraft({ ...startFields(openai, []), baseUrl: "http://localhost:9/", apiKey: "k" }, openai);
  const result = (changes: Partial<ProviderTest>): ProviderTest => ({
    ...{ ok: true, base_url: "http://localhost:9", api_formats: draft.api_formats ?? [], models: [], model_count: 0 },
    ...{ model: null, steps: [] },
    ...changes,
  });

  it("is absent when the test changed a slash alone", () => {
    expect(findCorrection(result({}), draft)).toBeUndefined();
  });

  it("is the base URL and the API that work", () => {
    expect(findCorrection(result({ base_url: "http://localhost:9/v1" }), draft)).toEqual({
      baseUrl: "http://localhost:9/v1",
    });
    expect(findCorrection(result({ ok: false, api_formats: ["anthropic-messages"] }), draft)).toEqual({
      apiFormats: ["anthropic-messages"],
    });
  });
});
