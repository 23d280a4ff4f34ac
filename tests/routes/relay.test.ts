/** Law 1, relay is exact, on both mounts. */
import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { chatFrames, chatReply } from "../support/chat-fixtures.ts";
import { streamFixtures } from "../support/fixtures.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { jsonReply, type StubUpstream, splitBytes, startStubUpstream, streamReply } from "../support/stub-upstream.ts";

const user = { role: "user", content: "Hello" };

/** A fixed sequence of numbers in [0, 1), so that a failure can be repeated. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** The stream as a provider sends it: fixtures hold one event a line. */
function toFrames(events: unknown[], newline: string): string {
  return [...events.map((event) => `data: ${JSON.stringify(event)}`), "data: [DONE]"]
    .map((line) => line + newline + newline)
    .join("");
}

describe.each(mounts)("the relay lane on the %s mount", (mount) => {
  let upstream: StubUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startStubUpstream();
    gateway = await startGateway({
      mount,
      environment: { OPENAI_API_KEY: "sk-upstream-secret", OPENAI_BASE_URL: upstream.url },
      config: {
        aliases: { fast: "openai/stub-model" },
        upstreams: { local: { baseUrl: `${upstream.url}/`, headers: { "X-Team": "demo" }, models: ["a/b"] } },
      },
    });
  });
  afterEach(() => upstream.reset());
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });

  it("sends the body unchanged but for the model, with the upstream's credential", async () => {
    const body = `{ "model":"openai/stub-model", "seed": 9223372036854775807,\n "messages":[{"role":"user","content":"\\u0048é 🙂"}], "vendor_field": {"deep": [1.0, null]} }`;
    const response = await gateway.chat(body);
    expect(response.status).toBe(200);
    const [sent] = upstream.requests;
    expect(sent?.path).toBe("/v1/chat/completions");
    expect(sent?.body.toString("utf8")).toBe(body.replace("openai/stub-model", "stub-model"));
    expect(sent?.headers.authorization).toBe("Bearer sk-upstream-secret");
    expect(sent?.headers["content-type"]).toBe("application/json");
    expect(JSON.stringify(sent?.headers)).not.toContain(AUTHORIZED.authorization);
    expect(response.headers.get("x-gateway-lane")).toBe("relay");
    expect(response.headers.get("x-gateway-upstream")).toBe("openai");
    expect(response.headers.get("x-gateway-dropped")).toBeNull();
    expect(response.headers.get("x-request-id")).toMatch(/^req_/);
  });

  it.each([
    ["before", (image: string) => `{ "model":"openai/stub-model", "seed": 9223372036854775807, ${image} }`],
    ["behind", (image: string) => `{ ${image}, "x": "\\u0048é", "model" : "openai/stub-model" }`],
    ["between", (image: string) => `{ ${image}, "model":"openai/stub-model","copy":[{${image}}] }`],
  ])("sends a large body unchanged, with the model %s an image of 3 MB", async (_place, write) => {
    const url = `data:image/png;base64,${"QUJD".repeat(750_000)}`;
    const image = `"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"${url}"}}]}]`;
    const body = write(image);
    const response = await gateway.chat(body);
    expect(response.status).toBe(200);
    const [sent] = upstream.requests;
    expect(sent?.body.equals(Buffer.from(body.replace("openai/stub-model", "stub-model")))).toBe(true);
    expect(sent?.headers["content-length"]).toBe(String(sent?.body.length));
    expect(response.headers.get("x-gateway-lane")).toBe("relay");
  });

  it("names the error in a large body that is not JSON", async () => {
    const response = await gateway.chat(`{"model":"openai/stub-model","a":"${"x".repeat(2_000_000)}",}`);
    expect(response.status).toBe(400);
    expect((await response.json()).message).toMatch(/^Invalid JSON in request body at position 2000/);
    expect(upstream.requests).toHaveLength(0);
  });

  it("passes the bytes of a reply unchanged, including odd spacing and unknown fields", async () => {
    const reply = ` {"choices": [ ],\n"big":12345678901234567890, "usage":{"prompt_tokens":1,"completion_tokens":2}}\n`;
    upstream.respondWith(
      jsonReply(reply, {
        headers: { "x-ratelimit-remaining-tokens": "7", "set-cookie": "a=b", "x-request-id": "up-1" },
      }),
    );
    const response = await gateway.chat({ model: "openai/stub-model", messages: [user] });
    expect(await response.text()).toBe(reply);
    expect(response.headers.get("x-ratelimit-remaining-tokens")).toBe("7");
    expect(response.headers.get("x-upstream-request-id")).toBe("up-1");
    expect(response.headers.get("set-cookie")).toBeNull();
  });

  it.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
    ["zstd", zstdCompressSync],
  ] as const)("reads a reply that is compressed with %s although not requested", async (encoding, compress) => {
    const headers = { "content-encoding": encoding };
    const reply = JSON.stringify(chatReply({ text: "compressed" }));
    upstream.respondWith((_, response) => {
      response.writeHead(200, { "content-type": "application/json", ...headers });
      response.end(compress(reply));
    });
    const response = await gateway.chat({ model: "openai/stub-model", messages: [user] });
    expect(response.headers.get("content-encoding")).toBeNull();
    expect(await response.text()).toBe(reply);
    const stream = chatFrames({ text: "compressed too" }).join("");
    upstream.respondWith(streamReply({ chunks: [compress(stream)], headers }));
    const streamed = await gateway.chat({ model: "openai/stub-model", messages: [user], stream: true });
    expect(await streamed.text()).toBe(stream);
    expect(upstream.requests[0]?.headers["accept-encoding"]).toBe("identity");
  });

  it("passes a reply of several megabytes whole", async () => {
    const reply = JSON.stringify(chatReply({ text: "é".repeat(3_000_000) }));
    upstream.respondWith(jsonReply(reply));
    const response = await gateway.chat({ model: "openai/stub-model", messages: [user] });
    expect(await response.text()).toBe(reply);
  });

  it("resolves an alias, a name with slashes and a base URL with a slash at its end", async () => {
    await gateway.chat({ model: "fast", messages: [user] });
    await gateway.chat({ model: "local/a/b", messages: [user] });
    await gateway.chat({ model: "a/b", messages: [user] });
    expect(upstream.requests.map(({ path, body }) => [path, JSON.parse(body.toString()).model])).toEqual([
      ["/v1/chat/completions", "stub-model"],
      ["/v1/chat/completions", "a/b"],
      ["/v1/chat/completions", "a/b"],
    ]);
    expect(upstream.requests[1]?.headers["x-team"]).toBe("demo");
    expect(upstream.requests[1]?.headers.authorization).toBeUndefined();
  });

  it.each(["\n", "\r\n"])("passes a stream's bytes at any chunk boundary (line ends %j)", async (newline) => {
    const random = randomOf(7);
    const streams = streamFixtures("openai-chat").map(({ events }) => toFrames(events.slice(0, 40), newline));
    const own = `: hello${newline}${newline}${chatFrames({ text: "Grüße an alle 🙂 🙂" }).join("").replaceAll("\n", newline)}`;
    for (const stream of [own, ...streams]) {
      const length = Buffer.byteLength(stream);
      const offsets = Array.from({ length: 12 }, () => Math.floor(random() * length)).sort((a, b) => a - b);
      upstream.respondWith(streamReply({ chunks: splitBytes(stream, offsets) }));
      const response = await gateway.chat({ model: "openai/stub-model", messages: [user], stream: true });
      expect(response.headers.get("content-type")).toContain("text/event-stream");
      expect(response.headers.get("cache-control")).toBe("no-cache, no-store, no-transform");
      expect(await response.text()).toBe(stream);
    }
  });

  it("never splits an event over two writes", async () => {
    const frames = chatFrames({ text: "one two three" });
    const bytes = Buffer.from(frames.join(""));
    const every = Array.from({ length: Math.floor(bytes.length / 50) }, (_, index) => (index + 1) * 50);
    upstream.respondWith(streamReply({ chunks: splitBytes(bytes, every), delayMs: 2 }));
    const response = await gateway.chat({ model: "openai/stub-model", messages: [user], stream: true });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      expect(Buffer.from(read.value).toString("utf8").endsWith("\n\n")).toBe(true);
    }
  });

  it("sends the first event on at once, long before the second", async () => {
    const [first = "", ...rest] = chatFrames({ text: "slow" });
    upstream.respondWith(streamReply({ chunks: [first, rest.join("")], delayMs: 400 }));
    const response = await gateway.chat({ model: "openai/stub-model", messages: [user], stream: true });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const read = await reader.read();
    expect(Buffer.from(read.value as Uint8Array).toString("utf8")).toBe(first);
    expect(upstream.aborts).toHaveLength(0);
    await reader.cancel();
  });

  it("reads both /v1 and /api/v1, with or without a slash at the end", async () => {
    for (const path of ["/api/v1/chat/completions", "/v1/chat/completions/"]) {
      const response = await fetch(gateway.url + path, {
        method: "POST",
        headers: AUTHORIZED,
        body: JSON.stringify({ model: "fast", messages: [user] }),
      });
      expect([path, response.status]).toEqual([path, 200]);
    }
  });
});
