/** Retries before the first byte, and the time-outs of an upstream. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { chatFrames } from "../support/chat-fixtures.ts";
import { CLOSED_PORT } from "../support/closed-port.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { readText } from "../support/read-text.ts";
import {
  closeBeforeHeaders,
  jsonReply,
  neverAnswer,
  type StubHandler,
  type StubUpstream,
  startStubUpstream,
  streamReply,
} from "../support/stub-upstream.ts";

const messages = [{ role: "user", content: "hi" }];
const overloaded = { error: { message: "busy now", type: "server_error", code: "overloaded" } };

describe.each(mounts)("an upstream that fails, on the %s mount", (mount) => {
  let upstream: StubUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startStubUpstream();
    gateway = await startGateway({
      mount,
      config: {
        streams: { pingMs: 50 },
        upstreams: {
          up: { baseUrl: upstream.url, retries: { attempts: 2, maxDelayMs: 200 } },
          gemini: {
            baseUrl: upstream.url,
            dialects: ["google-generate"],
            retries: { attempts: 2, maxDelayMs: 200 },
          },
          hasty: {
            baseUrl: upstream.url,
            retries: { attempts: 0 },
            timeouts: { firstByteMs: 300, idleMs: 300, totalMs: 60_000 },
          },
          brief: { baseUrl: upstream.url, retries: { attempts: 0 }, timeouts: { totalMs: 400 } },
          gone: { baseUrl: `http://127.0.0.1:${CLOSED_PORT}/v1`, retries: { attempts: 1, maxDelayMs: 100 } },
        },
      },
    });
  });
  afterEach(() => upstream.reset());
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });

  /** Fails `times` times, then answers as usual. */
  function failing(times: number, failure: StubHandler): void {
    upstream.respondWith((request, response) => {
      if (upstream.requests.length === times) upstream.respondWith(undefined);
      return failure(request, response);
    });
  }

  it.each([408, 429, 500, 502, 503])("a %i is retried, and the client sees only the success", async (status) => {
    failing(1, jsonReply(overloaded, { status, headers: { "retry-after": "0" } }));
    for (const stream of [false, true]) {
      upstream.requests.length = 0;
      const response = await gateway.chat({ model: "up/m", messages, stream });
      expect(response.status).toBe(200);
      expect(await response.text()).toContain("Hello");
    }
  });

  it("a connection that closes without a response is retried", async () => {
    failing(1, closeBeforeHeaders());
    expect((await gateway.chat({ model: "up/m", messages })).status).toBe(200);
    expect(upstream.requests).toHaveLength(2);
  });

  it("the last failure keeps its status and text, and retries are limited", async () => {
    upstream.respondWith(jsonReply(overloaded, { status: 503, headers: { "retry-after-ms": "1" } }));
    const response = await gateway.chat({ model: "up/m", messages });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      error: 503,
      message: "busy now",
      type: "server_error",
      code: "overloaded",
    });
    expect(upstream.requests).toHaveLength(3);
  });

  it("retry-after is respected; one that is too long goes to the client", async () => {
    failing(1, jsonReply(overloaded, { status: 429, headers: { "retry-after-ms": "150" } }));
    expect((await gateway.chat({ model: "up/m", messages })).status).toBe(200);
    const [first, second] = upstream.requests;
    expect((second?.receivedAt ?? 0) - (first?.receivedAt ?? 0)).toBeGreaterThanOrEqual(140);
    upstream.reset();
    upstream.respondWith(jsonReply(overloaded, { status: 429, headers: { "retry-after": "30" } }));
    const response = await gateway.chat({ model: "up/m", messages });
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("30");
    expect(upstream.requests).toHaveLength(1);
  });

  describe("a retry delay in the body of a refusal", () => {
    const path = "/v1beta/models/gemini/m:generateContent";
    const body = JSON.stringify({ contents: [{ role: "user", parts: [{ text: "hi" }] }] });
    const lanes = {
      relay: () => fetch(gateway.url + path, { method: "POST", headers: AUTHORIZED, body }),
      translate: () => gateway.chat({ model: "gemini/m", messages }),
    };
    const candidates = [{ content: { role: "model", parts: [{ text: "Hello" }] }, finishReason: "STOP" }];
    const refusal = (computeRetryDelay: string) => ({
      error: { code: 429, message: "slow down", details: [{ "@type": "x/google.rpc.RetryInfo", computeRetryDelay }] },
    });

    it.each(["relay", "translate"] as const)("is respected in the %s lane", async (lane) => {
      upstream.respondWith((request, response) => {
        const isFirst = upstream.requests.length === 1;
        return jsonReply(isFirst ? refusal("0.15s") : { candidates }, { status: isFirst ? 429 : 200 })(
          request,
          response,
        );
      });
      const answer = await lanes[lane]();
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain("Hello");
      const [first, second] = upstream.requests;
      expect((second?.receivedAt ?? 0) - (first?.receivedAt ?? 0)).toBeGreaterThanOrEqual(140);
    });

    it.each(["relay", "translate"] as const)("goes to the client when it is too long, in the %s lane", async (lane) => {
      upstream.respondWith(jsonReply(refusal("34.4s"), { status: 429 }));
      const answer = await lanes[lane]();
      expect(answer.status).toBe(429);
      expect(answer.headers.get("retry-after")).toBe("35");
      expect((await answer.json()).message).toBe("slow down");
      expect(upstream.requests).toHaveLength(1);
    });

    it("is not waited for when it is missing or the refusal is cut", async () => {
      failing(1, jsonReply({ error: { message: "slow down" } }, { status: 503 }));
      expect((await lanes.translate()).status).not.toBe(503);
      expect(upstream.requests).toHaveLength(2);
      upstream.reset();
      failing(1, (_, response) => {
        response.writeHead(429, { "content-length": "100" });
        response.write("{");
        setTimeout(() => response.destroy(), 20);
      });
      expect((await lanes.translate()).status).not.toBe(429);
      expect(upstream.requests).toHaveLength(2);
    });
  });

  it.each([400, 401, 404, 422])("a %i is not retried", async (status) => {
    upstream.respondWith(jsonReply(overloaded, { status }));
    expect((await gateway.chat({ model: "up/m", messages })).status).toBe(status);
    expect(upstream.requests).toHaveLength(1);
  });

  it("nothing is retried once the response has begun", async () => {
    upstream.respondWith(streamReply({ chunks: chatFrames({ text: "a b" }).slice(0, 2), ending: "cut", delayMs: 20 }));
    const response = await gateway.chat({ model: "up/m", messages, stream: true });
    expect(await response.text()).toContain("upstream_truncated");
    expect(upstream.requests).toHaveLength(1);
  });

  it("an unreachable upstream is a 502 that names it", async () => {
    const response = await gateway.chat({ model: "gone/m", messages });
    expect(response.status).toBe(502);
    expect((await response.json()).message).toContain('"gone" could not be reached (ECONNREFUSED)');
  });

  it("an upstream that does not begin in time is a 504", async () => {
    upstream.respondWith(neverAnswer());
    const response = await gateway.chat({ model: "hasty/m", messages });
    expect(response.status).toBe(504);
    expect(await response.json()).toMatchObject({ error: 504, code: "upstream_timeout" });
  });

  it("an upstream that falls silent mid-response ends the stream with an error", async () => {
    upstream.respondWith(streamReply({ chunks: chatFrames({ text: "a b" }).slice(0, 2), ending: "silence" }));
    const text = await (await gateway.chat({ model: "hasty/m", messages, stream: true })).text();
    expect(text).toMatch(/"type":"error".*"code":504/);
  });

  it.each([true, false])("the total time limit ends the request (stream: %s)", async (stream) => {
    upstream.respondWith(
      stream ? streamReply({ chunks: chatFrames({ text: "a" }).slice(0, 2), ending: "silence" }) : neverAnswer(),
    );
    const response = await gateway.chat({ model: "brief/m", messages, stream });
    expect(await response.text()).toContain("did not finish within 400 ms");
    expect(response.status).toBe(stream ? 200 : 504);
  });

  it("comments keep the stream alive, also before the upstream's first byte", async () => {
    const pinged = Promise.withResolvers<void>();
    upstream.respondWith(async (request, response) => {
      await pinged.promise;
      await streamReply({ chunks: chatFrames({ text: "late" }) })(request, response);
    });
    const response = await gateway.chat({ model: "up/m", messages, stream: true });
    const text = await readText(response, () => pinged.resolve());
    expect(text.startsWith(": ping\n\n")).toBe(true);
    expect(text.replaceAll(": ping\n\n", "")).toBe(chatFrames({ text: "late", model: "stub-model" }).join(""));
  });

  it("an error after the first comment is sent as an error event", async () => {
    const pinged = Promise.withResolvers<void>();
    upstream.respondWith(async (request, response) => {
      await pinged.promise;
      await jsonReply(overloaded, { status: 400 })(request, response);
    });
    const response = await gateway.chat({ model: "up/m", messages, stream: true });
    expect(response.status).toBe(200);
    const text = await readText(response, () => pinged.resolve());
    expect(text.replaceAll(": ping\n\n", "")).toMatch(/^data: \{"type":"error".*busy now.*\}\n\n$/);
  });
});
