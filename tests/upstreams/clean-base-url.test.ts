import { describe, expect, it } from "vitest";
import { chooseTestModel } from "#lib/upstreams/choose-test-model.ts";
import { cleanApiKey, cleanBaseUrl, listBaseUrlCandidates } from "#lib/upstreams/clean-base-url.ts";

describe("a pasted base URL", () => {
  it.each([
    [" https://api.example.com/v1/ ", "https://api.example.com/v1"],
    ['"https://api.example.com/v1",', "https://api.example.com/v1"],
    ["https://api.example.com/v1/chat/completions", "https://api.example.com/v1"],
    ["https://api.example.com/v1/messages", "https://api.example.com/v1"],
    ["https://api.example.com/v1beta/models/gemini-2.5-pro:generateContent", "https://api.example.com/v1beta"],
    ["api.example.com/v1", "https://api.example.com/v1"],
    ["localhost:11434", "http://localhost:11434"],
    ["192.168.1.20:8000/v1", "http://192.168.1.20:8000/v1"],
    ["gpu-box:8000", "http://gpu-box:8000"],
    ["[::1]:8000", "http://[::1]:8000"],
    ["https://example.com/models-of-mine", "https://example.com/models-of-mine"],
  ])("%j is cleaned to %s", (pasted, cleaned) => {
    expect(cleanBaseUrl(pasted)).toBe(cleaned);
  });

  it("is tried with a version when it has none", () => {
    expect(listBaseUrlCandidates("http://a", "openai-chat")).toEqual(["http://a", "http://a/v1"]);
    expect(listBaseUrlCandidates("http://a", "google-generate")).toEqual(["http://a", "http://a/v1beta"]);
    expect(listBaseUrlCandidates("http://a/openai/v1", "openai-chat")).toEqual(["http://a/openai/v1"]);
  });
});

describe("a pasted key", () => {
  it.each([
    [" sk-1 \n", "sk-1"],
    ["'sk-1'", "sk-1"],
    ['"sk-1"', "sk-1"],
    ['export OPENAI_API_KEY="sk-1"', "sk-1"],
    ["OPENAI_API_KEY=sk-1=", "sk-1="],
    ["Bearer sk-1", "sk-1"],
    ["sk 1", "sk 1"],
    ["", ""],
  ])("%j is cleaned to %j", (pasted, cleaned) => {
    expect(cleanApiKey(pasted)).toBe(cleaned);
  });
});

describe("the model of a test call", () => {
  it.each([
    [["text-embedding-3-small", "gpt-5", "gpt-5-nano", "gpt-5-mini"], "gpt-5-nano"],
    [["gemini-2.5-pro", "gemini-2.5-flash", "gemini-embedding-001"], "gemini-2.5-flash"],
    [["claude-opus-4-5", "claude-haiku-4-5"], "claude-haiku-4-5"],
    [["whisper-1"], "whisper-1"],
    [["llama3.3"], "llama3.3"],
  ])("of %j is %s", (models, chosen) => {
    expect(chooseTestModel(models)).toBe(chosen);
  });
});
