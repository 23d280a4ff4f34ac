/** Law 2 for requests: what is read into a Call is written as it was. */
import { describe, expect, it } from "vitest";
import { openAiChat } from "#lib/dialects/openai-chat/index.ts";

const user = { role: "user", content: "hi" };

/** The request that is written again; a stream's options are the gateway's own. */
function roundTrip(request: Record<string, unknown>): Record<string, unknown> {
  const call = openAiChat.readRequest(openAiChat.parseRequest(request));
  const written = openAiChat.writeRequest(call);
  expect(call.dropped).toEqual([]);
  return written;
}

const requests: Record<string, Record<string, unknown>> = {
  "plain text": {
    messages: [
      { role: "system", content: "be brief" },
      { ...user, name: "ada" },
    ],
  },
  "developer role": { messages: [{ role: "developer", content: [{ type: "text", text: "be brief" }] }, user] },
  sampling: {
    messages: [user],
    temperature: 0.2,
    top_p: 0.9,
    frequency_penalty: 1,
    presence_penalty: -1,
    seed: 7,
    stop: ["a", "b"],
    n: 2,
    logit_bias: { "50256": -100 },
    logprobs: true,
    top_logprobs: 3,
    max_completion_tokens: 10,
  },
  "the deprecated limit keeps its name": { messages: [user], max_tokens: 5 },
  steering: {
    messages: [user],
    reasoning_effort: "high",
    verbosity: "low",
    modalities: ["text"],
    metadata: { team: "a" },
    user: "u1",
    safety_identifier: "s1",
    prompt_cache_key: "k1",
    service_tier: "flex",
    parallel_tool_calls: false,
  },
  "fields that only this convention has": {
    messages: [user],
    store: true,
    prediction: { type: "content", content: "x" },
    web_search_options: { search_context_size: "low" },
    prompt_cache_retention: "24h",
    top_k: 5,
    vendor_extension: { deep: [1, { a: null }] },
  },
  "images, audio, files": {
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "look", cache_control: { type: "ephemeral" } },
          { type: "image_url", image_url: { url: "https://example.com/a.png", detail: "low" } },
          { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
          { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } },
          { type: "file", file: { file_id: "file-1" } },
          { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,AAAA" } },
          { type: "video_url", video_url: { url: "https://example.com/a.mp4" } },
        ],
      },
    ],
  },
  tools: {
    messages: [user],
    tools: [
      { type: "function", function: { name: "f", description: "d", parameters: { type: "object" }, strict: true } },
      { type: "function", function: { name: "g" } },
      { type: "custom", custom: { name: "c", description: "d", format: { type: "text" } } },
      { type: "web_search", filters: {} },
    ],
    tool_choice: { type: "function", function: { name: "f" } },
  },
  "allowed tools": {
    messages: [user],
    tools: [{ type: "custom", custom: { name: "c" } }],
    tool_choice: {
      type: "allowed_tools",
      allowed_tools: { mode: "required", tools: [{ type: "custom", custom: { name: "c" } }] },
    },
  },
  "a tool conversation with opaque data": {
    messages: [
      user,
      {
        role: "assistant",
        content: null,
        tool_calls: [
          {
            id: "call_1",
            type: "function",
            function: { name: "f", arguments: "{not json" },
            extra_content: { google: { thought_signature: "c2ln" } },
          },
          { id: "call_2", type: "custom", custom: { name: "c", input: "free text" } },
        ],
      },
      { role: "tool", tool_call_id: "call_1", content: "12°" },
      { role: "tool", tool_call_id: "call_2", content: [{ type: "text", text: "done" }] },
      { role: "assistant", content: "It is 12°.", reasoning_content: "The tool says so." },
      { role: "assistant", content: [{ type: "refusal", refusal: "No." }] },
    ],
  },
  "structured output": {
    messages: [user],
    response_format: {
      type: "json_schema",
      json_schema: { name: "n", description: "d", schema: { type: "object" }, strict: true },
    },
  },
  "json mode": { messages: [user], response_format: { type: "json_object" } },
};

describe("a request is the same when read and written again", () => {
  it.each(Object.entries(requests))("%s", (_, fields) => {
    const request = { model: "m", ...fields };
    expect(roundTrip(request)).toEqual(request);
  });

  it("a stop string is written as a list", () => {
    expect(roundTrip({ model: "m", messages: [user], stop: "a" })).toMatchObject({ stop: ["a"] });
  });

  it("a field that is null is not set", () => {
    expect(
      roundTrip({ model: "m", messages: [user], temperature: null, tools: null, stop: null, store: null }),
    ).toEqual({
      model: "m",
      messages: [user],
    });
  });

  it("the deprecated pair is written as tools", () => {
    const written = roundTrip({
      model: "m",
      messages: [user],
      functions: [{ name: "f" }],
      function_call: { name: "f" },
    });
    expect(written).toMatchObject({
      tools: [{ type: "function", function: { name: "f" } }],
      tool_choice: { type: "function", function: { name: "f" } },
    });
  });

  it("a stream requests its usage", () => {
    expect(roundTrip({ model: "m", messages: [user], stream: true })).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it("fields that only another API has are reported as dropped", () => {
    const call = { ...openAiChat.readRequest(openAiChat.parseRequest({ model: "m", messages: [user] })), topK: 5 };
    call.tools = [{ kind: "hosted", dialect: "anthropic-messages", name: "web_search", value: {} }];
    openAiChat.writeRequest(call);
    expect(call.dropped).toEqual(["tools.web_search", "top_k"]);
  });
});
