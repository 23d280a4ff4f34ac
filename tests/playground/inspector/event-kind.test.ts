import { describe, expect, test } from "vitest";
import { findPathDialect, readEventFacts, type TraceDialect } from "#lib/playground/inspector/event-kind.ts";

const read = (dialect: TraceDialect, body: unknown) =>
  readEventFacts(dialect, { at: 0, data: typeof body === "string" ? body : JSON.stringify(body) });

describe("the kinds of chat completion chunks", () => {
  const choice = (rest: object) => ({ object: "chat.completion.chunk", choices: [{ index: 0, ...rest }] });
  test.each([
    ["role", choice({ delta: { role: "assistant", content: "" } }), { kind: "meta", preview: "role assistant" }],
    ["text", choice({ delta: { content: "Hi" } }), { kind: "text", preview: "Hi" }],
    ["refusal", choice({ delta: { refusal: "No" } }), { kind: "text", preview: "No" }],
    ["reasoning", choice({ delta: { reasoning_content: "Hm" } }), { kind: "reasoning", preview: "Hm" }],
    [
      "a call's beginning",
      choice({ delta: { tool_calls: [{ index: 0, id: "c", function: { name: "look", arguments: "" } }] } }),
      { kind: "tool", preview: "look(", tool: "look" },
    ],
    [
      "a call's arguments",
      choice({ delta: { tool_calls: [{ index: 0, function: { arguments: '{"a"' } }] } }),
      { kind: "tool", preview: '{"a"' },
    ],
    ["finish", choice({ delta: {}, finish_reason: "stop" }), { kind: "finish", preview: "stop", finish: "stop" }],
    [
      "last words with the reason",
      choice({ delta: { content: "." }, finish_reason: "length" }),
      { kind: "text", preview: ".", finish: "length" },
    ],
    [
      "usage",
      { choices: [], usage: { completion_tokens: 7 } },
      { kind: "usage", preview: "7 output tokens", outputTokens: 7 },
    ],
    ["error", { error: { message: "Broken" } }, { kind: "error", preview: "Broken" }],
    ["done", "[DONE]", { kind: "done", preview: "[DONE]" }],
    ["not JSON", "<html>", { kind: "other", preview: "<html>" }],
  ])("%s", (_name, body, facts) => {
    expect(read("openai-chat", body)).toEqual(facts);
  });

  test("reads a whole completion as finished text", () => {
    const body = { choices: [{ message: { content: "All" }, finish_reason: "stop" }], usage: { completion_tokens: 1 } };
    expect(read("openai-chat", body)).toEqual({ kind: "text", preview: "All", finish: "stop", outputTokens: 1 });
  });
});

test.each([
  [
    { type: "response.created", response: {} },
    { kind: "meta", preview: "created" },
  ],
  [
    { type: "response.output_text.delta", delta: "Hi" },
    { kind: "text", preview: "Hi" },
  ],
  [
    { type: "response.reasoning_summary_text.delta", delta: "Hm" },
    { kind: "reasoning", preview: "Hm" },
  ],
  [
    { type: "response.output_item.added", item: { type: "function_call", name: "look" } },
    { kind: "tool", preview: "look(", tool: "look" },
  ],
  [
    { type: "response.function_call_arguments.delta", delta: "{" },
    { kind: "tool", preview: "{" },
  ],
  [
    { type: "response.output_item.added", item: { type: "message" } },
    { kind: "meta", preview: "output item added: message" },
  ],
  [
    { type: "response.image_generation_call.partial_image", partial_image_index: 1 },
    { kind: "image", preview: "partial image 1" },
  ],
  [
    { type: "response.completed", response: { status: "completed", error: null, usage: { output_tokens: 3 } } },
    { kind: "finish", preview: "completed", finish: "completed", outputTokens: 3 },
  ],
  [
    { type: "response.incomplete", response: { status: "incomplete", incomplete_details: { reason: "length" } } },
    { kind: "finish", preview: "length", finish: "length" },
  ],
  [
    { type: "response.failed", response: { status: "failed", error: { message: "Broken" } } },
    { kind: "error", preview: "Broken" },
  ],
  [
    { object: "response", status: "completed", error: null },
    { kind: "finish", preview: "completed", finish: "completed" },
  ],
])("a Responses event %#", (body, facts) => {
  expect(read("openai-responses", body)).toEqual(facts);
});

test.each([
  [
    { type: "message_start", message: { model: "m" } },
    { kind: "meta", preview: "message start: m" },
  ],
  [
    { type: "content_block_start", content_block: { type: "text" } },
    { kind: "meta", preview: "block start: text" },
  ],
  [
    { type: "content_block_start", content_block: { type: "tool_use", name: "look" } },
    { kind: "tool", preview: "look(", tool: "look" },
  ],
  [
    { type: "content_block_delta", delta: { type: "text_delta", text: "Hi" } },
    { kind: "text", preview: "Hi" },
  ],
  [
    { type: "content_block_delta", delta: { type: "thinking_delta", thinking: "Hm" } },
    { kind: "reasoning", preview: "Hm" },
  ],
  [
    { type: "content_block_delta", delta: { type: "input_json_delta", partial_json: "{" } },
    { kind: "tool", preview: "{" },
  ],
  [
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 5 } },
    { kind: "finish", preview: "end_turn", finish: "end_turn", outputTokens: 5 },
  ],
  [{ type: "message_stop" }, { kind: "done", preview: "message stop" }],
  [{ type: "ping" }, { kind: "ping", preview: "ping" }],
  [
    { type: "error", error: { type: "overloaded_error", message: "Busy" } },
    { kind: "error", preview: "Busy" },
  ],
])("a Messages event %#", (body, facts) => {
  expect(read("anthropic-messages", body)).toEqual(facts);
});

const parts = (...list: object[]) => ({ candidates: [{ content: { parts: list } }] });
test.each([
  [parts({ text: "Hi" }), { kind: "text", preview: "Hi" }],
  [parts({ text: "Hm", thought: true }), { kind: "reasoning", preview: "Hm" }],
  [parts({ functionCall: { name: "look", args: { a: 1 } } }), { kind: "tool", preview: 'look({"a":1})', tool: "look" }],
  [parts({ inlineData: { mimeType: "image/png" } }), { kind: "image", preview: "image/png" }],
  [
    { ...parts({ text: "" }), usageMetadata: { candidatesTokenCount: 2, thoughtsTokenCount: 3 } },
    { kind: "usage", preview: "5 output tokens", outputTokens: 5 },
  ],
  [
    { candidates: [{ finishReason: "STOP" }], usageMetadata: { candidatesTokenCount: 2 } },
    { kind: "finish", preview: "STOP", finish: "STOP", outputTokens: 2 },
  ],
  [{ promptFeedback: { blockReason: "SAFETY" } }, { kind: "error", preview: "the prompt was blocked: SAFETY" }],
  [{ error: { code: 400, message: "Bad" } }, { kind: "error", preview: "Bad" }],
])("a generateContent event %#", (body, facts) => {
  expect(read("google-generate", body)).toEqual(facts);
});

test.each([
  [
    { event_type: "step.delta", delta: { type: "text", text: "Hi" } },
    { kind: "text", preview: "Hi" },
  ],
  [
    { event_type: "step.delta", delta: { type: "thought_summary", content: { type: "text", text: "hm" } } },
    { kind: "reasoning", preview: "hm" },
  ],
  [
    { event_type: "step.start", step: { type: "function_call", name: "look" } },
    { kind: "tool", preview: "look(", tool: "look" },
  ],
  [
    {
      event_type: "interaction.completed",
      interaction: { status: "completed", usage: { total_output_tokens: 2, total_thought_tokens: 3 } },
    },
    { kind: "finish", preview: "completed", finish: "completed", outputTokens: 5 },
  ],
  [
    { event_type: "step.stop", index: 0 },
    { kind: "meta", preview: "step stop" },
  ],
  [
    { status: "failed", errors: [{ message: "Bad" }] },
    { kind: "error", preview: "Bad" },
  ],
])("an interaction event %#", (body, facts) => {
  expect(read("google-interactions", body)).toEqual(facts);
});

test.each([
  [
    { type: "image_generation.partial_image", partial_image_index: 0 },
    { kind: "image", preview: "preview 1" },
  ],
  [
    { type: "image_edit.completed", size: "8x8", output_format: "png", usage: { output_tokens: 9 } },
    { kind: "finish", preview: "image, 8x8, png", finish: "completed", outputTokens: 9 },
  ],
  [
    { created: 1, data: [{}, {}], output_format: "webp" },
    { kind: "finish", preview: "2 images, webp", finish: "completed" },
  ],
])("an image event %#", (body, facts) => {
  expect(read("openai-images", body)).toEqual(facts);
});

test("reads comments as pings, and cuts long previews", () => {
  expect(readEventFacts("openai-chat", { at: 0, data: "keep-alive", form: "comment" })).toEqual({
    kind: "ping",
    preview: "keep-alive",
  });
  const long = read("openai-responses", { type: "response.output_text.delta", delta: "x".repeat(500) });
  expect(long.preview).toHaveLength(201);
});

test.each([
  ["/v1/chat/completions", "openai-chat"],
  ["/v1/responses", "openai-responses"],
  ["/v1/messages", "anthropic-messages"],
  ["/v1beta/models/a:streamGenerateContent?alt=sse", "google-generate"],
  ["/v1beta/interactions", "google-interactions"],
  ["/v1/images/edits", "openai-images"],
  ["/v1/videos", "openai-videos"],
])("finds the dialect of %s: %s", (path, dialect) => {
  expect(findPathDialect(path)).toBe(dialect);
});
