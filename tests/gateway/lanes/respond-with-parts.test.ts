/** respondWithParts: Parts as a stream of events or as one reply, ended well, failed or cut. */
import { describe, expect, it, vi } from "vitest";
import type { Part } from "#lib/canonical/part.ts";
import { playBody } from "#lib/gateway/bodies/play-body.ts";
import { PushQueue } from "#lib/gateway/bodies/push-queue.ts";
import { respondWithParts } from "#lib/gateway/lanes/respond-with-parts.ts";
import { type EndpointResponse, isAsyncIterable } from "#lib/gateway/request/endpoint.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { BodyStream } from "#lib/http/http-message.ts";
import { createTestRequest } from "#tests/support/request-context.ts";
import { ScriptedSink } from "#tests/support/scripted-sink.ts";

const TEXT: Part[] = [
  { type: "start" },
  { type: "text-start", choice: 0, id: "t" },
  { type: "text-delta", choice: 0, id: "t", text: "Hello" },
];
const REST: Part[] = [
  { type: "text-end", choice: 0, id: "t" },
  { type: "finish", choice: 0, reason: { unified: "stop" } },
  { type: "usage", usage: { inputTokens: 3, outputTokens: 2 } },
];
const ERROR: Part = { type: "error", status: 429, message: "Slow down.", code: "rate_limited" };

function setUp({ stream }: { stream: boolean }) {
  const request = createTestRequest({ body: { stream, stream_options: stream ? { include_usage: true } : undefined } });
  const onCancel = vi.fn();
  const parts = new PushQueue<Part>({ onCancel });
  const deadline = { ms: 1_000, error: () => new GatewayError({ status: 504, message: "too late" }) };
  const answer = () => respondWithParts(request.context, parts, { deadline });
  return { ...request, parts, onCancel, answer };
}

/** Plays the stream as `handle` does. */
async function playStream({ answer, context }: ReturnType<typeof setUp>): Promise<ScriptedSink> {
  const response = (await answer()) as EndpointResponse;
  if (!isAsyncIterable(response.body)) throw new Error("A stream was expected.");
  const { body } = await playBody({ ...response, body: response.body }, context);
  const sink = new ScriptedSink();
  (body as BodyStream).start(sink);
  await vi.waitFor(() => expect(sink.endings).toHaveLength(1), { interval: 1 });
  return sink;
}

describe("as a stream", () => {
  it("ends with its dialect's terminator, and records the usage", async () => {
    const test = setUp({ stream: true });
    test.parts.push([...TEXT, ...REST]);
    test.parts.end();
    const { text } = await playStream(test);
    expect(text).toContain("Hello");
    expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
    expect(test.rows).toMatchObject([{ status: 200, inputTokens: 3, outputTokens: 2 }]);
    expect(test.onCancel).not.toHaveBeenCalled();
  });

  it("that begins with an error Part is an HTTP error with its status", async () => {
    const test = setUp({ stream: true });
    test.parts.push([ERROR]);
    await expect(playStream(test)).rejects.toMatchObject({ status: 429, code: "rate_limited" });
    expect(test.onCancel).toHaveBeenCalledTimes(1);
  });

  it("sends the events before an error Part, then the error, and nothing after it", async () => {
    const test = setUp({ stream: true });
    test.parts.push([...TEXT, ERROR, ...REST]);
    test.parts.end();
    const { text } = await playStream(test);
    expect(text.indexOf("Hello")).toBeGreaterThan(0);
    expect(text.indexOf("Slow down.")).toBeGreaterThan(text.indexOf("Hello"));
    expect(text).not.toContain("[DONE]");
    expect(test.rows).toMatchObject([{ status: 429, error: "Slow down.", inputTokens: null }]);
  });

  it.each([
    ["before a choice came to its finish", TEXT],
    ["before a second choice came to its finish", [...TEXT, { ...TEXT[1], choice: 1, id: "u" } as Part, ...REST]],
    ["without a Part", []],
  ])("that stops %s is truncated", async (_name, cut) => {
    const test = setUp({ stream: true });
    test.parts.push([...cut]);
    test.parts.end();
    if (cut.length === 0) await expect(playStream(test)).rejects.toMatchObject({ status: 502 });
    else expect((await playStream(test)).text).toContain("upstream_truncated");
  });

  it("names fields dropped before its first event in its headers", async () => {
    const test = setUp({ stream: true });
    const response = await test.answer();
    test.context.log.dropped = ["top_k"];
    if (!isAsyncIterable(response.body)) throw new Error("A stream was expected.");
    test.parts.push([...TEXT]);
    const { headers } = await playBody({ ...response, body: response.body }, test.context);
    expect(headers).toMatchObject({ "x-gateway-dropped": "top_k" });
  });

  it("ends its work when it is abandoned before its first event", async () => {
    const { answer, onCancel } = setUp({ stream: true });
    const { body } = await answer();
    if (!isAsyncIterable(body)) throw new Error("A stream was expected.");
    await body[Symbol.asyncIterator]().return?.();
    expect(onCancel).toHaveBeenCalledTimes(1);
  });
});

describe("as one reply", () => {
  it("is complete, with its usage in the log entry", async () => {
    const { parts, answer, context } = setUp({ stream: false });
    parts.push([...TEXT, ...REST]);
    parts.end();
    const { status, body } = await answer();
    expect(status).toBe(200);
    expect(JSON.parse(body as string).choices[0].message.content).toBe("Hello");
    expect(context.log.usage).toMatchObject({ inputTokens: 3, outputTokens: 2 });
  });

  it.each([
    ["an error Part", [...TEXT, ERROR], 429],
    ["a cut", TEXT, 502],
  ])("fails by %s", async (_name, given, status) => {
    const { parts, answer } = setUp({ stream: false });
    parts.push([...given]);
    parts.end();
    await expect(answer()).rejects.toMatchObject({ status });
  });

  it("is cancelled when the client disconnects", async () => {
    const { parts, answer, client, onCancel } = setUp({ stream: false });
    parts.push([...TEXT]);
    const answering = answer();
    client.leave();
    await expect(answering).rejects.toMatchObject({ status: 499 });
    expect(onCancel).toHaveBeenCalledTimes(1);
  });

  it("is cancelled at its deadline", async () => {
    const { answer, inFlight, onCancel } = setUp({ stream: false });
    const answering = answer();
    inFlight.tickIn(1_001);
    await expect(answering).rejects.toMatchObject({ status: 504 });
    expect([onCancel.mock.calls.length, inFlight.watchedCount]).toEqual([1, 0]);
  });
});
