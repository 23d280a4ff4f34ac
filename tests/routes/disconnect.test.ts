/** Law 6: a client that leaves cancels the upstream within a second, whenever it leaves. */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { chatFrames } from "../support/chat-fixtures.ts";
import { mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { mistralEntry } from "../support/mistral-entry.ts";
import { neverAnswer, type StubUpstream, startStubUpstream, streamReply } from "../support/stub-upstream.ts";

const LAW_MS = 1_000;

async function until(condition: () => boolean, limitMs: number): Promise<boolean> {
  const end = Date.now() + limitMs;
  while (Date.now() < end) {
    if (condition()) return true;
    await delay(10);
  }
  return condition();
}

const lanes = ["relay", "translate", "bridge"] as const;

describe.each(mounts)("a client that disconnects, on the %s mount", (mount) => {
  let upstream: StubUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startStubUpstream();
    gateway = await startGateway({
      mount,
      environment: { BRIDGE_KEY: "sk-bridge" },
      config: {
        upstreams: {
          relay: { baseUrl: upstream.url },
          translate: { baseUrl: upstream.url, lane: "translate" },
          bridge: mistralEntry(upstream),
        },
      },
    });
  });
  afterEach(() => upstream.reset());
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });

  describe.each(lanes)("in the %s lane", (lane) => {
    const body = (stream: boolean) => ({ model: `${lane}/m`, stream, messages: [{ role: "user", content: "hi" }] });

    it.each([
      ["of a stream, before the first byte", true],
      ["of a call without a stream", false],
    ])("%s", async (_, stream) => {
      upstream.respondWith(neverAnswer());
      const abort = new AbortController();
      const call = gateway.chat(body(stream), { signal: abort.signal }).catch((error: Error) => error.name);
      expect(await until(() => upstream.requests.length === 1, 5_000)).toBe(true);
      const left = Date.now();
      abort.abort();
      expect(await call).toBe("AbortError");
      expect(await until(() => upstream.aborts.length === 1, LAW_MS)).toBe(true);
      expect((upstream.aborts[0]?.at ?? 0) - left).toBeLessThan(LAW_MS);
    });

    it("of a stream, between two events", async () => {
      const [first = "", second = ""] = chatFrames({ text: "a b c" });
      upstream.respondWith(streamReply({ chunks: [first, second], ending: "silence" }));
      const abort = new AbortController();
      const response = await gateway.chat(body(true), { signal: abort.signal });
      await (response.body as ReadableStream<Uint8Array>).getReader().read();
      abort.abort();
      expect(await until(() => upstream.aborts.length === 1, LAW_MS)).toBe(true);
    });

    it("while the upstream sends fast and the client does not read", async () => {
      const frames = chatFrames({ text: "x".repeat(20_000) });
      const flood = Array.from({ length: 2_000 }, () => frames[1] as string);
      upstream.respondWith(streamReply({ chunks: flood, delayMs: 0, ending: "silence" }));
      const abort = new AbortController();
      const response = await gateway.chat(body(true), { signal: abort.signal });
      expect(response.status).toBe(200);
      await delay(200);
      abort.abort();
      expect(await until(() => upstream.aborts.length === 1, LAW_MS)).toBe(true);
    });
  });

  it("leaves the gateway running, without a logged fault", async () => {
    const response = await gateway.chat({ model: "sandbox/echo", messages: [{ role: "user", content: "still here" }] });
    expect(response.status).toBe(200);
    expect(gateway.output()).not.toMatch(/error|unhandled/i);
  });
});
