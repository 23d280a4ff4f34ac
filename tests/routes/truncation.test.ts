/** Law 5: a stream ends in exactly one way, and a truncated upstream is an error, never a clean end. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { chatFrames, chatReply } from "../support/chat-fixtures.ts";
import { mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { mistralEntry } from "../support/mistral-entry.ts";
import {
  closeBeforeHeaders,
  jsonReply,
  type StubUpstream,
  startStubUpstream,
  streamReply,
} from "../support/stub-upstream.ts";

const frames = chatFrames({ text: "one two three" });
const withoutEnd = frames.slice(0, 3);
const half = (frames[3] as string).slice(0, 40);

/** Returns the JSON of the last event; fails when the stream has an incomplete event. */
function lastEvent(text: string): { type?: string; message?: string; error?: { code?: number; status?: string } } {
  expect(text.endsWith("\n\n")).toBe(true);
  const events = text
    .split("\n\n")
    .filter(Boolean)
    .map((frame) => JSON.parse(frame.replace(/^data: /, "")));
  return events.at(-1);
}

describe.each(mounts)("a truncated upstream, on the %s mount", (mount) => {
  let upstream: StubUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startStubUpstream();
    const entry = { baseUrl: upstream.url, retries: { attempts: 0 } };
    gateway = await startGateway({
      mount,
      environment: { BRIDGE_KEY: "sk-bridge" },
      config: {
        upstreams: {
          relay: entry,
          translate: { ...entry, lane: "translate" },
          bridge: { ...mistralEntry(upstream), retries: entry.retries },
        },
      },
    });
  });
  afterEach(() => upstream.reset());
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });

  describe.each(["relay", "translate", "bridge"])("in the %s lane", (lane) => {
    const fetchText = (stream: boolean) =>
      gateway.chat({ model: `${lane}/m`, stream, messages: [{ role: "user", content: "hi" }] });

    it.each([
      ["cut between events", withoutEnd, "cut"],
      ["cut within an event", [...withoutEnd, half], "cut"],
      ["ended cleanly without its end", withoutEnd, "end"],
      ["ended cleanly within an event", [...withoutEnd, half], "end"],
    ] as const)("a stream that was %s ends in an error event", async (_, chunks, ending) => {
      upstream.respondWith(streamReply({ chunks: [...chunks], ending, delayMs: 20 }));
      const text = await (await fetchText(true)).text();
      expect(text).toContain("two");
      expect(text).not.toContain("[DONE]");
      expect(lastEvent(text)).toMatchObject({ type: "error", error: { code: 502, status: "upstream_truncated" } });
    });

    it("a stream that ends after its finish without [DONE] is complete", async () => {
      upstream.respondWith(streamReply({ chunks: frames.slice(0, -2) }));
      expect(await (await fetchText(true)).text()).not.toContain('"error"');
    });

    it.each([true, false])("a connection that closes before the response is a 502 (stream: %s)", async (stream) => {
      upstream.respondWith(closeBeforeHeaders());
      const response = await fetchText(stream);
      expect(response.status).toBe(502);
      expect(await response.json()).toMatchObject({ error: 502, code: "upstream_unreachable" });
    });

    it("a reply that breaks off in the middle is a 502", async () => {
      upstream.respondWith((_, response) => {
        const body = JSON.stringify(chatReply({ text: "whole" }));
        response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
        response.write(body.slice(0, 50));
        setTimeout(() => response.destroy(), 20);
      });
      const response = await fetchText(false);
      expect(response.status).toBe(502);
      expect(await response.json()).toMatchObject({ error: 502, code: "upstream_truncated" });
    });

    it("a document in place of a stream is an error", async () => {
      upstream.respondWith(jsonReply(chatReply({ text: "no stream" })));
      const response = await fetchText(true);
      const text = await response.text();
      expect(response.status === 502 || text.includes('"type":"error"')).toBe(true);
    });
  });

  it.each(['{"choices":7}', '{"choices":[null]}', '{"choices":[{"delta":{"tool_calls":5}}]}', "[]", "7"])(
    "an event that cannot be read (%s) ends a translated stream with an error",
    async (event) => {
      upstream.respondWith(streamReply({ chunks: [frames[0] as string, `data: ${event}\n\n`], delayMs: 10 }));
      const body = { model: "translate/m", stream: true, messages: [{ role: "user", content: "hi" }] };
      const text = await (await gateway.chat(body)).text();
      expect(lastEvent(text)).toMatchObject({ type: "error", error: { code: 502 } });
    },
  );

  it("an upstream's own error event passes and is the end", async () => {
    const failed = `data: {"error":{"message":"overloaded","type":"server_error"}}\n\n`;
    upstream.respondWith(streamReply({ chunks: [frames[0] as string, failed] }));
    const response = await gateway.chat({
      model: "relay/m",
      stream: true,
      messages: [{ role: "user", content: "hi" }],
    });
    expect(await response.text()).toBe(frames[0] + failed);
  });
});
