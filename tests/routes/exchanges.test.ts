/** Resumable responses on both mounts: they go on without their reader, and can be read again. */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ResponseTrace } from "#lib/contract/response-trace.ts";
import { chatFrames } from "../support/chat-fixtures.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { jsonReply, neverAnswer, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

const CREDENTIAL = "sk-upstream-secret";
const SET_BY_OPERATOR = "set-by-the-operator";
const LAW_MS = 1_000;
const [first = "", ...others] = chatFrames({ text: "one two three" });
const rest = others.join("");
const hello = [{ role: "user", content: "Hello" }];

async function until(condition: () => boolean | Promise<boolean>, limitMs = 5_000): Promise<boolean> {
  const end = Date.now() + limitMs;
  while (Date.now() < end) {
    if (await condition()) return true;
    await delay(10);
  }
  return condition();
}

/** An upstream that goes on when the test says so. */
function stepwise(): { handler: Parameters<StubUpstream["respondWith"]>[0]; begin(): void; end(): void } {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  return {
    begin: begun.resolve,
    end: ended.resolve,
    async handler(_request, response) {
      await begun.promise;
      response.writeHead(200, { "content-type": "text/event-stream", "openai-organization": "org-of-the-operator" });
      response.write(first);
      await ended.promise;
      response.end(rest);
    },
  };
}

describe.each(mounts)("resumable responses on the %s mount", (mount) => {
  let upstream: StubUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startStubUpstream();
    const entry = { baseUrl: upstream.url, apiKeyEnv: "UPSTREAM_KEY", headers: { "X-Team": SET_BY_OPERATOR } };
    gateway = await startGateway({
      mount,
      environment: { UPSTREAM_KEY: CREDENTIAL },
      config: { upstreams: { relay: entry, translate: { ...entry, lane: "translate" } } },
    });
  });
  afterEach(() => upstream.reset());
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });

  function send(
    body: Record<string, unknown>,
    {
      id = randomUUID(),
      path = "/v1/chat/completions",
      ...init
    }: RequestInit & { id?: string; path?: string; headers?: Record<string, string> } = {},
  ) {
    const headers = { ...AUTHORIZED, "x-gateway-keep": "events", "x-request-id": id, ...init.headers };
    const sent = { messages: hello, ...body };
    return {
      id,
      response: fetch(gateway.url + path, { method: "POST", ...init, headers, body: JSON.stringify(sent) }),
    };
  }
  const exchange = (path: string, init: RequestInit = {}) =>
    fetch(`${gateway.url}/api/exchanges/${path}`, { headers: AUTHORIZED, ...init });
  const describeExchange = async (id: string): Promise<ResponseTrace> => (await exchange(id)).json();
  const isComplete = (id: string) => until(async () => (await describeExchange(id)).state === "complete");

  describe.each(["relay", "translate"])("in the %s lane", (lane) => {
    const streaming = { model: `${lane}/m`, stream: true };

    it("a response continues when its reader disconnects before the first byte, and is read whole later", async () => {
      const { handler, begin, end } = stepwise();
      upstream.respondWith(handler);
      const abort = new AbortController();
      const { id, response } = send(streaming, { signal: abort.signal });
      const left = response.catch((error: Error) => error.name);
      expect(await until(() => upstream.requests.length === 1)).toBe(true);
      abort.abort();
      expect(await left).toBe("AbortError");
      const again = exchange(`${id}/events`);
      begin();
      const reader = await again;
      end();
      expect(reader.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
      expect([reader.headers.get("x-exchange-status"), reader.headers.get("x-gateway-lane")]).toEqual(["200", lane]);
      const text = await reader.text();
      expect(text).toContain("three");
      expect(text.trimEnd().endsWith("data: [DONE]")).toBe(true);
      if (lane === "relay") expect(text).toBe(first + rest);
      expect([upstream.requests.length, upstream.aborts.length]).toEqual([1, 0]);
      expect(await isComplete(id)).toBe(true);
    });

    it("continues when its reader disconnects in the middle, for two live readers and one that resumes", async () => {
      const { handler, begin, end } = stepwise();
      upstream.respondWith(handler);
      begin();
      const abort = new AbortController();
      const { id, response } = send(streaming, { signal: abort.signal });
      const body = (await response).body?.getReader();
      const had = await body?.read();
      abort.abort();
      const readers = await Promise.all([
        exchange(`${id}/events`),
        exchange(`${id}/events?after=0`),
        exchange(`${id}/events?after=${had?.value?.length}`),
      ]);
      end();
      const [one, two, onward] = await Promise.all(readers.map((reader) => reader.text()));
      expect(one).toBe(two);
      expect(Buffer.from(had?.value ?? "").toString() + onward).toBe(one);
      expect(one).toContain("[DONE]");
      expect(upstream.requests).toHaveLength(1);
    });

    it("stopping cancels the upstream within a second, is idempotent, and ends readers with an error", async () => {
      const { handler, begin } = stepwise();
      upstream.respondWith(handler);
      begin();
      const { id, response } = send(streaming);
      const reading = (await response).text();
      const stoppedAt = Date.now();
      expect((await exchange(id, { method: "DELETE" })).status).toBe(204);
      expect(await until(() => upstream.aborts.length === 1, LAW_MS)).toBe(true);
      expect((upstream.aborts[0]?.at ?? 0) - stoppedAt).toBeLessThan(LAW_MS);
      expect(await reading).toMatch(/exchange_stopped/);
      expect(await (await exchange(`${id}/events`)).text()).toBe(await reading);
      expect((await exchange(id, { method: "DELETE" })).status).toBe(204);
      expect((await describeExchange(id)).state).toBe("stopped");
    });

    it("stopping works before the first byte, and without a stream", async () => {
      upstream.respondWith(neverAnswer());
      for (const stream of [true, false]) {
        const before = upstream.requests.length;
        const { id, response } = send({ model: `${lane}/m`, stream });
        const waiting = (async () => (await exchange(`${id}/events`)).status)();
        expect(await until(() => upstream.requests.length > before)).toBe(true);
        await exchange(id, { method: "DELETE" });
        const aborts = stream ? 1 : 2;
        expect(await until(() => upstream.aborts.length === aborts, LAW_MS)).toBe(true);
        expect((await response).status).toBe(410);
        // The request may have arrived before the resumable response existed.
        expect([404, 410]).toContain(await waiting);
      }
    });

    it("shows both requests and responses, without any credential", async () => {
      const { handler, begin, end } = stepwise();
      upstream.respondWith(handler);
      begin();
      end();
      const { id, response } = send(
        { ...streaming, seed: 7 },
        { path: "/v1/chat/completions?key=sk-in-the-query&alt=1", headers: { cookie: "a=cookie", "x-note": "shown" } },
      );
      const text = await (await response).text();
      const told = await describeExchange(id);
      expect(told).toMatchObject({ id, state: "complete", dialect: "openai-chat", lane, upstream: lane });
      expect(told.client).toMatchObject({ method: "POST", path: "/v1/chat/completions?alt=1" });
      expect(JSON.parse(told.client.body)).toMatchObject({ model: `${lane}/m`, seed: 7 });
      expect(told.client.body_bytes).toBe(told.client.body.length);
      expect(told.client.headers).toMatchObject({ "x-note": "shown", "x-request-id": id });
      expect(told.sent).toMatchObject({
        method: "POST",
        url: `${upstream.url}/chat/completions`,
        dialect: "openai-chat",
      });
      expect(told.sent?.body).toBe(upstream.requests[0]?.body.toString());
      expect(told.answered).toMatchObject({ status: 200, headers: { "content-type": "text/event-stream" } });
      expect(told.returned).toMatchObject({ status: 200, headers: { "x-gateway-lane": lane, "x-request-id": id } });
      expect(told.bytes).toBe(Buffer.byteLength(text));
      const all = JSON.stringify(told);
      const secrets = [CREDENTIAL, SET_BY_OPERATOR, "org-of-the-operator", "sk-in-the-query", "a=cookie"];
      for (const secret of [...secrets, AUTHORIZED.authorization]) expect(all).not.toContain(secret);
      const timed = (await (await exchange(`${id}?writes=true`)).json()) as ResponseTrace;
      expect(timed.writes?.at(-1)?.[0]).toBe(told.bytes);
      const upstreamEvents = await exchange(`${id}/upstream-events`);
      expect(upstreamEvents.status).toBe(lane === "relay" ? 204 : 200);
      if (lane === "translate") {
        expect(await upstreamEvents.text()).toBe(first + rest);
        // It was received before what became of it was written.
        const [end, at] = timed.upstream_writes?.at(-1) ?? [];
        expect(end).toBe(Buffer.byteLength(first + rest));
        expect(at).toBeLessThanOrEqual(timed.writes?.at(-1)?.[1] ?? 0);
      } else expect(timed).not.toHaveProperty("upstream_writes");
    });

    it("stores a response that is one document, and one that is an error", async () => {
      const { id, response } = send({ model: `${lane}/m` });
      const text = await (await response).text();
      expect(await (await exchange(`${id}/events`)).text()).toBe(text);
      upstream.respondWith(jsonReply({ error: { message: "No such thing.", type: "x" } }, { status: 400 }));
      const failed = send(streaming);
      expect((await failed.response).status).toBe(400);
      const replayed = await exchange(`${failed.id}/events`);
      expect([replayed.status, replayed.headers.get("x-exchange-status")]).toEqual([200, "400"]);
      expect(await replayed.text()).toBe(await (await failed.response).text());
      expect((await describeExchange(failed.id)).state).toBe("failed");
    });
  });

  it("stores the sandbox's responses in every dialect, without an upstream trace", async () => {
    const text = "Hello";
    const calls: [path: string, body: Record<string, unknown>, headers: Record<string, string>][] = [
      ["/v1/chat/completions", { model: "sandbox/echo", stream: true }, {}],
      ["/v1/responses", { model: "sandbox/echo", input: text, stream: true }, {}],
      ["/v1/messages", { model: "sandbox/echo", max_tokens: 99, stream: true }, { "anthropic-version": "2023-06-01" }],
      ["/v1beta/models/sandbox/echo:streamGenerateContent?alt=sse", { contents: [{ parts: [{ text }] }] }, {}],
      ["/v1/images/generations", { model: "image-model-b", prompt: "A dot", size: "256x256" }, {}],
    ];
    for (const [path, body, headers] of calls) {
      const { id, response } = send(body, { path, headers });
      const answer = await (await response).text();
      expect((await response).status, answer.slice(0, 300)).toBe(200);
      expect(await (await exchange(`${id}/events`)).text(), path).toBe(answer);
      const told = await describeExchange(id);
      expect([told.state, told.lane, told.sent]).toEqual(["complete", "sandbox", undefined]);
      expect((await exchange(`${id}/upstream-events`)).status).toBe(204);
    }
  });

  it("belongs to the key that made it", async () => {
    const signIn = await fetch(`${gateway.url}/api/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ key: AUTHORIZED.authorization.replace("Bearer ", "") }),
    });
    const cookie = signIn.headers.get("set-cookie")?.split(";")[0] ?? "";
    const { id, response } = send({ model: "sandbox/echo" });
    await response;
    expect((await exchange(id, { headers: { cookie } })).status).toBe(200);
    expect((await exchange(id, { headers: {} })).status).toBe(401);
    for (const path of ["unknown", "unknown/events", "unknown/upstream-events"]) {
      const unknown = await exchange(path);
      expect([unknown.status, (await unknown.json()).error]).toEqual([404, 404]);
    }
    expect((await exchange("unknown", { method: "DELETE" })).status).toBe(404);
  });

  it("refuses a used id, an unknown header value, and missing bytes", async () => {
    const { id, response } = send({ model: "sandbox/echo" });
    const bytes = (await (await response).arrayBuffer()).byteLength;
    const taken = await send({ model: "sandbox/echo" }, { id }).response;
    expect([taken.status, await taken.json()]).toMatchObject([409, { error: 409, param: "x-request-id" }]);
    const other = await send({ model: "sandbox/echo" }, { headers: { "x-gateway-keep": "all" } }).response;
    expect([other.status, await other.json()]).toMatchObject([400, { param: "x-gateway-keep" }]);
    for (const after of [bytes + 1, -1, "x"]) {
      const refused = await exchange(`${id}/events?after=${after}`);
      expect([refused.status, await refused.json()]).toMatchObject([400, { param: "after" }]);
    }
    expect(await (await exchange(`${id}/events?after=${bytes}`)).text()).toBe("");
  });

  it("stores nothing of other requests, and cancels them as usual", async () => {
    upstream.respondWith(neverAnswer());
    const abort = new AbortController();
    const id = randomUUID();
    const call = gateway
      .chat(
        { model: "relay/m", messages: hello, stream: true },
        { headers: { ...AUTHORIZED, "x-request-id": id }, signal: abort.signal },
      )
      .catch((error: Error) => error.name);
    expect(await until(() => upstream.requests.length === 1)).toBe(true);
    expect((await exchange(id)).status).toBe(404);
    abort.abort();
    expect(await call).toBe("AbortError");
    expect(await until(() => upstream.aborts.length === 1, LAW_MS)).toBe(true);
  });

  it("logged no fault", () => {
    expect(gateway.output()).not.toMatch(/error|unhandled/i);
  });
});
