/** relay: the upstream's request and the client's response, when either side stops at any point. */
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { relay } from "#lib/gateway/lanes/relay.ts";
import type { BodyStream } from "#lib/http/http-message.ts";
import { chatFrames, sseFrame } from "#tests/support/chat-fixtures.ts";
import { createTestRequest } from "#tests/support/request-context.ts";
import { ScriptedSink } from "#tests/support/scripted-sink.ts";
import { createScriptedUpstream, type ScriptedRequest } from "#tests/support/scripted-upstream.ts";

const EVENT_STREAM = { "content-type": "text/event-stream" };
const JSON_TYPE = { "content-type": "application/json" };

function setUp({
  dialect = "openai-chat",
  stream = true,
}: {
  dialect?: "openai-chat" | "anthropic-messages";
  stream?: boolean;
} = {}) {
  const request = createTestRequest({ dialect, body: { stream } });
  const { upstream, requests } = createScriptedUpstream({ dialects: [dialect] });
  const sink = new ScriptedSink();
  const begin = () => {
    const response = relay(request.context, upstream, { model: "model-1" });
    // The rejection is each test's own matter, and may come before the test looks.
    response.catch(() => {});
    const [asked] = requests;
    if (!asked) throw new Error("The upstream was not asked.");
    return { response, asked };
  };
  /** Sends some of the stream, and plays the response that has begun. */
  const play = async (...chunks: string[]): Promise<{ asked: ScriptedRequest; body: BodyStream }> => {
    const { response, asked } = begin();
    asked.answer(200, EVENT_STREAM);
    for (const chunk of chunks) asked.data(chunk);
    const body = (await response).body as BodyStream;
    body.start(sink);
    return { asked, body };
  };
  return { ...request, upstream, requests, sink, begin, play };
}

const event = (type: string, fields: Record<string, unknown> = {}) =>
  `event: ${type}\n${sseFrame({ type, ...fields })}`;
const MESSAGE_START = event("message_start", {
  message: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    content: [],
    usage: { input_tokens: 25, output_tokens: 1 },
  },
});
const DELTAS = Array.from({ length: 20 }, () =>
  event("content_block_delta", { index: 0, delta: { type: "text_delta", text: "word " } }),
);

describe("a client that disconnects", () => {
  it("before the request is sent: it is never sent", () => {
    const { client, context, upstream, requests, inFlight } = setUp();
    client.leave();
    expect(() => relay(context, upstream, { model: "model-1" })).toThrow(expect.objectContaining({ status: 499 }));
    expect([requests.length, inFlight.watchedCount]).toEqual([0, 0]);
  });

  it.each([true, false])("before the headers: the upstream is cancelled (stream: %s)", async (stream) => {
    const { client, begin, rows, inFlight } = setUp({ stream });
    const { response, asked } = begin();
    client.leave();
    expect(asked.aborted).toBe(true);
    await expect(response).rejects.toMatchObject({ status: 499 });
    expect(rows).toMatchObject([{ status: 499, error: "client left" }]);
    expect([inFlight.count, inFlight.watchedCount]).toEqual([0, 0]);
  });

  it("in the middle of a document: the upstream is cancelled", async () => {
    const { client, begin } = setUp({ stream: false });
    const { response, asked } = begin();
    asked.answer(200, JSON_TYPE);
    asked.data('{"choices":');
    client.leave();
    expect(asked.aborted).toBe(true);
    await expect(response).rejects.toMatchObject({ status: 499 });
  });

  it("in the middle of a stream: the tokens reported so far are logged", async () => {
    const { play, rows } = setUp({ dialect: "anthropic-messages" });
    const { asked, body } = await play(MESSAGE_START, ...DELTAS);
    body.cancel();
    expect(asked.aborted).toBe(true);
    expect(rows).toMatchObject([{ status: 499, error: "client left", inputTokens: 25 }]);
  });
});

describe("a stream that fails", () => {
  it.each([
    ["ends without its end", (asked: ScriptedRequest) => asked.end()],
    ["breaks off", (asked: ScriptedRequest) => asked.fail(new Error("reset"))],
    [
      "sends an event without an end",
      (asked: ScriptedRequest) => {
        for (let megabytes = 0; megabytes < 65 && !asked.aborted; megabytes++) asked.data("x".repeat(1024 * 1024));
      },
    ],
  ])("because it %s: one error event, and the tokens reported so far", async (_name, fail) => {
    const { play, sink, rows } = setUp({ dialect: "anthropic-messages" });
    const { asked } = await play(MESSAGE_START, ...DELTAS);
    fail(asked);
    expect(sink.endings).toEqual(["end"]);
    expect(sink.text.match(/event: error/g)).toHaveLength(1);
    expect(rows).toMatchObject([{ status: 502, error: expect.any(String), inputTokens: 25 }]);
  });

  it("by an upstream's error event: the tokens reported so far are logged", async () => {
    const { play, sink, rows } = setUp({ dialect: "anthropic-messages" });
    const { asked } = await play(MESSAGE_START, ...DELTAS);
    const overloaded = event("error", { error: { type: "overloaded_error", message: "Overloaded" } });
    asked.data(overloaded);
    asked.end();
    expect(sink.text.endsWith(overloaded)).toBe(true);
    expect(rows).toMatchObject([{ inputTokens: 25 }]);
  });

  it("at its deadline: the upstream is cancelled, and the tokens reported so far are logged", async () => {
    const { play, sink, rows, inFlight } = setUp({ dialect: "anthropic-messages" });
    const { asked } = await play(MESSAGE_START, ...DELTAS);
    inFlight.tickIn(60_001);
    expect(asked.aborted).toBe(true);
    expect(sink.text).toMatch(/event: error\n.*did not finish within 60000 ms/);
    expect(rows).toMatchObject([{ status: 504, inputTokens: 25 }]);
  });
});

describe("a stream that has ended while its upstream has not", () => {
  const MESSAGE_END = [
    event("message_delta", { delta: { stop_reason: "end_turn" }, usage: { output_tokens: 20 } }),
    event("message_stop"),
  ];
  const chat = chatFrames({ text: "one two three" });
  const cases = [
    ["openai-chat", chat, { outputTokens: 3 }],
    ["anthropic-messages", [MESSAGE_START, ...DELTAS, ...MESSAGE_END], { inputTokens: 25, outputTokens: 20 }],
  ] as const;

  it.each(cases)("is whole when the upstream's connection breaks (%s)", async (dialect, frames, usage) => {
    const { play, sink, rows, inFlight } = setUp({ dialect });
    const { asked } = await play(...frames);
    asked.fail(Object.assign(new Error("reset"), { code: "ECONNRESET" }));
    expect([sink.text, sink.endings]).toEqual([frames.join(""), ["end"]]);
    expect(rows).toMatchObject([{ status: 200, error: null, ...usage }]);
    expect([inFlight.count, inFlight.watchedCount]).toEqual([0, 0]);
  });

  it.each(cases)(
    "has the counters of its beginning when the upstream ends too (%s)",
    async (dialect, frames, usage) => {
      const { play, rows } = setUp({ dialect });
      const { asked } = await play(...frames);
      asked.end();
      expect(rows).toMatchObject([{ status: 200, ...usage }]);
    },
  );

  it.each(cases)("is whole when the client closes (%s)", async (dialect, frames, usage) => {
    const { play, rows } = setUp({ dialect });
    const { asked, body } = await play(...frames);
    body.cancel();
    expect(asked.aborted).toBe(true);
    expect(rows).toMatchObject([{ status: 200, error: null, ...usage }]);
  });

  it.each(cases)("is whole at the deadline (%s)", async (dialect, frames, usage) => {
    const { play, sink, rows, inFlight } = setUp({ dialect });
    const { asked } = await play(...frames);
    inFlight.tickIn(60_001);
    expect(asked.aborted).toBe(true);
    // Pings came before it.
    expect([sink.text.includes("60000 ms"), sink.endings]).toEqual([false, ["end"]]);
    expect(rows).toMatchObject([{ status: 200, error: null, ...usage }]);
  });

  it("is truncated where the connection breaks before [DONE]", async () => {
    const { play, sink, rows } = setUp();
    const { asked } = await play(...chat.slice(0, -1));
    asked.fail(new Error("reset"));
    expect(sink.text).toContain('"error"');
    expect(rows).toMatchObject([{ status: 502, outputTokens: 3 }]);
  });
});

describe("a stream", () => {
  it("passes unchanged, and pauses the upstream while the client is behind", async () => {
    const frames = chatFrames({ text: "one two three" });
    const { play, sink, rows, inFlight } = setUp();
    const { asked, body } = await play(frames[0] as string);
    sink.isFull = true;
    asked.data(frames[1] as string);
    expect(asked.paused).toBe(true);
    sink.isFull = false;
    body.resume();
    expect(asked.paused).toBe(false);
    for (const frame of frames.slice(2)) asked.data(frame);
    asked.end();
    expect([sink.text, sink.endings]).toEqual([frames.join(""), ["end"]]);
    expect(rows).toMatchObject([{ status: 200, outputTokens: 3 }]);
    expect([asked.aborted, inFlight.count, inFlight.watchedCount]).toEqual([false, 0, 0]);
  });

  it("that is refused is the upstream's error", async () => {
    const { begin, sink } = setUp();
    const { response, asked } = begin();
    asked.answer(503, JSON_TYPE);
    asked.data(JSON.stringify({ error: { message: "Overloaded" } }));
    asked.end();
    await expect(response).rejects.toMatchObject({ status: 503, message: expect.stringContaining("Overloaded") });
    expect(sink.text).toBe("");
  });

  it("that arrives as a document is an error, and an endless upstream is cancelled", async () => {
    const { begin } = setUp();
    const { response, asked } = begin();
    asked.answer(200, JSON_TYPE);
    for (let megabytes = 0; megabytes < 2; megabytes++) asked.data("x".repeat(1024 * 1024));
    expect(asked.aborted).toBe(true);
    await expect(response).rejects.toMatchObject({ status: 502, code: "upstream_malformed" });
    await turn();
  });
});
