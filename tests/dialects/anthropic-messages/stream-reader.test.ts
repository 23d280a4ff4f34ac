import { describe, expect, it } from "vitest";
import { anthropicMessages } from "#lib/dialects/anthropic-messages/index.ts";
import { readStream } from "#tests/support/dialect-streams.ts";

const read = (events: unknown[]) => readStream(anthropicMessages, events);

const messageStart = {
  type: "message_start",
  message: {
    id: "msg_1",
    model: "claude",
    content: [],
    usage: { input_tokens: 10, cache_read_input_tokens: 5, output_tokens: 1 },
  },
};
const blockStart = (index: number, content_block: unknown) => ({ type: "content_block_start", index, content_block });
const delta = (index: number, fields: unknown) => ({ type: "content_block_delta", index, delta: fields });
const blockStop = (index: number) => ({ type: "content_block_stop", index });
const messageDelta = (stop_reason: string, usage: unknown = { output_tokens: 7 }) => ({
  type: "message_delta",
  delta: { stop_reason, stop_sequence: null },
  usage,
});
const messageStop = { type: "message_stop" };
const textBlock = (index: number, text: string) => [
  blockStart(index, { type: "text", text: "" }),
  delta(index, { type: "text_delta", text }),
  blockStop(index),
];

describe("reading a stream", () => {
  it("emits blocks as they arrive, then the finish, then the merged usage", () => {
    const parts = read([
      messageStart,
      { type: "ping" },
      blockStart(0, { type: "thinking", thinking: "", signature: "" }),
      delta(0, { type: "thinking_delta", thinking: "hm" }),
      delta(0, { type: "signature_delta", signature: "c2ln" }),
      blockStop(0),
      ...textBlock(1, "a"),
      messageDelta("end_turn", { input_tokens: null, output_tokens: 7, output_tokens_details: { thinking_tokens: 2 } }),
      messageStop,
    ]);
    expect(parts.map(({ type }) => type)).toEqual([
      "start",
      "reasoning-start",
      "reasoning-delta",
      "reasoning-end",
      "text-start",
      "text-delta",
      "text-end",
      "finish",
      "usage",
    ]);
    expect(parts[3]).toMatchObject({ vendor: { "anthropic-messages": { signature: "c2ln" } } });
    expect(parts.at(-2)).toMatchObject({ reason: { unified: "stop", raw: "end_turn" } });
    expect(parts.at(-1)).toMatchObject({
      usage: { inputTokens: 15, cachedInputTokens: 5, outputTokens: 7, reasoningTokens: 2 },
    });
  });

  it("separates the pieces of calls, also when a server interleaves blocks", () => {
    const call = (index: number, id: string) => blockStart(index, { type: "tool_use", id, name: "f", input: {} });
    const piece = (index: number, partial_json: string) => delta(index, { type: "input_json_delta", partial_json });
    const parts = read([
      messageStart,
      call(0, "a"),
      call(1, "b"),
      piece(0, '{"x"'),
      piece(1, '{"y"'),
      piece(0, ":1}"),
      piece(1, ":2}"),
      blockStop(0),
      blockStop(1),
      messageDelta("tool_use"),
      messageStop,
    ]);
    expect(parts.filter(({ type }) => type === "tool-call")).toMatchObject([
      { id: "a", input: '{"x":1}' },
      { id: "b", input: '{"y":2}' },
    ]);
  });

  it.each([
    ["without arguments", {}, "{}"],
    ["with an input in its start", { city: "Bonn" }, '{"city":"Bonn"}'],
  ])("a call %s also emits its whole input as a delta", (_, input, expected) => {
    const parts = read([
      messageStart,
      blockStart(0, { type: "tool_use", id: "a", name: "f", input }),
      delta(0, { type: "input_json_delta", partial_json: "" }),
      blockStop(0),
      messageDelta("tool_use"),
      messageStop,
    ]);
    expect(parts.filter(({ type }) => type === "tool-input-delta")).toMatchObject([{ text: expected }]);
    expect(parts.filter(({ type }) => type === "tool-call")).toMatchObject([{ input: expected }]);
  });

  it("citations stay with their text; web pages are sources too", () => {
    const citation = {
      type: "web_search_result_location",
      url: "https://example.com",
      title: "T",
      encrypted_index: "e",
    };
    const parts = read([
      messageStart,
      ...textBlock(0, "See: "),
      blockStart(1, { type: "text", text: "", citations: [] }),
      delta(1, { type: "citations_delta", citation }),
      delta(1, { type: "citations_delta", citation: { type: "char_location", document_index: 0 } }),
      delta(1, { type: "text_delta", text: "this" }),
      blockStop(1),
      messageDelta("end_turn"),
      messageStop,
    ]);
    expect(parts.filter(({ type }) => type === "source")).toMatchObject([
      { url: "https://example.com", title: "T", text: 1, startIndex: 0, endIndex: 4 },
    ]);
    const ends = parts.filter(({ type }) => type === "text-end") as { vendor?: unknown }[];
    expect(ends[0]).not.toHaveProperty("vendor");
    expect(ends[1]?.vendor).toEqual({
      "anthropic-messages": { citations: [citation, { type: "char_location", document_index: 0 }] },
    });
  });

  it("the stop sequence and late fields belong to the finish", () => {
    const parts = read([
      messageStart,
      {
        type: "message_delta",
        delta: { stop_reason: "stop_sequence", stop_sequence: "###", container: { id: "c" }, stop_details: null },
        usage: { output_tokens: 1 },
        context_management: { applied_edits: [] },
      },
      messageStop,
    ]);
    expect(parts.find(({ type }) => type === "finish")).toEqual({
      type: "finish",
      choice: 0,
      reason: { unified: "stop", raw: "stop_sequence", stopSequence: "###" },
      vendor: { "anthropic-messages": { container: { id: "c" }, context_management: { applied_edits: [] } } },
    });
  });

  it("a server with OpenAI's terminator and one without content_block_start are read", () => {
    const parts = read([
      messageStart,
      delta(0, { type: "text_delta", text: "a" }),
      messageDelta("end_turn"),
      messageStop,
      "[DONE]",
    ]);
    expect(parts.map(({ type }) => type)).toEqual(["start", "text-start", "text-delta", "text-end", "finish", "usage"]);
  });

  it.each([
    ["before anything", []],
    [
      "within a block",
      [messageStart, blockStart(0, { type: "text", text: "" }), delta(0, { type: "text_delta", text: "a" })],
    ],
    ["before message_stop", [messageStart, ...textBlock(0, "a"), messageDelta("end_turn")]],
  ])("a stream cut %s is an error", (_, events) => {
    expect(read(events).at(-1)).toMatchObject({ type: "error", status: 502, code: "upstream_truncated" });
  });

  it.each([
    [
      { type: "error", error: { type: "overloaded_error", message: "busy" } },
      { status: 529, message: "busy", code: "overloaded_error" },
    ],
    [
      { type: "error", error: { message: "odd" } },
      { status: 502, message: "odd" },
    ],
    ["<html>", { status: 502, code: "upstream_malformed" }],
  ])("%j in the stream ends it with an error", (event, expected) => {
    const parts = read([messageStart, ...textBlock(0, "a"), event, ...textBlock(1, "late"), messageStop]);
    expect(parts.at(-1)).toMatchObject({ type: "error", ...expected });
    expect(parts.filter(({ type }) => type === "text-delta")).toHaveLength(1);
  });
});
