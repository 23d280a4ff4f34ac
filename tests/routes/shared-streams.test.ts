/** Resumable responses over two gateways that share a Redis: any of them serves the rest of a stream, live. */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "@redis/client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ResponseTrace } from "#lib/contract/response-trace.ts";
import { startRedis, type TestRedis } from "../store/start-redis.ts";
import { chatFrames } from "../support/chat-fixtures.ts";
import { AUTHORIZED, startGateway, type TestGateway } from "../support/gateway.ts";
import { createGatewayHome } from "../support/killable-gateway.ts";
import { type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";
import { startTcpProxy } from "../support/tcp-proxy.ts";

const messages = [{ role: "user", content: "Hello" }];
const frames = chatFrames({ text: "one two three four" });

/** An upstream that writes its next frames when the test says so. */
function stepwise() {
  let write: (text: string) => void = () => {};
  let end: () => void = () => {};
  const closed = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const handler: Parameters<StubUpstream["respondWith"]>[0] = (_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    write = (text) => void response.write(text);
    end = () => void response.end();
    response.on("close", closed.resolve);
    begun.resolve();
  };
  let next = 0;
  return {
    handler,
    closed: closed.promise,
    async step(count: number) {
      await begun.promise;
      write(frames.slice(next, next + count).join(""));
      next += count;
    },
    async finish() {
      await begun.promise;
      write(frames.slice(next).join(""));
      end();
    },
  };
}

/** Reads a response until its text has a mark; the rest stays to be read. */
function readerOf(response: Response) {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = "";
  return {
    async until(mark: string): Promise<string> {
      while (!text.includes(mark)) {
        const { done, value } = await reader.read();
        if (done) throw new Error(`The stream ended without ${mark}: ${text}`);
        text += decoder.decode(value, { stream: true });
      }
      return text;
    },
    async rest(): Promise<string> {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return text;
        text += decoder.decode(value, { stream: true });
      }
    },
    cancel: () => reader.cancel(),
  };
}

describe("two gateways with Redis", () => {
  let redis: TestRedis;
  let proxy: Awaited<ReturnType<typeof startTcpProxy>>;
  let missing = "";
  let upstream: StubUpstream;
  let owner: TestGateway;
  let other: TestGateway;

  beforeAll(async () => {
    const started = await startRedis();
    if (typeof started === "string") {
      missing = started;
      return;
    }
    redis = started;
    proxy = await startTcpProxy(redis.port);
    upstream = await startStubUpstream();
    const options = {
      mount: "node" as const,
      config: { upstreams: { up: { baseUrl: upstream.url, retries: { attempts: 0 } } } },
    };
    owner = await startGateway({ ...options, environment: { REDIS_URL: redis.url } });
    const environment = { REDIS_URL: `redis://127.0.0.1:${proxy.port}` };
    other = await startGateway({ ...options, environment, dataDir: owner.dataDir });
    await delay(200);
  }, 60_000);
  beforeEach(({ skip }) => {
    if (missing) skip(missing);
  });
  afterEach(() => upstream?.reset());
  afterAll(async () => {
    await other?.stop();
    await owner?.close();
    await upstream?.close();
    await proxy?.close();
    await redis?.stop();
  });

  const get = (gateway: TestGateway, path: string, init: RequestInit = {}) =>
    fetch(`${gateway.url}${path}`, { headers: AUTHORIZED, ...init });

  async function begin(model = "up/m") {
    const id = randomUUID();
    const script = stepwise();
    upstream.respondWith(script.handler);
    const response = owner.chat(
      { model, messages, stream: true },
      { headers: { ...AUTHORIZED, "x-request-id": id, "x-gateway-keep": "events" } },
    );
    return { id, script, response };
  }
  const eventsOf = (id: string, after = 0, gateway = other) =>
    get(gateway, `/api/exchanges/${id}/events?after=${after}`);

  it("serve the past and the rest of a stream of the other, live, byte for byte", async () => {
    const { id, script, response } = await begin();
    await script.step(2);
    const own = readerOf(await response);
    await own.until("one");
    const remote = await eventsOf(id);
    expect([remote.status, remote.headers.get("x-exchange-status")]).toEqual([200, "200"]);
    const far = readerOf(remote);
    await far.until("one");
    const before = performance.now();
    await script.step(1);
    await far.until("two");
    expect(performance.now() - before).toBeLessThan(1_000);
    const trace = (await (await get(other, `/api/exchanges/${id}?writes=true`)).json()) as ResponseTrace;
    expect(trace).toMatchObject({ id, state: "running", model: "up/m" });
    expect(trace.bytes).toBeGreaterThan(0);
    expect(trace.writes?.at(-1)?.[0]).toBe(trace.bytes);
    await script.finish();
    const [text, copy] = [await own.rest(), await far.rest()];
    expect(copy).toBe(text);
    const again = await eventsOf(id, 10);
    expect(await again.text()).toBe(text.slice(10));
    const ended = (await (await get(other, `/api/exchanges/${id}?writes=true`)).json()) as ResponseTrace;
    const same = (await (await get(owner, `/api/exchanges/${id}?writes=true`)).json()) as ResponseTrace;
    expect(ended).toEqual(same);
  });

  it("serve what the provider sent before its translation", async () => {
    const { id, script, response } = await begin();
    await script.finish();
    await (await response).text();
    await delay(200);
    expect((await get(other, `/api/exchanges/${id}/upstream-events`)).status).toBe(204);
  });

  it("stop a stream of the other, and cancel its request", async () => {
    const { id, script, response } = await begin();
    await script.step(2);
    const own = readerOf(await response);
    await own.until("one");
    await (await eventsOf(id)).body?.cancel();
    const stopped = await get(other, `/api/exchanges/${id}`, { method: "DELETE" });
    expect(stopped.status).toBe(204);
    await script.closed;
    expect(await own.rest()).toContain("exchange_stopped");
    expect(await (await eventsOf(id)).text()).toContain("exchange_stopped");
    expect((await get(other, `/api/exchanges/${id}`, { method: "DELETE" })).status).toBe(204);
  });

  it("refuse other keys, unknown ids, and bytes that do not exist", async () => {
    const { id, script, response } = await begin();
    await script.finish();
    await (await response).text();
    await delay(200);
    const created = await get(owner, "/api/keys", { method: "POST", body: JSON.stringify({ name: "a" }) });
    const { secret } = (await created.json()) as { secret: string };
    const headers = { authorization: `Bearer ${secret}` };
    const statuses = [
      await get(other, `/api/exchanges/${id}/events`, { headers }),
      await eventsOf(randomUUID()),
      await eventsOf(id, 1_000_000),
      await get(other, `/api/exchanges/${randomUUID()}`, { method: "DELETE" }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 400, 404]);
  });

  async function beginInBackground() {
    const script = stepwise();
    upstream.respondWith(script.handler);
    const body = JSON.stringify({ model: "up/m", input: "Hello", background: true });
    const { id } = (await (await get(owner, "/v1/responses", { method: "POST", body })).json()) as { id: string };
    return { id, script };
  }
  const follow = (gateway: TestGateway, id: string, query = "") =>
    get(gateway, `/v1/responses/${id}?stream=true${query}`);

  it("follow a background response of the other, from any event", async () => {
    const { id, script } = await beginInBackground();
    await script.step(2);
    const far = readerOf(await follow(other, id));
    await far.until("one");
    await script.step(1);
    await far.until("two");
    await script.finish();
    const text = await far.rest();
    // A ping begins a stream whose next event may be late.
    expect(text.replace(/^: ping\n\n/, "")).toBe(await (await follow(owner, id)).text());
    expect(text).toContain("response.completed");
    const late = await follow(other, id, "&starting_after=3");
    expect(await late.text()).toBe(await (await follow(owner, id, "&starting_after=3")).text());
    expect((await follow(other, "resp_unknown")).status).toBe(404);
  });

  it("cancel a background response of the other, whose request ends at once", async () => {
    const { id, script } = await beginInBackground();
    await script.step(2);
    const far = readerOf(await follow(other, id));
    await far.until("one");
    await far.cancel();
    const cancelled = await get(other, `/v1/responses/${id}/cancel`, { method: "POST", body: "{}" });
    expect([cancelled.status, await cancelled.json()]).toEqual([200, expect.objectContaining({ status: "cancelled" })]);
    const before = performance.now();
    await script.closed;
    expect(performance.now() - before).toBeLessThan(2_000);
    expect(await (await get(owner, `/v1/responses/${id}`)).json()).toMatchObject({ status: "cancelled" });
  });

  it("go on when Redis loses its memory: own readers notice nothing, others get every byte", async () => {
    const { id, script, response } = await begin();
    await script.step(2);
    const own = readerOf(await response);
    await own.until("one");
    const far = readerOf(await eventsOf(id));
    await far.until("one");
    const client = await createClient({ url: redis.url }).connect();
    await client.flushAll();
    await client.close();
    await script.step(1);
    await own.until("two");
    await far.until("two");
    await script.finish();
    expect(await far.rest()).toBe(await own.rest());
  });

  it("say that Redis is gone, and go on with a stream when it is back soon", { timeout: 30_000 }, async () => {
    const { id, script, response } = await begin();
    await script.step(2);
    const own = readerOf(await response);
    await own.until("one");
    const far = readerOf(await eventsOf(id));
    await far.until("one");
    proxy.cut();
    await script.step(1);
    await own.until("two");
    const refused = await eventsOf(id);
    expect([refused.status, await refused.json()]).toEqual([
      503,
      expect.objectContaining({ code: "shared_streams_unreachable" }),
    ]);
    proxy.mend();
    await far.until("two");
    await script.finish();
    expect(await far.rest()).toBe(await own.rest());
  });

  it("end a stream with an error event when Redis stays away", { timeout: 40_000 }, async () => {
    const { id, script, response } = await begin();
    await script.step(2);
    const own = readerOf(await response);
    await own.until("one");
    const far = readerOf(await eventsOf(id));
    await far.until("one");
    proxy.freeze();
    const before = performance.now();
    expect(await far.rest()).toContain("response_lost");
    expect(performance.now() - before).toBeLessThan(30_000);
    proxy.mend();
    await script.finish();
    expect(await own.rest()).toContain("[DONE]");
  });
});

describe("an instance that is killed", () => {
  it("ends its streams on the others with an error event of the client's API", { timeout: 60_000 }, async ({
    skip,
  }) => {
    const redis = await startRedis();
    if (typeof redis === "string") return skip(redis);
    const upstream = await startStubUpstream();
    const home = createGatewayHome({ upstreams: { up: { baseUrl: upstream.url } } }, { REDIS_URL: redis.url });
    try {
      const [owner, other] = [await home.start(), await home.start()];
      const script = stepwise();
      upstream.respondWith(script.handler);
      const id = randomUUID();
      const response = fetch(`${owner.url}/v1/chat/completions`, {
        method: "POST",
        headers: { ...AUTHORIZED, "x-request-id": id, "x-gateway-keep": "events" },
        body: JSON.stringify({ model: "up/m", messages, stream: true }),
      });
      await script.step(2);
      await readerOf(await response).until("one");
      const follow = () => fetch(`${other.url}/api/exchanges/${id}/events`, { headers: AUTHORIZED });
      await delay(300);
      const far = readerOf(await follow());
      await far.until("one");
      const before = performance.now();
      await owner.kill();
      const text = await far.rest();
      expect(performance.now() - before).toBeLessThan(30_000);
      const last: unknown = JSON.parse(text.slice(text.lastIndexOf("data: ") + "data: ".length));
      expect(last).toMatchObject({ code: "response_lost" });
      expect(await (await follow()).text()).toContain("response_lost");
      expect(await (await fetch(`${other.url}/api/exchanges/${id}`, { headers: AUTHORIZED })).json()).toMatchObject({
        state: "failed",
      });
      expect((await fetch(`${other.url}/api/exchanges/${id}`, { method: "DELETE", headers: AUTHORIZED })).status).toBe(
        204,
      );
    } finally {
      await home.close();
      await upstream.close();
      await redis.stop();
    }
  });
});
