/** Models that the README and the guide name as examples: none of them is retired. */
import { findProvider } from "@pydantic/genai-prices";
import { describe, expect, it } from "vitest";
import { findAnnouncedRetirement } from "./support/model-retirements.ts";
import { listProjectFiles, readProjectFile } from "./support/source-files.ts";

const MODEL =
  /(?:[a-z-]+\/)*\b(?:gpt|claude|gemini|llama|sora|veo|o[134]|whisper|mistral|qwen|deepseek|grok)[-a-z]*[-.]?\d[-a-z0-9.]*[a-z0-9]/g;
/** Examples of retirements name models that are retired. */
const ABOUT_RETIREMENT = /retired|retiresOn/;

/** Providers whose catalogues are searched, by the first part of a name or the words of the model. */
const CATALOGUES: readonly [RegExp, string][] = [
  [/^groq\//, "groq"],
  [/^openrouter\//, "openrouter"],
  [/gpt-oss/, "groq"],
  [/\b(?:gpt|o[134])/, "openai"],
  [/claude/, "anthropic"],
  [/gemini|veo/, "google"],
];

const named = listProjectFiles()
  .filter((path) => path === "README.md" || /^docs\/guide\/.*\.md$/.test(path))
  .flatMap((path) =>
    readProjectFile(path)
      .split("\n")
      .filter((line) => !ABOUT_RETIREMENT.test(line))
      .flatMap((line) => [...line.matchAll(MODEL)].map(([name]) => ({ path, name }))),
  );

/** @returns true for a model that the price catalogue marks as withdrawn; false also for one that it does not have */
function isWithdrawn(name: string): boolean {
  const [, providerId] = CATALOGUES.find(([pattern]) => pattern.test(name)) ?? [];
  const models = providerId === undefined ? undefined : findProvider({ providerId })?.models;
  const ends = new Set([name, name.replace(/^[^/]+\//, ""), name.split("/").at(-1)]);
  return models?.some(({ id, deprecated }) => deprecated === true && ends.has(id)) ?? false;
}

describe("models in the README and the guide", () => {
  it("are found", () => {
    expect(new Set(named.map(({ name }) => name)).size).toBeGreaterThan(5);
  });

  it("have no announced end that is near or past", () => {
    const soon = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    const ending = named.filter(({ name }) => (findAnnouncedRetirement(name) ?? "9999") <= soon);
    expect(ending).toEqual([]);
  });

  it("are not withdrawn in the price catalogue", () => {
    expect(named.filter(({ name }) => isWithdrawn(name))).toEqual([]);
  });

  it.each([
    ["groq/llama-3.3-70b-versatile", "2026-08-16"],
    ["openai/gpt-4-0613", "2026-10-23"],
    ["gpt-5", "2026-12-11"],
    ["gpt-5-2025-08-07", "2026-12-11"],
    ["gpt-4o-mini", "2027-01-14"],
    ["gpt-5.5", undefined],
    ["anthropic/claude-sonnet-5", undefined],
    ["claude-opus-4-20250514", "2026-06-15"],
    ["claude-opus-4-8", undefined],
  ])("%s: %s", (name, on) => {
    expect(findAnnouncedRetirement(name)).toBe(on);
  });

  it("sees what the price catalogue marks", () => {
    const marked = findProvider({ providerId: "google" })?.models.find(({ deprecated }) => deprecated === true);
    if (!marked) throw new Error("The catalogue marks no model of Google.");
    expect(isWithdrawn(`gemini/${marked.id}`)).toBe(true);
  });
});
