import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { chatFrames } from "./chat-fixtures.ts";
import {
  closeBeforeHeaders,
  jsonReply,
  neverAnswer,
  type StubUpstream,
  splitBytes,
  startStubUpstream,
  streamReply,
} from "./stub-upstream.ts";

let stub: StubUpstream;
beforeAll(async () => {
  stub = await startStubUpstream();
});
afterAll(() => stub.close());
beforeEach(() => stub.reset());

const post = (body: unknown, signal?: AbortSignal) =>
  fetch(`${stub.url}/chat/completions?a=1`, { method: "POST", body: JSON.stringify(body), signal });

describe("the stub upstream", () => {
  it("answers and records by default", async () => {
    const reply = await (await post({ model: "m" })).json();
    expect(reply.choices[0].message.content).toBe("Hello from the stub upstream.");
    expect(stub.requests).toMatchObject([{ method: "POST", path: "/v1/chat/completions?a=1" }]);
    expect(stub.requests[0]?.body.toString()).toBe('{"model":"m"}');
  });

  it("streams by default when asked to", async () => {
    const text = await (await post({ model: "m", stream: true })).text();
    expect(text).toBe(chatFrames({ model: "m", text: "Hello from the stub upstream." }).join(""));
  });

  it("answers an error with its headers", async () => {
    stub.respondWith(jsonReply({ error: { message: "slow down" } }, { status: 429, headers: { "retry-after": "3" } }));
    const response = await post({});
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "3"]);
  });

  it("sends the chunks one by one", async () => {
    const chunks = splitBytes("data: é\n\n", [3, 7]);
    stub.respondWith(streamReply({ chunks, delayMs: 20 }));
    const received: number[] = [];
    for await (const chunk of (await post({})).body ?? []) received.push(chunk.length);
    expect(received).toEqual([3, 4, 3]);
  });

  it("cuts the connection mid-frame, which is no abort of the client's", async () => {
    stub.respondWith(streamReply({ chunks: ["data: {"], ending: "cut" }));
    await expect(post({}).then((response) => response.text())).rejects.toThrow();
    expect(stub.aborts).toEqual([]);
  });

  it("closes before the headers", async () => {
    stub.respondWith(closeBeforeHeaders());
    await expect(post({})).rejects.toThrow();
  });

  it.each([
    ["before the first byte", neverAnswer(), 0],
    ["mid-stream", streamReply({ chunks: ["data: 1\n\n"], ending: "silence" }), 1],
  ])("sees a client that disconnects %s", async (_when, handler, chunksBefore) => {
    stub.respondWith(handler);
    const leaving = new AbortController();
    const answer = post({}, leaving.signal);
    if (chunksBefore > 0) await (await answer).body?.getReader().read();
    await expect.poll(() => stub.requests.length).toBe(1);
    expect(stub.aborts).toEqual([]);
    leaving.abort();
    await answer.catch(() => {});
    await expect.poll(() => stub.aborts.length).toBe(1);
    expect(stub.aborts[0]?.at).toBeGreaterThanOrEqual(stub.requests[0]?.receivedAt ?? Number.POSITIVE_INFINITY);
  });
});
