/** Calls that come from other APIs: what this wire has another form for, and what it cannot carry. */
import { describe, expect, it } from "vitest";
import type { Call, Message } from "#lib/canonical/call.ts";
import { anthropicMessages } from "#lib/dialects/anthropic-messages/index.ts";

const user: Message = { role: "user", content: "hi" };
const CURRENT = "claude-opus-5";

function write(fields: Partial<Call>): { body: Record<string, unknown>; dropped: string[] } {
  const call: Call = { model: CURRENT, messages: [user], stream: false, dropped: [], ...fields };
  return { body: anthropicMessages.writeRequest(call), dropped: call.dropped };
}

describe("max_tokens", () => {
  it.each([
    ["claude-opus-5", 32_000],
    ["claude-sonnet-4-20250514", 32_000],
    ["claude-3-opus-20240229", 4_096],
    ["another-makers-model", 4_096],
  ])("%s gets %i when the client names none", (model, expected) => {
    expect(write({ model }).body.max_tokens).toBe(expected);
  });
});

describe("messages", () => {
  it("leading system messages become the system prompt; later ones keep their place", () => {
    const { body } = write({
      messages: [
        { role: "system", content: "a" },
        { role: "developer", content: [{ type: "text", text: "b" }] },
        user,
        { role: "developer", content: "c" },
        user,
      ],
    });
    expect(body.system).toEqual([
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ]);
    expect((body.messages as Message[]).map(({ role }) => role)).toEqual(["user", "system", "user"]);
  });

  it("parallel tool results and the user's next text are one turn", () => {
    const { body, dropped } = write({
      messages: [
        user,
        {
          role: "assistant",
          content: [
            { type: "text", text: "" },
            { type: "tool-call", id: "call 1", name: "f", kind: "function", input: '{"a":1}' },
            { type: "tool-call", id: "b", name: "f", kind: "function", input: "" },
            { type: "tool-call", id: "c", name: "f", kind: "function", input: '{"a":' },
            { type: "tool-call", id: "d", name: "g", kind: "custom", input: "free" },
          ],
        },
        { role: "tool", callId: "call 1", content: "1" },
        { role: "tool", callId: "b", content: "" },
        { role: "tool", callId: "c", content: [{ type: "text", text: "3" }] },
        { role: "tool", callId: "d", content: "4" },
        { role: "user", content: "and?" },
      ],
    });
    expect(body.messages).toEqual([
      user,
      {
        role: "assistant",
        content: [
          { type: "tool_use", id: "call_201", name: "f", input: { a: 1 } },
          { type: "tool_use", id: "b", name: "f", input: {} },
          { type: "tool_use", id: "c", name: "f", input: { INVALID_JSON: '{"a":' } },
          { type: "tool_use", id: "d", name: "g", input: { input: "free" } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "call_201", content: "1" },
          { type: "tool_result", tool_use_id: "b" },
          { type: "tool_result", tool_use_id: "c", content: [{ type: "text", text: "3" }] },
          { type: "tool_result", tool_use_id: "d", content: "4" },
          { type: "text", text: "and?" },
        ],
      },
    ]);
    expect(dropped).toEqual([]);
  });

  it("an assistant turn without supported content is dropped and reported", () => {
    const { body, dropped } = write({
      messages: [
        user,
        { role: "assistant", content: [{ type: "reasoning", text: "unsigned" }] },
        { role: "assistant", content: [{ type: "refusal", text: "No." }] },
        user,
      ],
    });
    expect(body.messages).toEqual([user, { role: "assistant", content: [{ type: "text", text: "No." }] }, user]);
    expect(dropped).toEqual(["messages[1].content[0]"]);
  });

  it("files are written in the API's own forms", () => {
    const base64 = Buffer.from("a,b").toString("base64");
    const { body, dropped } = write({
      messages: [
        {
          role: "user",
          content: [
            { type: "file", mediaType: "image/*", data: { kind: "base64", base64: "/9j/4AAQ" }, detail: "high" },
            { type: "file", mediaType: "text/csv", data: { kind: "base64", base64 }, filename: "a.csv" },
            { type: "file", mediaType: "application/octet-stream", data: { kind: "reference", id: "file_1" } },
            { type: "file", mediaType: "audio/wav", data: { kind: "base64", base64: "AAAA" } },
            { type: "file", mediaType: "image/png", data: { kind: "url", url: "gs://bucket/a.png" } },
          ],
        },
      ],
    });
    expect((body.messages as { content: unknown }[])[0]?.content).toEqual([
      { type: "image", source: { type: "base64", media_type: "image/jpeg", data: "/9j/4AAQ" } },
      { type: "document", source: { type: "text", media_type: "text/plain", data: "a,b" }, title: "a.csv" },
      { type: "document", source: { type: "file", file_id: "file_1" } },
    ]);
    expect(dropped).toEqual(["messages[0].content[0].detail", "messages[0].content[3]", "messages[0].content[4]"]);
  });
});

describe("reasoning", () => {
  it.each<[string, Call["reasoning"], unknown]>([
    ["claude-opus-5", { effort: "high" }, { thinking: { type: "adaptive" } }],
    ["claude-opus-5", { effort: "low" }, { thinking: { type: "adaptive" }, output_config: { effort: "low" } }],
    ["claude-opus-5", { effort: "none" }, { thinking: { type: "disabled" } }],
    ["claude-sonnet-4-6", { budgetTokens: 2048 }, { thinking: { type: "enabled", budget_tokens: 2048 } }],
    ["claude-sonnet-4-6", { budgetTokens: 0 }, { thinking: { type: "disabled" } }],
    ["claude-sonnet-4-6", { budgetTokens: -1 }, { thinking: { type: "adaptive" } }],
    ["claude-sonnet-4-5", { effort: "medium" }, { thinking: { type: "enabled", budget_tokens: 8192 } }],
  ])("%s, %j", (model, reasoning, expected) => {
    const { body, dropped } = write({ model, reasoning: reasoning ?? {} });
    const { thinking, output_config } = body;
    expect({ thinking, ...(output_config ? { output_config } : {}) }).toEqual(expected);
    expect(dropped).toEqual([]);
  });

  it.each<[string, Partial<Call>, string[]]>([
    [
      "a budget under the least",
      { model: "claude-sonnet-4-6", reasoning: { budgetTokens: 100 } },
      ["thinking.budget_tokens"],
    ],
    ["a budget that the model no longer takes", { reasoning: { budgetTokens: 9000 } }, ["thinking.budget_tokens"]],
    ["a model that cannot think", { model: "claude-3-5-haiku-20241022", reasoning: { effort: "low" } }, ["thinking"]],
    [
      "a limit too small to think in",
      { model: "claude-haiku-4-5", maxOutputTokens: 500, reasoning: { effort: "low" } },
      ["thinking"],
    ],
    [
      "a forced tool",
      { reasoning: { effort: "low" }, tools: [{ kind: "function", name: "f" }], toolChoice: { mode: "required" } },
      ["thinking"],
    ],
    ["a temperature", { reasoning: { effort: "high" }, temperature: 0.5, topK: 4 }, ["temperature", "top_k"]],
    [
      "a tool loop that another model began",
      {
        model: "claude-sonnet-4-5",
        reasoning: { effort: "high" },
        messages: [
          user,
          { role: "assistant", content: [{ type: "tool-call", id: "a", name: "f", kind: "function", input: "{}" }] },
          { role: "tool", callId: "a", content: "1" },
        ],
      },
      ["thinking"],
    ],
  ])("%s is adjusted to what the API allows, and reported", (_, fields, dropped) => {
    expect(write(fields).dropped).toEqual(dropped);
  });
});

describe("tools", () => {
  const f = { kind: "function", name: "f" } as const;
  const g = { kind: "function", name: "g", parameters: { properties: {} } } as const;

  it("a tool without parameters has the schema of an empty object", () => {
    expect(write({ tools: [f, g] }).body.tools).toEqual([
      { name: "f", input_schema: { type: "object", properties: {} } },
      { name: "g", input_schema: { type: "object", properties: {} } },
    ]);
  });

  it("only the allowed tools are offered", () => {
    const { body } = write({ tools: [f, g], toolChoice: { mode: "allowed", require: true, names: ["g"] } });
    expect(body.tools).toMatchObject([{ name: "g" }]);
    expect(body.tool_choice).toEqual({ type: "any" });
  });

  it("disabling parallel calls needs no tool choice", () => {
    const { body } = write({ tools: [f], parallelToolCalls: false });
    expect(body.tool_choice).toEqual({ type: "auto", disable_parallel_tool_use: true });
  });

  it("a free-text tool, a foreign tool, and the choice of either are reported as dropped", () => {
    const { body, dropped } = write({
      tools: [
        { kind: "custom", name: "c" },
        { kind: "hosted", dialect: "openai-responses", name: "web_search", value: {} },
      ],
      toolChoice: { mode: "tool", name: "c", kind: "custom" },
    });
    expect(body).not.toHaveProperty("tools");
    expect(dropped).toEqual(["tools.c", "tools.web_search", "tool_choice"]);
  });
});

it("an output schema forbids additional properties, as the API requires", () => {
  const schema = {
    type: "object",
    properties: { type: { type: "object" }, list: { type: "array", items: { $ref: "#/$defs/a" } } },
    $defs: { a: { type: "object", additionalProperties: { type: "string" } } },
  };
  const { body } = write({ output: { type: "json-schema", name: "n", description: "d", schema } });
  expect(body.output_config).toEqual({
    format: {
      type: "json_schema",
      schema: {
        ...schema,
        properties: { ...schema.properties, type: { type: "object", additionalProperties: false } },
        additionalProperties: false,
        description: "d",
      },
    },
  });
});

it("fields that only other APIs have are reported as dropped", () => {
  const { body, dropped } = write({
    choices: 2,
    verbosity: "low",
    frequencyPenalty: 1,
    presencePenalty: 1,
    seed: 1,
    logitBias: { "1": 1 },
    logprobs: { top: 0 },
    modalities: ["text", "image"],
    metadata: { a: "b" },
    promptCacheKey: "k",
    serviceTier: "flex",
    temperature: 1.5,
    stop: [" ", "a"],
    output: { type: "json" },
    user: "u",
    safetyIdentifier: "s",
    vendor: { "openai-chat": { prediction: {}, max_tokens: 5 } },
  });
  expect(body).toEqual({
    model: CURRENT,
    max_tokens: 32_000,
    messages: [user],
    metadata: { user_id: "u" },
    stop_sequences: ["a"],
  });
  expect(dropped.toSorted()).toEqual(
    "frequency_penalty logit_bias logprobs metadata modalities n output_config.format prediction presence_penalty prompt_cache_key safety_identifier seed service_tier stop_sequences temperature verbosity".split(
      " ",
    ),
  );
});
