/** The end of requests: each is logged with its owner and its tokens, and none continues without a client. */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { LoggedRequest, RequestList } from "#lib/contract/logged-request.ts";
import type { UsageReply } from "#lib/contract/usage-reply.ts";
import type { AllServices } from "#lib/gateway/assembly/services.ts";
import { openStore } from "#lib/store/open-store.ts";
import { chatFrames, sseFrame } from "../support/chat-fixtures.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { recentRows } from "../support/recent-rows.ts";
import { type StubUpstream, startStubUpstream, streamReply } from "../support/stub-upstream.ts";

const messages = [{ role: "user", content: "A red boat on a lake" }];
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { interval: 10, timeout: 10_000 });

let upstream: StubUpstream;
beforeAll(async () => {
  upstream = await startStubUpstream();
});
afterEach(() => upstream.reset());
afterAll(() => upstream?.close());

const upstreams = () => ({
  chat: { baseUrl: upstream.url },
  messages: { baseUrl: upstream.url, dialects: ["anthropic-messages"] },
});

describe.each(mounts)("on the %s mount", (mount) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ mount, config: { upstreams: upstreams() } });
  });
  afterAll(() => gateway?.close());

  it("a stream of several images completes, though its reader falls behind and catches up", {
    timeout: 60_000,
  }, async () => {
    const texts = await Promise.all(
      Array.from({ length: 2 }, async () => {
        const response = await gateway.chat({ model: "sandbox/image-model-a", stream: true, n: 2, messages });
        let text = "";
        for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
          text += Buffer.from(chunk).toString("latin1");
          await delay(1);
        }
        return text;
      }),
    );
    for (const text of texts) {
      expect(text.match(/"finish_reason":"stop"/g)).toHaveLength(2);
      expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
    }
  });

  it("an image request belongs to the key that sent it", async () => {
    const store = await openStore({ dataDir: gateway.dataDir });
    const { record, secret } = await store.keys.create({ name: "painter" });
    await store.close();
    const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
    const body = JSON.stringify({ model: "sandbox/image-model-a", prompt: "A red boat" });
    const painted = await fetch(`${gateway.url}/v1/images/generations`, { method: "POST", headers, body });
    expect(painted.status, await painted.text()).toBe(200);
    const get = async <Reply>(path: string): Promise<Reply> =>
      (await fetch(`${gateway.url}/api/${path}`, { headers })).json();
    await eventually(async () => {
      const { data } = await get<RequestList>("requests");
      expect(data).toMatchObject([{ route: "POST /v1/images/generations", key: { id: record.id } }]);
      const { total } = await get<UsageReply>("usage");
      expect(total).toMatchObject({ requests: 1, input_tokens: expect.any(Number) });
    });
  });

  it.each([
    ["relay", "/v1/messages"],
    ["translate", "/v1/chat/completions"],
  ])("a stream whose client disconnects logs the tokens reported so far, in the %s lane", async (lane, path) => {
    const usage = { input_tokens: 25, output_tokens: 1 };
    const message = { id: "msg_1", type: "message", role: "assistant", model: "m", content: [], usage };
    const chunks = [
      { type: "message_start", message },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      ...Array.from({ length: 8 }, () => ({
        type: "content_block_delta",
        index: 0,
        delta: { type: "text_delta", text: "word " },
      })),
    ].map((event) => `event: ${event.type}\n${sseFrame(event)}`);
    upstream.respondWith(streamReply({ chunks, ending: "silence" }));
    const id = randomUUID();
    const abort = new AbortController();
    const response = await fetch(gateway.url + path, {
      method: "POST",
      headers: { ...AUTHORIZED, "provider-version": "2023-06-01", "x-request-id": id },
      body: JSON.stringify({ model: "messages/m", max_tokens: 100, stream: true, messages }),
      signal: abort.signal,
    });
    expect(response.headers.get("x-gateway-lane")).toBe(lane);
    let text = "";
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      text += Buffer.from(chunk).toString();
      if (text.match(/word /g)?.length === 8) break;
    }
    abort.abort();
    await eventually(async () => {
      const logged = await fetch(`${gateway.url}/api/requests/${id}`, { headers: AUTHORIZED });
      const request: LoggedRequest = await logged.json();
      expect(request).toMatchObject({ status: 499, error: "client left", input_tokens: 25 });
    });
  });

  it("a HEAD of a streamed response ends at once, while a GET continues", async () => {
    upstream.respondWith(streamReply({ chunks: chatFrames({ text: "one" }).slice(0, 2), ending: "silence" }));
    const id = randomUUID();
    const headers = { ...AUTHORIZED, "x-request-id": id, "x-gateway-keep": "events" };
    const kept = await gateway.chat({ model: "chat/m", stream: true, messages }, { headers });
    const events = `${gateway.url}/api/exchanges/${id}/events`;
    const head = await fetch(events, { method: "HEAD", headers: AUTHORIZED });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, null]);
    expect(head.headers.get("content-type")).toContain("text/event-stream");
    await fetch(`${gateway.url}/api/exchanges/${id}`, { method: "DELETE", headers: AUTHORIZED });
    expect(await kept.text()).toContain("stopped");
  });
});

describe("a client that disconnects while the gateway waits for its store", () => {
  let gateway: TestGateway;
  let services: AllServices;
  /** Waits of the key ring and of the files, entered by a request and ended by the test. */
  const gates = { key: undefined as Gate | undefined, file: undefined as Gate | undefined };
  type Gate = { entered: boolean; open: () => void; opened: Promise<void> };

  function close(name: keyof typeof gates): Gate {
    const { promise, resolve } = Promise.withResolvers<void>();
    const gate = { entered: false, open: resolve, opened: promise };
    gates[name] = gate;
    return gate;
  }
  async function pass(name: keyof typeof gates): Promise<void> {
    const gate = gates[name];
    gates[name] = undefined;
    if (!gate) return;
    gate.entered = true;
    await gate.opened;
  }

  beforeAll(async () => {
    gateway = await startGateway({
      mount: "node",
      config: { upstreams: { ...upstreams(), translated: { baseUrl: upstream.url, lane: "translate" } } },
      replace(own) {
        services = own;
        return {
          keyRing: {
            ...own.keyRing,
            async findKey(secret) {
              await pass("key");
              return own.keyRing.findKey(secret);
            },
          },
          files: {
            ...own.files,
            async find(id, owner) {
              await pass("file");
              return own.files.find(id, owner);
            },
          },
        };
      },
    });
  });
  afterAll(() => gateway?.close());

  /** Sends a call, and leaves when it waits at the gate; the gate opens when the gateway has noticed. */
  async function leaveAt(gate: Gate, body: Record<string, unknown>): Promise<void> {
    const abort = new AbortController();
    const call = gateway.chat({ messages, ...body }, { signal: abort.signal }).catch((error: Error) => error.name);
    await eventually(() => expect(gate.entered).toBe(true));
    abort.abort();
    expect(await call).toBe("AbortError");
    // A request over a new connection is heard after the end of the old one.
    for (let turns = 0; turns < 3; turns++) await (await fetch(`${gateway.url}/healthz`)).text();
    gate.open();
    await eventually(() => expect(services.inFlight.count).toBe(0));
  }

  it("for its key: the request ends, and is logged", async () => {
    await leaveAt(close("key"), { model: "chat/m" });
    const [row] = await recentRows(services.store, 1);
    expect(row).toMatchObject({ status: 499, error: "client left", route: "POST /v1/chat/completions" });
    expect(upstream.requests).toEqual([]);
  });

  it.each([
    ["chat/m", true],
    ["chat/m", false],
    ["translated/m", true],
    ["translated/m", false],
  ])("for its files: the upstream %s gets no request (stream: %s)", async (model, stream) => {
    const form = new FormData();
    form.set("purpose", "vision");
    form.set("file", new Blob(["Some text."], { type: "text/plain" }), "notes.txt");
    const { authorization } = AUTHORIZED;
    const uploaded = await fetch(`${gateway.url}/v1/files`, { method: "POST", headers: { authorization }, body: form });
    const { id } = (await uploaded.json()) as { id: string };
    const content = [{ type: "file", file: { file_id: id } }];
    await leaveAt(close("file"), { model, stream, messages: [{ role: "user", content }] });
    const [row] = await recentRows(services.store, 1);
    expect(row).toMatchObject({ status: 499, error: "client left", lane: "translate" });
    expect(upstream.requests).toEqual([]);
    expect(gateway.output()).toBe("");
  });

  it("requests only the headers of a stream, or disconnects: neither counts as its reader", async () => {
    upstream.respondWith(streamReply({ chunks: chatFrames({ text: "one" }).slice(0, 2), ending: "silence" }));
    const id = randomUUID();
    const abort = new AbortController();
    const headers = { ...AUTHORIZED, "x-request-id": id, "x-gateway-keep": "events" };
    await gateway.chat({ model: "chat/m", stream: true, messages }, { headers, signal: abort.signal });
    const unreadSince = () => services.resumables.find({ id, keyId: "admin" })?.unreadSince;
    expect(unreadSince()).toBeUndefined();
    abort.abort();
    await eventually(() => expect(unreadSince()).toBeGreaterThan(0));
    await fetch(`${gateway.url}/api/exchanges/${id}/events`, { method: "HEAD", headers: AUTHORIZED });
    expect(unreadSince()).toBeGreaterThan(0);
    expect(services.inFlight.count).toBe(1);
    await fetch(`${gateway.url}/api/exchanges/${id}`, { method: "DELETE", headers: AUTHORIZED });
    await eventually(() => expect(services.inFlight.count).toBe(0));
  });
});
