import { describe, expect, it } from "vitest";
import type { FinishReason, Part } from "#lib/canonical/part.ts";
import type { ChatReply, ChatRequest } from "#lib/contract/openai-chat/wire.ts";
import { openAiChat } from "#lib/dialects/openai-chat/index.ts";
import { errors } from "#lib/http/errors.ts";
import { readStream, writeStream } from "#tests/support/dialect-streams.ts";

const identity = { id: "chatcmpl-1", created: 7, model: "m" };
const plain = { model: "m", messages: [{ role: "user", content: "hi" }] } as ChatRequest;

function write(parts: Part[], wire: ChatRequest = plain): { frames: string[]; chunks: ChatReply[] } {
  const frames = writeStream(openAiChat, parts, { identity, wire }).split("\n\n").filter(Boolean);
  return {
    frames,
    chunks: frames.filter((frame) => frame !== "data: [DONE]").map((frame) => JSON.parse(frame.slice(6))),
  };
}

function read(chunks: unknown[], { done = true } = {}): Part[] {
  return readStream(openAiChat, done ? [...chunks, "[DONE]"] : chunks);
}

const chunk = (delta: unknown, finish_reason: string | null = null, index = 0) => ({
  id: "x",
  choices: [{ index, delta, finish_reason }],
});

describe("writing a stream", () => {
  it("begins with the role, keeps one id, and ends with the finish and [DONE]", () => {
    const { frames, chunks } = write([
      { type: "start" },
      { type: "text-start", choice: 0, id: "t" },
      { type: "text-delta", choice: 0, id: "t", text: "Hé\n\n" },
      { type: "text-end", choice: 0, id: "t" },
      { type: "finish", choice: 0, reason: { unified: "stop" } },
      { type: "usage", usage: { inputTokens: 1, outputTokens: 2 } },
    ]);
    expect(frames.at(-1)).toBe("data: [DONE]");
    expect(chunks.map(({ choices }) => choices?.[0]?.delta)).toEqual([
      { role: "assistant", content: "", refusal: null },
      { content: "Hé\n\n" },
      {},
    ]);
    expect(chunks.at(-1)?.choices?.[0]?.finish_reason).toBe("stop");
    for (const { id, object, created, model } of chunks) {
      expect({ id, object, created, model }).toEqual({ ...identity, object: "chat.completion.chunk" });
    }
    expect(chunks.every((written) => !("usage" in written))).toBe(true);
  });

  it("sends requested usage in a chunk without choices, and null before it", () => {
    const { chunks } = write(
      [
        { type: "start" },
        { type: "finish", choice: 0, reason: { unified: "length" } },
        { type: "usage", usage: { inputTokens: 3, outputTokens: 4, reasoningTokens: 1 } },
      ],
      { ...plain, stream_options: { include_usage: true } },
    );
    expect(chunks[0]?.usage).toBeNull();
    expect(chunks.at(-1)).toMatchObject({
      choices: [],
      usage: {
        prompt_tokens: 3,
        completion_tokens: 4,
        total_tokens: 7,
        completion_tokens_details: { reasoning_tokens: 1 },
      },
    });
  });

  it("keeps interleaved parallel calls apart by their index", () => {
    const { chunks } = write([
      { type: "start" },
      { type: "tool-input-start", choice: 0, id: "a", name: "f", kind: "function" },
      { type: "tool-input-start", choice: 0, id: "b", name: "g", kind: "custom" },
      { type: "tool-input-delta", choice: 0, id: "a", text: '{"x"' },
      { type: "tool-input-delta", choice: 0, id: "b", text: "free" },
      { type: "tool-input-delta", choice: 0, id: "a", text: ":1}" },
      { type: "tool-input-end", choice: 0, id: "a" },
      { type: "tool-call", choice: 0, id: "a", name: "f", kind: "function", input: '{"x":1}' },
      { type: "finish", choice: 0, reason: { unified: "tool-calls" } },
    ]);
    const calls = chunks.flatMap(({ choices }) => choices?.[0]?.delta?.tool_calls ?? []);
    expect(calls).toEqual([
      { index: 0, id: "a", type: "function", function: { name: "f", arguments: "" } },
      { index: 1, id: "b", type: "custom", custom: { name: "g", input: "" } },
      { index: 0, function: { arguments: '{"x"' } },
      { index: 1, custom: { input: "free" } },
      { index: 0, function: { arguments: ":1}" } },
    ]);
    expect(chunks.at(-1)?.choices?.[0]?.finish_reason).toBe("tool_calls");
  });

  it("answers in the deprecated fields to a client that used them", () => {
    const { chunks } = write(
      [
        { type: "start" },
        { type: "tool-input-start", choice: 0, id: "a", name: "f", kind: "function" },
        { type: "tool-input-delta", choice: 0, id: "a", text: "{}" },
        { type: "finish", choice: 0, reason: { unified: "tool-calls" } },
      ],
      { ...plain, functions: [{ name: "f" }] },
    );
    expect(chunks.flatMap(({ choices }) => choices?.[0]?.delta?.function_call ?? [])).toEqual([
      { name: "f", arguments: "" },
      { arguments: "{}" },
    ]);
    expect(chunks.at(-1)?.choices?.[0]?.finish_reason).toBe("function_call");
  });

  it("gives every choice its own role and finish", () => {
    const { chunks } = write([
      { type: "start" },
      { type: "text-delta", choice: 1, id: "t", text: "b" },
      { type: "text-delta", choice: 0, id: "t", text: "a" },
      { type: "finish", choice: 1, reason: { unified: "stop" } },
      { type: "finish", choice: 0, reason: { unified: "stop" } },
    ]);
    const roles = chunks.filter(({ choices }) => choices?.[0]?.delta?.role).map(({ choices }) => choices?.[0]?.index);
    expect(roles.sort()).toEqual([0, 1]);
  });

  it("ends a failed stream with an error event and nothing after it", () => {
    const { frames } = write([
      { type: "start" },
      { type: "error", status: 502, message: "it broke", code: "upstream_truncated" },
      { type: "text-delta", choice: 0, id: "t", text: "late" },
    ]);
    expect(frames).toHaveLength(2);
    const body = JSON.parse(frames[1]?.slice(6) ?? "");
    expect(body).toMatchObject({
      type: "error",
      message: "it broke",
      error: { message: "it broke", code: 502, param: null },
    });
  });

  it("writes log probabilities beside their tokens", () => {
    const token = {
      token: "é",
      logprob: -0.1,
      bytes: [195, 169],
      top: [{ token: "é", logprob: -0.1, bytes: [195, 169] }],
    };
    const { chunks } = write([
      { type: "start" },
      { type: "text-delta", choice: 0, id: "t", text: "é", logprobs: [token] },
    ]);
    expect(chunks.at(-1)?.choices?.[0]?.logprobs).toEqual({
      content: [{ token: "é", logprob: -0.1, bytes: [195, 169], top_logprobs: token.top }],
      refusal: null,
    });
  });
});

describe("reading a stream", () => {
  it("closes reasoning before text, and both before the finish", () => {
    const parts = read([
      chunk({ role: "assistant", reasoning_content: "hm" }),
      chunk({ content: "a" }),
      chunk({}, "stop"),
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
    ]);
  });

  it("keeps argument fragments of interleaved calls apart", () => {
    const call = (index: number, fields: object) => chunk({ tool_calls: [{ index, ...fields }] });
    const parts = read([
      call(0, { id: "a", function: { name: "f", arguments: "" } }),
      call(1, { id: "b", function: { name: "g", arguments: "" } }),
      call(0, { function: { arguments: "{" } }),
      call(1, { function: { arguments: "[" } }),
      call(0, { function: { arguments: "}" } }),
      call(1, { function: { arguments: "]" } }),
      chunk({}, "tool_calls"),
    ]);
    expect(parts.filter(({ type }) => type === "tool-call")).toMatchObject([
      { id: "a", name: "f", input: "{}" },
      { id: "b", name: "g", input: "[]" },
    ]);
  });

  const fragment = (index: number, args: string, id?: string) => ({
    tool_calls: [{ index, ...(id ? { id } : {}), function: { ...(id ? { name: "f" } : {}), arguments: args } }],
  });
  const outline = (parts: Part[]) =>
    parts.flatMap((part) => {
      if (part.type === "tool-input-start") return `${part.id} begins`;
      if (part.type === "tool-call") return `${part.id} ${part.input}`;
      return part.type === "text-delta" ? part.text : [];
    });

  it("ends a call when the next begins or text follows, not only at the end", () => {
    const parts = read([
      chunk(fragment(0, '{"a":', "call_a")),
      chunk(fragment(0, "{}}")),
      chunk(fragment(1, "", "call_b")),
      chunk(fragment(1, "{}")),
      chunk({ content: "Done." }),
      chunk({}, "tool_calls"),
    ]);
    expect(outline(parts)).toEqual(["call_a begins", 'call_a {"a":{}}', "call_b begins", "call_b {}", "Done."]);
  });

  it("keeps a call open until its arguments are complete", () => {
    const parts = read([
      chunk(fragment(0, '{"a":', "call_a")),
      chunk(fragment(1, "", "call_b")),
      chunk(fragment(0, "1}")),
      chunk(fragment(2, "{}", "call_c")),
      chunk(fragment(1, '{"b":2}')),
      chunk({}, "tool_calls"),
    ]);
    expect(outline(parts)).toEqual([
      ...["call_a begins", "call_b begins", 'call_a {"a":1}', "call_c begins"],
      ...['call_b {"b":2}', "call_c {}"],
    ]);
  });

  it("separates calls to which an upstream gives the same index", () => {
    const parts = read([
      chunk(fragment(0, '{"a":1}', "call_a")),
      chunk(fragment(0, '{"b":', "call_b")),
      chunk(fragment(0, "2}")),
      chunk({}, "tool_calls"),
    ]);
    expect(outline(parts)).toEqual(["call_a begins", 'call_a {"a":1}', "call_b begins", 'call_b {"b":2}']);
  });

  it("reads a call without an index as a separate call", () => {
    const whole = (id: string) => ({ tool_calls: [{ id, function: { name: "f", arguments: "{}" } }] });
    const parts = read([chunk(whole("a")), chunk(whole("b")), chunk({}, "tool_calls")]);
    expect(parts.filter(({ type }) => type === "tool-call")).toMatchObject([{ id: "a" }, { id: "b" }]);
  });

  it("gives the usage once, at the end, the last of a running count", () => {
    const usage = (completion_tokens: number) => ({ usage: { prompt_tokens: 1, completion_tokens } });
    const parts = read([
      { ...chunk({ content: "a" }), ...usage(1) },
      { ...chunk({}, "stop"), ...usage(2) },
    ]);
    expect(parts.filter(({ type }) => type === "usage")).toMatchObject([{ usage: { outputTokens: 2 } }]);
    expect(parts.at(-1)?.type).toBe("usage");
  });

  it.each([
    ["before the finish", [chunk({ content: "a" })]],
    ["before anything", []],
    ["with one of two choices unfinished", [chunk({ content: "a" }, "stop", 0), chunk({ content: "b" }, null, 1)]],
  ])("a stream cut %s is an error", (_, chunks) => {
    expect(read(chunks, { done: false }).at(-1)).toMatchObject({
      type: "error",
      status: 502,
      code: "upstream_truncated",
    });
  });

  it("a stream without [DONE] after its finish is complete", () => {
    expect(read([chunk({ content: "a" }), chunk({}, "stop")], { done: false }).at(-1)?.type).toBe("finish");
  });

  it.each([
    ["an error object", { error: { message: "overloaded", code: 503 } }, "overloaded"],
    ["what is not JSON", "<html>", errors.eventNotObject().message],
    ["JSON that is no object", "null", errors.eventNotObject().message],
  ])("%s in the stream ends it with an error", (_, event, message) => {
    const parts = read([chunk({ content: "a" }), event, chunk({ content: "late" })]);
    expect(parts.at(-1)).toMatchObject({ type: "error", message });
  });
});

describe("the end of a choice", () => {
  const ended = (fields: object) => ({ id: "x", choices: [{ index: 0, delta: {}, finish_reason: "stop", ...fields }] });
  const finishOf = (parts: Part[]) => parts.find((part) => part.type === "finish")?.reason;

  it("is a refusal after one, in streams and replies, and is written with `stop`", () => {
    const reason = { unified: "content-filter", raw: "stop" };
    expect(finishOf(read([chunk({ refusal: "No." }), ended({})]))).toEqual(reason);
    const message = { role: "assistant", content: null, refusal: "No." };
    const reply = openAiChat.readReply({ choices: [{ index: 0, message, finish_reason: "stop" }] });
    expect(reply.choices[0]?.finish).toEqual(reason);
    const fromOther = {
      choices: [{ content: reply.choices[0]?.content ?? [], finish: { unified: "content-filter" as const } }],
    };
    expect(openAiChat.writeReply(fromOther, identity, plain)).toMatchObject({ choices: [{ finish_reason: "stop" }] });
    const { chunks } = write([
      { type: "refusal-delta", choice: 0, text: "No." },
      { type: "finish", choice: 0, reason: { unified: "content-filter" } },
    ]);
    expect(chunks.at(-1)?.choices?.[0]?.finish_reason).toBe("stop");
  });

  it("names the stop sequence that is known, and no other", () => {
    expect(finishOf(read([chunk({ content: "a" }), ended({ stop_reason: "END" })]))).toMatchObject({
      stopSequence: "END",
    });
    expect(finishOf(read([chunk({ content: "a" }), ended({ stop_reason: 151_645 })]))).not.toHaveProperty(
      "stopSequence",
    );
    const endWith = (reason: FinishReason) =>
      write([{ type: "finish", choice: 0, reason }]).chunks.at(-1)?.choices?.[0];
    expect(endWith({ unified: "stop", stopSequence: "END" })).toMatchObject({ stop_reason: "END" });
    expect(endWith({ unified: "stop" })).not.toHaveProperty("stop_reason");
  });
});
