import { describe, expect, it } from "vitest";
import type { Part } from "#lib/canonical/part.ts";
import { withFlatOutput } from "#lib/contract/openai-responses/flat-output.ts";
import type { ResponsesEvent, ResponsesReply } from "#lib/contract/openai-responses/wire.ts";
import { openAiResponses } from "#lib/dialects/openai-responses/index.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { fold } from "#tests/support/dialect-streams.ts";
import { eventsOf, identity, plain, readStream, sample, samples, writeStream } from "./answers.ts";

const lastOf = (events: ResponsesEvent[]) => events.at(-1)?.response as ResponsesReply;

/** Types with the prefix left out, runs of deltas as one. */
function outline(events: ResponsesEvent[]): string[] {
  const types = events.map(({ type, item }) => `${type.replace("response.", "")}${item ? ` ${item.type}` : ""}`);
  return types.filter((type, index) => type !== types[index - 1] || !type.endsWith("delta"));
}

describe("writing a stream", () => {
  it.each(samples)("%s: its final object is the reply (law 3)", (_, parts) => {
    const reply = openAiResponses.writeReply(fold(parts), identity, plain);
    expect(lastOf(eventsOf(writeStream(parts)))).toEqual(reply);
  });

  it.each(samples)("%s: counted from 0, each event with both lines", (_, parts) => {
    const stream = writeStream(parts);
    for (const [index, event] of eventsOf(stream).entries()) expect(event.sequence_number).toBe(index);
    for (const frame of stream.split("\n\n").filter(Boolean)) {
      const [name, data, ...more] = frame.split("\n");
      expect(more).toEqual([]);
      expect(name).toBe(`event: ${JSON.parse(data?.slice(6) ?? "").type}`);
    }
  });

  it.each(samples)("%s: every item is added before its events, in place, under a constant id", (_, parts) => {
    const events = eventsOf(writeStream(parts));
    const ids: unknown[] = [];
    for (const { type, item, item_id: id, output_index: index } of events) {
      if (type === "response.output_item.added") {
        expect(index).toBe(ids.length);
        expect(ids).not.toContain(item?.id);
        ids.push(item?.id);
      } else if (index !== undefined) expect(id ?? item?.id).toBe(ids[index]);
    }
    const real = lastOf(events).output?.filter(({ type }) => type !== "output_text") ?? [];
    expect(real.map(({ id }) => id)).toEqual(ids);
  });

  it("text: the whole sequence", () => {
    const events = eventsOf(writeStream(sample("text")));
    expect(outline(events)).toEqual([
      "created",
      "in_progress",
      "output_item.added message",
      "content_part.added",
      "output_text.delta",
      "output_text.done",
      "content_part.done",
      "output_item.done message",
      "completed",
    ]);
    const message = { id: "msg_1_0", type: "message", role: "assistant" };
    const part = { type: "output_text", annotations: [], logprobs: [], text: "Héllo\n\n" };
    expect(events[0]?.response).toMatchObject({ id: "resp_1", status: "in_progress", output: [], usage: null });
    expect(events[2]?.item).toEqual({ ...message, status: "in_progress", content: [] });
    expect(events[4]).toEqual({
      type: "response.output_text.delta",
      item_id: "msg_1_0",
      output_index: 0,
      content_index: 0,
      delta: "Hé",
      logprobs: [],
      sequence_number: 4,
    });
    expect(events.at(-2)?.item).toEqual({ ...message, status: "completed", content: [part] });
    expect(lastOf(events)).toMatchObject({
      status: "completed",
      output_text: part.text,
      output: [
        { ...message, status: "completed", content: [part], text: part.text },
        { id: "ot_1_0", type: "output_text", text: part.text },
      ],
      usage: {
        input_tokens: 3,
        input_tokens_details: { cached_tokens: 2, cache_write_tokens: 0 },
        output_tokens: 4,
        output_tokens_details: { reasoning_tokens: 1 },
        total_tokens: 7,
      },
    });
  });

  it("reasoning: a summary part, and an item with the vendor's data", () => {
    const events = eventsOf(writeStream(sample("text between reasonings")));
    expect(outline(events).slice(2, 9)).toEqual([
      "output_item.added reasoning",
      "reasoning_summary_part.added",
      "reasoning_summary_text.delta",
      "reasoning_summary_text.done",
      "reasoning_summary_part.done",
      "output_item.done reasoning",
      "output_item.added message",
    ]);
    const [first, , third] = lastOf(events).output ?? [];
    expect(first).toMatchObject({ summary: [{ type: "summary_text", text: "hm" }] });
    expect(third).toMatchObject({ type: "reasoning", summary: [] });
    for (const item of [first, third]) expect(item?.encrypted_content).toMatch(/^pl1\./);
  });

  it("interleaved calls keep their own items", () => {
    const events = eventsOf(writeStream(sample("parallel calls with interleaved input")));
    expect(outline(events).slice(8, -1)).toEqual([
      "output_item.added function_call",
      "output_item.added custom_tool_call",
      "function_call_arguments.delta",
      "custom_tool_call_input.delta",
      "function_call_arguments.delta",
      "custom_tool_call_input.done",
      "output_item.done custom_tool_call",
      "function_call_arguments.done",
      "output_item.done function_call",
    ]);
    expect(lastOf(events).output?.slice(1, 3)).toMatchObject([
      { type: "function_call", call_id: "call_a", arguments: '{"x":1}', status: "completed" },
      { type: "custom_tool_call", input: "free" },
    ]);
  });

  it("sources become annotations of their text", () => {
    const events = eventsOf(writeStream(sample("sources")));
    const [one, two] = lastOf(events).output as unknown as { content: { annotations: { url: string }[] }[] }[];
    expect(one?.content[0]?.annotations.map(({ url }) => url)).toEqual([
      "https://example.com/early",
      "https://example.com/1",
    ]);
    expect(two?.content[0]?.annotations).toEqual([
      { type: "url_citation", url: "https://example.com/2", title: "", start_index: 0, end_index: 0 },
    ]);
    expect(events.filter(({ type }) => type === "response.output_text.annotation.added")).toHaveLength(3);
  });

  it("an image: starts without its bytes, ends with them", () => {
    const events = eventsOf(writeStream(sample("an image")));
    expect(outline(events).slice(2, 7)).toEqual([
      "output_item.added image_generation_call",
      "image_generation_call.in_progress",
      "image_generation_call.generating",
      "image_generation_call.completed",
      "output_item.done image_generation_call",
    ]);
    expect(events[2]?.item).toMatchObject({ status: "in_progress", result: null });
    expect(events[6]?.item).toMatchObject({ status: "completed", result: "AAAA", output_format: "webp" });
  });

  it.each([
    ["cut by the limit", "incomplete", { incomplete_details: { reason: "max_output_tokens" } }],
    ["filtered", "incomplete", { incomplete_details: { reason: "content_filter" } }],
    ["refusal", "completed", { incomplete_details: null }],
    ["ended by the upstream with an error", "failed", { error: { type: "server_error", code: "server_error" } }],
  ])("%s: %s", (name, status, fields) => {
    const events = eventsOf(writeStream(sample(name)));
    expect(events.at(-1)?.type).toBe(`response.${status}`);
    expect(lastOf(events)).toMatchObject({ status, ...fields });
  });

  it("a message cut by the token limit is incomplete", () => {
    const events = eventsOf(writeStream(sample("cut by the limit")));
    expect(events.at(-2)?.item?.status).toBe("incomplete");
  });

  it("omits flat elements for a client that rejects them", () => {
    const { output, output_text } = lastOf(eventsOf(writeStream(sample("text"), withFlatOutput(plain, false))));
    expect(output).toMatchObject([{ type: "message", content: [{ type: "output_text", text: "Héllo\n\n" }] }]);
    expect(output).toHaveLength(1);
    expect(output_text).toBe("Héllo\n\n");
  });

  it("drops choices after the first", () => {
    const parts: Part[] = [
      { type: "start" },
      { type: "text-delta", choice: 1, id: "u", text: "no" },
      { type: "text-delta", choice: 0, id: "t", text: "yes" },
      { type: "finish", choice: 1, reason: { unified: "length" } },
      { type: "finish", choice: 0, reason: { unified: "stop" } },
    ];
    expect(lastOf(eventsOf(writeStream(parts)))).toMatchObject({ status: "completed", output_text: "yes" });
  });

  it("ends a failed stream with a numbered error event and nothing after it", () => {
    const stream = writeStream([
      ...sample("text").slice(0, 3),
      { type: "error", status: 502, message: "it broke", code: "upstream_truncated" },
      { type: "text-delta", choice: 0, id: "t", text: "late" },
    ]);
    expect(stream).toContain("event: error\ndata: ");
    const events = eventsOf(stream);
    expect(events.at(-1)).toEqual({
      type: "error",
      error: {
        type: expect.stringMatching(/_error$/),
        message: "it broke",
        code: 502,
        status: "upstream_truncated",
        param: null,
      },
      message: "it broke",
      code: "upstream_truncated",
      param: null,
      sequence_number: events.length - 1,
    });
  });

  it("the gateway's own error event has the same form", () => {
    const error = new GatewayError({ status: 504, message: "too slow" });
    expect(openAiResponses.writeStreamError(error)).toMatch(
      /^event: error\ndata: \{"type":"error",.*"code":504.*\}\n\n$/,
    );
  });
});

const response = { id: "resp_up", created_at: 5, model: "up", status: "in_progress", output: [] };
const created = { type: "response.created", response };
const completed = (fields: object = {}) => ({
  type: "response.completed",
  response: {
    ...response,
    status: "completed",
    usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
    ...fields,
  },
});
const message = { type: "message", id: "msg_1", role: "assistant", content: [] };
const call = { type: "function_call", id: "fc_1", call_id: "call_1", name: "f", arguments: "" };
const added = (output_index: number, item: object) => ({ type: "response.output_item.added", output_index, item });
const itemDone = (output_index: number, item: object) => ({ type: "response.output_item.done", output_index, item });
const textDelta = (delta: string, output_index = 0) => ({
  type: "response.output_text.delta",
  output_index,
  content_index: 0,
  item_id: "msg_1",
  delta,
});

describe("reading a stream", () => {
  const contentOf = (events: unknown[]) => fold(readStream(events)).choices[0]?.content;

  it("keeps argument fragments of interleaved calls apart", () => {
    const args = (output_index: number, delta: string) => ({
      type: "response.function_call_arguments.delta",
      output_index,
      delta,
    });
    const parts = readStream([
      created,
      added(0, call),
      added(1, { ...call, id: "fc_2", call_id: "call_2", name: "g" }),
      args(0, "{"),
      args(1, "["),
      args(0, "}"),
      args(1, "]"),
      itemDone(1, { ...call, id: "fc_2", call_id: "call_2", name: "g", arguments: "[]" }),
      itemDone(0, { ...call, arguments: "{}" }),
      completed(),
    ]);
    expect(parts.filter(({ type }) => type === "tool-call")).toMatchObject([
      { id: "call_2", name: "g", input: "[]" },
      { id: "call_1", name: "f", input: "{}" },
    ]);
    expect(fold(parts).choices[0]?.finish).toEqual({ unified: "tool-calls", raw: "completed" });
  });

  it("reads arguments that arrive only at the end", () => {
    const whole = { type: "response.function_call_arguments.done", output_index: 0, arguments: '{"x":1}' };
    const parts = readStream([
      created,
      added(0, call),
      whole,
      itemDone(0, { ...call, arguments: '{"x":1}' }),
      completed(),
    ]);
    expect(parts.filter(({ type }) => type.startsWith("tool-"))).toMatchObject([
      { type: "tool-input-start", id: "call_1" },
      { type: "tool-input-delta", text: '{"x":1}' },
      { type: "tool-input-end" },
      { type: "tool-call", input: '{"x":1}' },
    ]);
  });

  it.each([
    ["no item was added", [textDelta("a"), textDelta("b")]],
    ["no item was ended", [added(0, message), textDelta("a"), textDelta("b")]],
    [
      "there were no deltas",
      [added(0, message), itemDone(0, { ...message, content: [{ type: "output_text", text: "ab" }] })],
    ],
    ["all came in the last event", []],
  ])("finds the text where %s", (_, events) => {
    const output = [
      { ...message, content: [{ type: "output_text", text: "ab" }] },
      { type: "output_text", text: "ab", id: "ot_1" },
    ];
    expect(contentOf([created, ...events, completed({ output })])).toMatchObject([{ type: "text", text: "ab" }]);
  });

  it("does not repeat an item that the last event numbers differently", () => {
    const whole = { ...message, content: [{ type: "output_text", text: "ab" }] };
    const events = [created, added(1, message), textDelta("ab", 1), itemDone(1, whole), completed({ output: [whole] })];
    expect(contentOf(events)).toMatchObject([{ type: "text", text: "ab" }]);
  });

  it("keeps unknown items in order, and their events out of the reply", () => {
    const item = { type: "made_up_next_year", id: "x_1" };
    const parts = readStream([
      created,
      added(0, item),
      { type: "response.made_up_next_year.delta", output_index: 0, item_id: "x_1", delta: "a", sequence_number: 3 },
      itemDone(0, { ...item, result: "a" }),
      { type: "response.something_else", value: 1 },
      completed(),
    ]);
    expect(parts.filter(({ type }) => type === "unknown")).toHaveLength(4);
    expect(fold(parts).choices[0]?.content).toEqual([
      { type: "unknown", dialect: "openai-responses", value: { ...item, result: "a" } },
    ]);
    expect(outline(eventsOf(writeStream(parts)))).toEqual([
      "created",
      "in_progress",
      "output_item.added made_up_next_year",
      "made_up_next_year.delta",
      "output_item.done made_up_next_year",
      "something_else",
      "completed",
    ]);
  });

  it("reads a refusal as the finish reason", () => {
    const refusal = { type: "response.refusal.delta", output_index: 0, content_index: 0, delta: "No." };
    const { choices } = fold(readStream([created, added(0, message), refusal, completed()]));
    expect(choices[0]).toMatchObject({
      content: [{ type: "refusal", text: "No." }],
      finish: { unified: "content-filter", raw: "completed" },
    });
  });

  it.each([
    ["max_output_tokens", "length"],
    ["content_filter", "content-filter"],
    ["made_up_next_year", "other"],
  ])("reads incomplete, %s", (reason, unified) => {
    const end = { ...completed({ status: "incomplete", incomplete_details: { reason } }), type: "response.incomplete" };
    expect(fold(readStream([created, end])).choices[0]?.finish).toEqual({ unified, raw: reason });
  });

  it.each([
    ["the event error", { type: "error", code: "rate_limit_exceeded", message: "slow down" }, 429, "slow down"],
    ["an error in an envelope", { type: "error", error: { message: "overloaded" } }, 502, "overloaded"],
    ["an error without a type", { error: { message: "overloaded" } }, 502, "overloaded"],
    [
      "response.failed",
      { type: "response.failed", response: { ...response, error: { code: "invalid_image", message: "bad image" } } },
      400,
      "bad image",
    ],
    ["what is not JSON", "<html>", 502, errors.eventNotJson().message],
  ])("%s ends it with an error", (_, event, status, text) => {
    const parts = readStream([created, added(0, message), textDelta("a"), event, textDelta("late"), completed()]);
    expect(parts.at(-1)).toMatchObject({ type: "error", status, message: text });
  });

  it("a stream without its last event is an error", () => {
    expect(readStream([created, added(0, message), textDelta("a"), "[DONE]"]).slice(-2)).toMatchObject([
      { type: "text-end" },
      { type: "error", status: 502, code: "upstream_truncated" },
    ]);
  });
});

describe("the last bytes of a stream", () => {
  const tail = (...events: { type: string }[]) =>
    openAiResponses.readStreamTail(
      events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(""),
    );

  it("show that it is complete, and its usage", () => {
    const { complete, usage } = tail(
      textDelta("a"),
      completed({ output: [{ ...message, text: "x".repeat(100_000) }] }),
    );
    expect(complete).toBe(true);
    expect(usage).toMatchObject({ inputTokens: 1, outputTokens: 2 });
  });

  it("show that it was cut, whatever its text contains", () => {
    expect(tail(textDelta('"type":"response.completed" event: error data: {"type":"error"')).complete).toBe(false);
  });

  it("an upstream's error event is an end", () => {
    expect(tail({ type: "error" }).complete).toBe(true);
  });

  it("the usage of a reply is found whatever follows it", () => {
    const body = { ...completed().response, tools: [{ usage: {} }], metadata: { usage: "heavy" } };
    const usage = openAiResponses.readReplyUsage(Buffer.from(JSON.stringify(body, null, 2)));
    expect(usage).toMatchObject({ inputTokens: 1, outputTokens: 2 });
    expect(openAiResponses.readReplyUsage(Buffer.from("{}"))).toBeUndefined();
  });
});
