import { describe, expect, it } from "vitest";
import type { Part } from "#lib/canonical/part.ts";
import type { MessagesRequest } from "#lib/contract/anthropic-messages/wire.ts";
import { anthropicMessages } from "#lib/dialects/anthropic-messages/index.ts";
import { fold, writeStream } from "#tests/support/dialect-streams.ts";
import { eventsOf, foldEvents } from "./wire-events.ts";

const identity = { id: "msg_1", created: 7, model: "m" };
const wire = { model: "m", max_tokens: 9, messages: [{ role: "user", content: "hi" }] } as MessagesRequest;

const writeText = (parts: Part[]) => writeStream(anthropicMessages, parts, { identity, wire });

/** Law 3: what the stream folds to is what the non-stream call gives. */
function write(parts: Part[]) {
  const events = eventsOf(writeText(parts));
  const message = foldEvents(events);
  expect(message).toEqual(anthropicMessages.writeReply(fold(parts), identity, wire));
  return { events, message };
}

const text = (value: string, id = "t", choice = 0): Part[] => [
  { type: "text-start", choice, id },
  { type: "text-delta", choice, id, text: value },
  { type: "text-end", choice, id },
];
const finish = (unified: "stop" | "tool-calls" | "length" = "stop", raw?: string): Part => ({
  type: "finish",
  choice: 0,
  reason: { unified, ...(raw ? { raw } : {}) },
});
const callStart = (id: string, name: string): Part => ({
  type: "tool-input-start",
  choice: 0,
  id,
  name,
  kind: "function",
});
const callDelta = (id: string, value: string): Part => ({ type: "tool-input-delta", choice: 0, id, text: value });
const callEnd = (id: string, name: string, input: string): Part[] => [
  { type: "tool-input-end", choice: 0, id },
  { type: "tool-call", choice: 0, id, name, kind: "function", input },
];

describe("the order of events", () => {
  it("is the API's, byte for byte, for a plain text", () => {
    const usage: Part = { type: "usage", usage: { inputTokens: 5, cachedInputTokens: 2, outputTokens: 3 } };
    expect(writeText([{ type: "start" }, ...text("Hé\n\n"), finish(), usage])).toBe(
      [
        `event: message_start\ndata: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":2,"output_tokens":0}}}`,
        `event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`,
        `event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hé\\n\\n"}}`,
        `event: content_block_stop\ndata: {"type":"content_block_stop","index":0}`,
        `event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"input_tokens":3,"cache_read_input_tokens":2,"output_tokens":3}}`,
        `event: message_stop\ndata: {"type":"message_stop"}`,
        "",
      ].join("\n\n"),
    );
  });

  it("is complete for an empty response", () => {
    const { message } = write([
      { type: "start" },
      { type: "text-start", choice: 0, id: "t" },
      { type: "text-end", choice: 0, id: "t" },
      finish(),
    ]);
    expect(message).toMatchObject({
      content: [],
      stop_reason: "end_turn",
      usage: { input_tokens: 0, output_tokens: 0 },
    });
  });

  it("sends each delta as it arrives", () => {
    const writer = anthropicMessages.createStreamWriter(identity, wire);
    const written = [{ type: "start" } as Part, ...text("a"), callStart("c", "f"), callDelta("c", "{}")].map((part) =>
      eventsOf(writer.write(part)).map(({ type }) => type),
    );
    expect(written).toEqual([
      ["message_start"],
      [],
      ["content_block_start", "content_block_delta"],
      [],
      ["content_block_stop", "content_block_start"],
      ["content_block_delta"],
    ]);
  });

  it("numbers thinking, text and calls as separate blocks", () => {
    const { message } = write([
      { type: "start" },
      { type: "reasoning-start", choice: 0, id: "r" },
      { type: "reasoning-delta", choice: 0, id: "r", text: "hm" },
      { type: "reasoning-end", choice: 0, id: "r", vendor: { "anthropic-messages": { signature: "c2ln" } } },
      ...text("a"),
      callStart("c", "f"),
      callDelta("c", '{"x":1}'),
      ...callEnd("c", "f", '{"x":1}'),
      finish("tool-calls"),
    ]);
    expect(message).toMatchObject({
      content: [
        { type: "thinking", thinking: "hm", signature: "c2ln" },
        { type: "text", text: "a" },
        { type: "tool_use", id: "c", name: "f", input: { x: 1 } },
      ],
      stop_reason: "tool_use",
    });
  });
});

describe("tool calls", () => {
  // https://github.com/praxis-proxy/ai/issues/266, sgl-project/sglang/issues/39782, maximhq/bifrost/issues/1961
  it("that are interleaved are written one after the other, with nothing lost", () => {
    const { message } = write([
      { type: "start" },
      callStart("a", "f"),
      callStart("b", "g"),
      callDelta("b", '{"y"'),
      callDelta("a", '{"x"'),
      callDelta("b", ":2}"),
      callDelta("a", ":1}"),
      ...callEnd("b", "g", '{"y":2}'),
      ...callEnd("a", "f", '{"x":1}'),
      ...text("after"),
      finish("tool-calls"),
    ]);
    expect(message.content).toEqual([
      { type: "tool_use", id: "a", name: "f", input: { x: 1 } },
      { type: "tool_use", id: "b", name: "g", input: { y: 2 } },
      { type: "text", text: "after" },
    ]);
  });

  // https://github.com/BerriAI/litellm/issues/25321
  it.each([
    ["without arguments", "", {}],
    ["with an empty object", "{}", {}],
  ])("%s have an empty input", (_, input, expected) => {
    const { message } = write([
      { type: "start" },
      callStart("a", "f"),
      ...callEnd("a", "f", input),
      finish("tool-calls"),
    ]);
    expect(message.content).toEqual([{ type: "tool_use", id: "a", name: "f", input: expected }]);
  });

  it("whose input arrives only whole have it", () => {
    const { message } = write([{ type: "start" }, ...callEnd("a", "f", '{"x":1}').slice(1), finish("tool-calls")]);
    expect(message.content).toMatchObject([{ id: "a", input: { x: 1 } }]);
  });

  it("of free text wrap it in one key", () => {
    const { message } = write([
      { type: "start" },
      { type: "tool-input-start", choice: 0, id: "a", name: "c", kind: "custom" },
      { type: "tool-input-delta", choice: 0, id: "a", text: 'say "hi"' },
      { type: "tool-input-end", choice: 0, id: "a" },
      { type: "tool-call", choice: 0, id: "a", name: "c", kind: "custom", input: 'say "hi"' },
      finish("tool-calls"),
    ]);
    expect(message.content).toMatchObject([{ input: { input: 'say "hi"' } }]);
  });

  it("end a turn with tool_use where the upstream reports only a stop", () => {
    const { message } = write([
      { type: "start" },
      callStart("a", "f"),
      ...callEnd("a", "f", "{}"),
      finish("stop", "STOP"),
    ]);
    expect(message.stop_reason).toBe("tool_use");
  });
});

describe("other parts", () => {
  it("a source is a citation of the text before it, even after that has ended", () => {
    const source: Part = { type: "source", choice: 0, url: "https://example.com", title: "T" };
    const { message } = write([{ type: "start" }, ...text("a"), source, finish()]);
    expect(message.content).toEqual([
      {
        type: "text",
        text: "a",
        citations: [
          {
            type: "web_search_result_location",
            url: "https://example.com",
            title: "T",
            encrypted_index: "",
            cited_text: "",
          },
        ],
      },
    ]);
  });

  describe("a source of a text that is closed", () => {
    const source = (url: string, place: number): Part => ({ type: "source", choice: 0, url, title: "T", text: place });
    // A stream cannot go back to a block, as the whole reply can: the law of one outcome ends here.
    const fold = (parts: Part[]) => foldEvents(eventsOf(writeText(parts)));
    const cites = (url: string) => [expect.objectContaining({ type: "web_search_result_location", url })];

    it("is cited by the open text, once each", () => {
      const message = fold([
        { type: "start" },
        ...text("a"),
        callStart("c", "f"),
        ...callEnd("c", "f", "{}"),
        ...text("b", "second"),
        source("https://one.example", 0),
        source("https://one.example", 0),
        finish(),
      ]);
      expect(message.content).toEqual([
        { type: "text", text: "a" },
        expect.objectContaining({ type: "tool_use" }),
        { type: "text", text: "b", citations: cites("https://one.example") },
      ]);
    });

    it("is cited by a separate text where none follows", () => {
      const message = fold([
        { type: "start" },
        ...text("a"),
        callStart("c", "f"),
        ...callEnd("c", "f", "{}"),
        source("https://one.example", 0),
        finish("tool-calls", "tool_calls"),
      ]);
      expect(message.content?.at(-1)).toEqual({
        type: "text",
        text: "Sources: T",
        citations: cites("https://one.example"),
      });
      expect(message.stop_reason).toBe("tool_use");
    });
  });

  it("a refusal is written as text and as the stop reason", () => {
    const { message } = write([
      { type: "start" },
      { type: "refusal-delta", choice: 0, text: "No." },
      finish("stop", "stop"),
    ]);
    expect(message).toMatchObject({ content: [{ type: "text", text: "No." }], stop_reason: "refusal" });
  });

  it.each([
    ["end_turn", { unified: "stop", raw: "stop" }],
    ["max_tokens", { unified: "length", raw: "length" }],
    ["refusal", { unified: "content-filter", raw: "SAFETY" }],
    ["pause_turn", { unified: "stop", raw: "pause_turn" }],
    ["model_context_window_exceeded", { unified: "length", raw: "model_context_window_exceeded" }],
    ["stop_sequence", { unified: "stop", stopSequence: "###" }],
  ] as const)("the reason %s", (expected, reason) => {
    const { message } = write([{ type: "start" }, ...text("a"), { type: "finish", choice: 0, reason }]);
    expect(message).toMatchObject({ stop_reason: expected, stop_sequence: "stopSequence" in reason ? "###" : null });
  });

  it("only the first choice is written", () => {
    const { message } = write([
      { type: "start" },
      ...text("b", "t", 1),
      ...text("a"),
      { type: "finish", choice: 1, reason: { unified: "length" } },
      finish(),
    ]);
    expect(message).toMatchObject({ content: [{ text: "a" }], stop_reason: "end_turn" });
  });

  it("blocks of another vendor are dropped and files become notes, without empty blocks", () => {
    const { message } = write([
      { type: "start" },
      { type: "unknown", choice: 0, dialect: "openai-responses", value: { type: "web_search_call" } },
      { type: "file", choice: 0, mediaType: "image/png", data: { kind: "base64", base64: "AAAA" } },
      { type: "reasoning-start", choice: 0, id: "r" },
      { type: "reasoning-end", choice: 0, id: "r" },
      ...text("a"),
      finish(),
    ]);
    expect(message.content).toEqual([
      { type: "text", text: "[image left out: image/png, which an answer of this API cannot hold]" },
      { type: "text", text: "a" },
    ]);
  });

  it("an error ends the stream, and nothing follows it", () => {
    const events = eventsOf(
      writeText([
        { type: "start" },
        ...text("a"),
        { type: "error", status: 529, message: "it broke", code: "overloaded_error" },
        ...text("late"),
      ]),
    );
    expect(events.at(-1)).toMatchObject({
      type: "error",
      error: { type: "overloaded_error", message: "it broke", code: 529, param: null },
      message: "it broke",
    });
    expect(events.map(({ type }) => type)).not.toContain("message_stop");
  });
});
