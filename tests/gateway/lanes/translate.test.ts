/** translate: an upstream's stream in another dialect, when either side stops in the middle of it. */
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { playBody } from "#lib/gateway/bodies/play-body.ts";
import { translate } from "#lib/gateway/lanes/translate.ts";
import { isAsyncIterable } from "#lib/gateway/request/endpoint.ts";
import type { BodyStream } from "#lib/http/http-message.ts";
import { sseFrame } from "#tests/support/chat-fixtures.ts";
import { createTestRequest } from "#tests/support/request-context.ts";
import { ScriptedSink } from "#tests/support/scripted-sink.ts";
import { createScriptedUpstream, type ScriptedRequest } from "#tests/support/scripted-upstream.ts";

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
const TEXT = [
  event("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
  ...Array.from({ length: 20 }, () =>
    event("content_block_delta", { index: 0, delta: { type: "text_delta", text: "word " } }),
  ),
];
const END = [
  event("content_block_stop", { index: 0 }),
  event("message_delta", { delta: { stop_reason: "end_turn" }, usage: { output_tokens: 20 } }),
  event("message_stop"),
];

function setUp() {
  const request = createTestRequest({ body: { stream: true } });
  const { context } = request;
  const dialect = dialects["anthropic-messages"];
  const { upstream, requests } = createScriptedUpstream({ dialects: [dialect.id], lane: "translate" });
  const call = { ...context.dialect.readRequest(context.wire), model: "model-1" };
  const sink = new ScriptedSink();
  const fetchText = () => translate(context, { call, upstream, dialect });
  const play = async (): Promise<{ asked: ScriptedRequest; body: BodyStream }> => {
    const response = await fetchText();
    const [asked] = requests;
    if (!asked || !isAsyncIterable(response.body)) throw new Error("A stream of the upstream was expected.");
    const playing = playBody({ ...response, body: response.body }, context);
    asked.answer(200, { "content-type": "text/event-stream" });
    for (const frame of [MESSAGE_START, ...TEXT]) asked.data(frame);
    const body = (await playing).body as BodyStream;
    body.start(sink);
    await turn();
    return { asked, body };
  };
  return { ...request, requests, sink, ask: fetchText, play };
}

describe("a translated stream", () => {
  it("succeeds, with the total usage", async () => {
    const { play, sink, rows, inFlight } = setUp();
    const { asked } = await play();
    for (const frame of END) asked.data(frame);
    asked.end();
    await turn();
    expect(sink.text.endsWith("data: [DONE]\n\n")).toBe(true);
    expect(rows).toMatchObject([{ status: 200, inputTokens: 25, outputTokens: 20 }]);
    expect([asked.aborted, inFlight.count, inFlight.watchedCount]).toEqual([false, 0, 0]);
  });

  it("succeeds where the upstream's connection breaks after its end", async () => {
    const { play, sink, rows } = setUp();
    const { asked } = await play();
    for (const frame of END) asked.data(frame);
    asked.fail(Object.assign(new Error("reset"), { code: "ECONNRESET" }));
    await turn();
    expect(sink.text.endsWith("data: [DONE]\n\n")).toBe(true);
    expect(rows).toMatchObject([{ status: 200, error: null, inputTokens: 25, outputTokens: 20 }]);
  });

  it("is not requested for a client that has disconnected", async () => {
    const { client, ask: fetchText, requests } = setUp();
    client.leave();
    await expect(fetchText()).rejects.toMatchObject({ status: 499 });
    expect(requests).toEqual([]);
  });

  it("is cancelled by a client that disconnects, and the tokens reported so far are logged", async () => {
    const { play, rows } = setUp();
    const { asked, body } = await play();
    body.cancel();
    expect(asked.aborted).toBe(true);
    expect(rows).toMatchObject([{ status: 499, error: "client left", inputTokens: 25 }]);
  });

  it.each([
    ["is cut", (asked: ScriptedRequest) => asked.end()],
    ["breaks off", (asked: ScriptedRequest) => asked.fail(new Error("reset"))],
    [
      "fails by an event of its own",
      (asked: ScriptedRequest) => {
        asked.data(event("error", { error: { type: "overloaded_error", message: "Overloaded" } }));
        asked.end();
      },
    ],
  ])("that %s: one error event, and the tokens reported so far", async (_name, fail) => {
    const { play, sink, rows } = setUp();
    const { asked } = await play();
    fail(asked);
    await turn();
    expect(sink.endings).toEqual(["end"]);
    expect(sink.text.match(/"error":/g)).toHaveLength(1);
    expect(rows).toMatchObject([{ error: expect.any(String), inputTokens: 25 }]);
  });

  it("at its deadline is cancelled, and the tokens reported so far are logged", async () => {
    const { play, sink, rows, inFlight } = setUp();
    const { asked } = await play();
    inFlight.tickIn(60_001);
    await turn();
    expect(asked.aborted).toBe(true);
    expect(sink.endings).toEqual(["end"]);
    expect(rows).toMatchObject([{ status: 504, inputTokens: 25 }]);
  });
});
