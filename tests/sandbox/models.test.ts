import { describe, expect, it } from "vitest";
import { findSandboxModel, sandboxModels } from "#lib/sandbox/models.ts";
import { listDroppedFields } from "#lib/sandbox/responses/dropped-fields.ts";
import { callOf } from "./ask.ts";

describe("the model family", () => {
  it("lists the guide first and an example of each kind", () => {
    expect(sandboxModels.map(({ id }) => id)).toEqual([
      "guide",
      "demo",
      "echo",
      "garbage",
      "image-model-a",
      "image-model-b",
      "image-model-c",
      "video-model-a",
      "embedding-model-a",
      "speech-model-a",
      "transcription-model-a",
      "realtime-model-a",
      "fault-429",
      "slow-2000",
      "cut-5",
      "long-2000",
    ]);
    for (const model of sandboxModels) expect(findSandboxModel(model.id)).toEqual(model);
  });

  it.each(["fault-503", "slow-250", "slow-0", "cut-0", "cut-12", "long-100000"])("has %s", (id) => {
    expect(findSandboxModel(id)?.id).toBe(id);
  });

  it.each([
    "",
    "gide",
    "fault",
    "fault-",
    "fault-200",
    "fault-600",
    "fault-0429",
    "slow--1",
    "slow-600001",
    "slow-1.5",
    "cut-1e3",
    "long-0",
    "long-200001",
    "long-99999999999",
    "constructor",
  ])("has no %j", (id) => {
    expect(findSandboxModel(id)).toBeUndefined();
  });
});

describe("what the sandbox does not act on", () => {
  it("is named as the route spells it", () => {
    const call = callOf("Hi", {
      frequencyPenalty: 1,
      presencePenalty: 0,
      logitBias: {},
      serviceTier: "flex",
      promptCacheKey: "k",
      safetyIdentifier: "s",
      user: "u",
      modalities: ["text", "audio"],
      metadata: { project: "x" },
      vendor: { "openai-chat": { store: true, prediction: {}, stream_options: {}, max_tokens: 5 } },
      tools: [{ kind: "hosted", dialect: "openai-chat", name: "web_search", value: {} }],
    });
    expect([...listDroppedFields(call)]).toEqual([
      "frequency_penalty",
      "presence_penalty",
      "logit_bias",
      "service_tier",
      "prompt_cache_key",
      "safety_identifier",
      "user",
      "modalities",
      "metadata",
      "tools[0]",
      "store",
      "prediction",
    ]);
  });

  it("is nothing when every field acts", () => {
    const call = callOf("Hi", {
      temperature: 1,
      topP: 0.5,
      seed: 1,
      stop: ["x"],
      choices: 2,
      maxOutputTokens: 5,
      logprobs: { top: 2 },
      reasoning: { effort: "low" },
      verbosity: "low",
      output: { type: "text" },
      modalities: ["text"],
      metadata: { sandbox_tokens_per_second: "5" },
      tools: [{ kind: "function", name: "f" }],
      toolChoice: { mode: "auto" },
      parallelToolCalls: true,
    });
    expect([...listDroppedFields(call)]).toEqual([]);
  });

  it("is more for models that say the same whatever they are asked", () => {
    const fields = { model: "echo", temperature: 1, tools: [{ kind: "function", name: "f" } as const] };
    expect([...listDroppedFields(callOf("Hi", fields))]).toEqual(["temperature", "tools"]);
    expect([...listDroppedFields(callOf("Hi", { ...fields, model: "garbage" }))]).toEqual(["temperature"]);
  });
});
