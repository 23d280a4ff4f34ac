/** A Call as the options of a language model of the AI SDK. */
import { describe, expect, it } from "vitest";
import type { Call, Message } from "#lib/canonical/call.ts";
import { createVendorKey } from "#lib/upstreams/ai-sdk/vendor-metadata.ts";
import { writeOptions } from "#lib/upstreams/ai-sdk/write-options.ts";

const key = createVendorKey("mine");

function write(fields: Partial<Call>) {
  const call: Call = { model: "m", messages: [], stream: false, ...fields, dropped: [] };
  return { options: writeOptions(call, { key }), dropped: call.dropped };
}
const writeMessages = (...messages: Message[]) => {
  const { options, dropped } = write({ messages });
  return { prompt: options.prompt, dropped };
};

describe("messages", () => {
  it("of every role keep their order; results of parallel calls share one message and name their tool", () => {
    const { prompt, dropped } = writeMessages(
      { role: "developer", content: "Be brief" },
      { role: "user", content: "Weather?" },
      {
        role: "assistant",
        content: [
          { type: "text", text: "I look." },
          { type: "tool-call", id: "a", name: "weather", kind: "function", input: '{"city":"Paris"}' },
          { type: "tool-call", id: "b", name: "clock", kind: "function", input: "" },
        ],
      },
      { role: "tool", callId: "a", content: "sunny" },
      { role: "tool", callId: "b", content: "broken", isError: true },
      { role: "user", content: "Thanks" },
    );
    expect(prompt).toEqual([
      { role: "system", content: "Be brief" },
      { role: "user", content: [{ type: "text", text: "Weather?" }] },
      {
        role: "assistant",
        content: [
          { type: "text", text: "I look." },
          { type: "tool-call", toolCallId: "a", toolName: "weather", input: { city: "Paris" } },
          { type: "tool-call", toolCallId: "b", toolName: "clock", input: {} },
        ],
      },
      {
        role: "tool",
        content: [
          { type: "tool-result", toolCallId: "a", toolName: "weather", output: { type: "text", value: "sunny" } },
          { type: "tool-result", toolCallId: "b", toolName: "clock", output: { type: "error-text", value: "broken" } },
        ],
      },
      { role: "user", content: [{ type: "text", text: "Thanks" }] },
    ]);
    expect(dropped).toEqual([]);
  });

  it("have files inline and by URL; unsupported ones are reported by path", () => {
    const { prompt, dropped } = writeMessages({
      role: "user",
      name: "Ada",
      content: [
        { type: "file", mediaType: "image/*", data: { kind: "base64", base64: "AAAA" }, detail: "high" },
        {
          type: "file",
          mediaType: "application/pdf",
          data: { kind: "url", url: "https://a.b/c.pdf" },
          filename: "c.pdf",
        },
        { type: "file", mediaType: "image/png", data: { kind: "reference", id: "file_1" } },
        { type: "unknown", dialect: "openai-chat", value: {} },
      ],
    });
    expect(prompt[0]?.content).toEqual([
      { type: "file", mediaType: "image/*", data: { type: "data", data: "AAAA" } },
      {
        type: "file",
        mediaType: "application/pdf",
        data: { type: "url", url: new URL("https://a.b/c.pdf") },
        filename: "c.pdf",
      },
    ]);
    expect(dropped).toEqual([
      "messages[0].name",
      "messages[0].content[0].detail",
      "messages[0].content[2]",
      "messages[0].content[3]",
    ]);
  });

  it("give reasoning its vendor's data, and drop another vendor's silently", () => {
    const own = { [key]: { mock: { signature: "s" } } };
    const { prompt, dropped } = writeMessages({
      role: "assistant",
      content: [
        { type: "reasoning", text: "", vendor: own },
        { type: "reasoning", text: "said by another", vendor: { "anthropic-messages": { signature: "x" } } },
        { type: "reasoning", text: "", vendor: { "anthropic-messages": { data: "x" } } },
        { type: "refusal", text: "No." },
      ],
    });
    expect(prompt[0]?.content).toEqual([
      { type: "reasoning", text: "", providerOptions: { mock: { signature: "s" } } },
      { type: "reasoning", text: "said by another" },
      { type: "text", text: "No." },
    ]);
    expect(dropped).toEqual(["messages[0].content[2]"]);
  });

  it("keep a call's input that is not JSON unchanged", () => {
    const call = { type: "tool-call", id: "a", name: "f", kind: "function", input: '{"cut' } as const;
    const { prompt } = writeMessages({ role: "assistant", content: [call] });
    expect(prompt[0]?.content).toEqual([{ type: "tool-call", toolCallId: "a", toolName: "f", input: '{"cut' }]);
  });

  it("write a tool's result as a list only where it has files, and report an error flag that a list cannot have", () => {
    const text = { type: "text" as const, text: "one" };
    const file = { type: "file" as const, mediaType: "image/png", data: { kind: "base64" as const, base64: "AA" } };
    const output = (content: Extract<Message, { role: "tool" }>["content"], isError?: boolean) => {
      const message: Message = { role: "tool", callId: "a", content, ...(isError ? { isError } : {}) };
      const { prompt, dropped } = writeMessages(message);
      const [result] = prompt[0]?.role === "tool" ? prompt[0].content : [];
      return [result?.type === "tool-result" && result.output, dropped];
    };
    expect(output([text, { ...text, text: "two" }])).toEqual([{ type: "text", value: "one\ntwo" }, []]);
    expect(output([text, file], true)).toEqual([
      { type: "content", value: [text, { type: "file", mediaType: "image/png", data: { type: "data", data: "AA" } }] },
      ["messages[0].is_error"],
    ]);
  });
});

describe("tools", () => {
  const tool = (name: string) => ({ kind: "function" as const, name });

  it("always have an object schema; free-text and foreign ones are reported", () => {
    const { options, dropped } = write({
      tools: [
        { ...tool("plain"), description: "does", strict: true },
        { ...tool("open"), parameters: { properties: { a: {} } } },
        { kind: "custom", name: "patch" },
        { kind: "hosted", dialect: "openai-responses", name: "web_search", value: {} },
      ],
    });
    expect(options.tools).toEqual([
      {
        type: "function",
        name: "plain",
        description: "does",
        strict: true,
        inputSchema: { type: "object", properties: {} },
      },
      { type: "function", name: "open", inputSchema: { type: "object", properties: { a: {} } } },
    ]);
    expect(dropped).toEqual(["tools.patch", "tools.web_search"]);
  });

  it.each([
    [{ mode: "auto" }, { type: "auto" }, ["a", "b"]],
    [{ mode: "none" }, { type: "none" }, ["a", "b"]],
    [{ mode: "required" }, { type: "required" }, ["a", "b"]],
    [{ mode: "tool", name: "b", kind: "function" }, { type: "tool", toolName: "b" }, ["a", "b"]],
    [{ mode: "allowed", require: true, names: ["a"] }, { type: "required" }, ["a"]],
    [{ mode: "allowed", require: false, names: ["b"] }, { type: "auto" }, ["b"]],
  ] as const)("choice %j", (choice, toolChoice, names) => {
    const { options, dropped } = write({
      tools: [tool("a"), tool("b")],
      toolChoice: choice as NonNullable<Call["toolChoice"]>,
    });
    expect(options.toolChoice).toEqual(toolChoice);
    expect(options.tools?.map(({ name }) => name)).toEqual(names);
    expect(dropped).toEqual([]);
  });

  it("a choice of an unavailable tool is reported", () => {
    const { options, dropped } = write({
      tools: [{ kind: "custom", name: "patch" }],
      toolChoice: { mode: "tool", name: "patch", kind: "custom" },
    });
    expect(options).toEqual({ prompt: [] });
    expect(dropped).toEqual(["tools.patch", "tool_choice"]);
  });
});

describe("settings", () => {
  it("that the interface supports are passed under its names", () => {
    const { options, dropped } = write({
      maxOutputTokens: 5,
      temperature: 0,
      topP: 0.5,
      topK: 3,
      frequencyPenalty: 0.1,
      presencePenalty: 0.2,
      seed: 7,
      stop: ["."],
      output: { type: "json-schema", name: "n", description: "d", schema: { type: "object" }, strict: true },
      reasoning: { effort: "xhigh" },
      parallelToolCalls: true,
      vendor: { "openai-chat": { max_tokens: 5 } },
    });
    expect(options).toEqual({
      prompt: [],
      maxOutputTokens: 5,
      temperature: 0,
      topP: 0.5,
      topK: 3,
      frequencyPenalty: 0.1,
      presencePenalty: 0.2,
      seed: 7,
      stopSequences: ["."],
      responseFormat: { type: "json", name: "n", description: "d", schema: { type: "object" } },
      reasoning: "xhigh",
    });
    expect(dropped).toEqual([]);
  });

  it.each([
    [0, "none", []],
    [1_024, "low", ["reasoning.budget_tokens"]],
    [8_192, "medium", ["reasoning.budget_tokens"]],
    [50_000, "high", ["reasoning.budget_tokens"]],
    [-1, undefined, []],
  ])("a budget of %i tokens for reasoning is the effort %s", (budgetTokens, reasoning, names) => {
    const { options, dropped } = write({ reasoning: { budgetTokens } });
    expect(options.reasoning).toBe(reasoning);
    expect(dropped).toEqual(names);
  });

  it("that it does not support are reported", () => {
    const { options, dropped } = write({
      choices: 2,
      parallelToolCalls: false,
      verbosity: "low",
      logitBias: {},
      logprobs: { top: 0 },
      modalities: ["text", "audio"],
      metadata: {},
      user: "u",
      safetyIdentifier: "s",
      promptCacheKey: "k",
      serviceTier: "flex",
      vendor: { "anthropic-messages": { container: "c" } },
    });
    expect(options).toEqual({ prompt: [] });
    expect(dropped).toEqual([
      "n",
      "parallel_tool_calls",
      "verbosity",
      "logit_bias",
      "logprobs",
      "modalities",
      "metadata",
      "user",
      "safety_identifier",
      "prompt_cache_key",
      "service_tier",
      "container",
    ]);
  });
});
