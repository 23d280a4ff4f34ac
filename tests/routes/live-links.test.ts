/** Live links on both mounts: many watch one response, and none of them harms it or another. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type CreatedLiveLink, LIVE_END_EVENT } from "#lib/contract/live-link.ts";
import { openStore } from "#lib/store/open-store.ts";
import type { Store } from "#lib/store/store.ts";
import { startRedis, type TestRedis } from "../store/start-redis.ts";
import { chatFrames } from "../support/chat-fixtures.ts";
import { expectError } from "../support/expect-error.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

const messages = [{ role: "user", content: "a-secret-question" }];
const [opening = "", ...others] = chatFrames({ text: "one two three" });
const NOT_FOUND = { status: 404, message: /expired or been revoked/, type: "not_found_error" };

/** An upstream that begins at once, and ends when the test says so. */
function held({ rest = others.join("") } = {}) {
  const ending = Promise.withResolvers<void>();
  const handler: Parameters<StubUpstream["respondWith"]>[0] = async (_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream", "x-upstream-note": "a-secret-header" });
    response.write(opening);
    await ending.promise;
    response.end(rest);
  };
  return { handler, end: ending.resolve };
}

function clientOf(gateway: () => TestGateway, upstream: () => StubUpstream) {
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${gateway().url}${path}`, { headers: AUTHORIZED, ...init });
  async function begin(script = held(), headers: Record<string, string> = {}) {
    upstream().respondWith(script.handler);
    const id = randomUUID();
    const response = await gateway().chat(
      { model: "up/m", messages, stream: true },
      { headers: { ...AUTHORIZED, "x-request-id": id, "x-gateway-keep": "events", ...headers } },
    );
    return { id, response, end: script.end };
  }
  const post = (body: unknown, headers: Record<string, string> = AUTHORIZED) =>
    call("/api/live", { method: "POST", headers, body: JSON.stringify(body) });
  async function linkTo(exchangeId: string, fields: object = {}): Promise<CreatedLiveLink & { secret: string }> {
    const response = await post({ exchange_id: exchangeId, ...fields });
    expect(response.status, await response.clone().text()).toBe(201);
    const link = await response.json();
    return { ...link, secret: link.path.replace("/live/", "") };
  }
  return {
    ...{ call, begin, post, linkTo },
    /** Without a key. */
    watch: (secret: string, path = "/events") => fetch(`${gateway().url}/api/live/${secret}${path}`),
  };
}

/** Sends a request to watch, and reads nothing of the response until `resume`. */
async function watchWithoutReading(gateway: TestGateway, secret: string) {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname).on("error", () => {});
  await once(socket, "connect");
  socket.pause();
  socket.write(`GET /api/live/${secret}/events HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
  return socket;
}

describe.each(mounts)("live links on the %s mount", (mount) => {
  let upstream: StubUpstream;
  let gateway: TestGateway;
  let store: Store;
  const { call, begin, post, linkTo, watch } = clientOf(
    () => gateway,
    () => upstream,
  );

  beforeAll(async () => {
    upstream = await startStubUpstream();
    gateway = await startGateway({ mount, config: { upstreams: { up: { baseUrl: upstream.url } } } });
    store = await openStore({ dataDir: gateway.dataDir });
  });
  afterEach(() => upstream.reset());
  afterAll(async () => {
    await store?.close();
    await gateway?.close();
    await upstream?.close();
  });

  it("shows 200 watchers the whole response for one call of the provider, while one does not read", async () => {
    const { id, response, end } = await begin(held({ rest: ": filling\n\n".repeat(30_000) + others.join("") }));
    const { secret } = await linkTo(id);
    const stalled = await watchWithoutReading(gateway, secret);
    const watching = Array.from({ length: 200 }, async () => (await watch(secret)).text());
    const early = await (await watch(secret, "")).json();
    expect(early).toMatchObject({ state: "running", dialect: "openai-chat", model: "up/m", dropped_bytes: 0 });
    end();
    const whole = await response.text();
    const texts = await Promise.all(watching);
    expect(texts.every((text) => text === whole)).toBe(true);
    expect(whole).toContain("three");
    const late = await watch(secret);
    expect(late.headers.get("content-type")).toContain("text/event-stream");
    expect(await late.text()).toBe(whole);
    await expect.poll(async () => (await (await watch(secret, "")).json()).state).toBe("complete");
    expect(upstream.requests).toHaveLength(1);
    stalled.destroy();
  }, 60_000);

  it("goes on at full speed past a watcher who reads nothing of a response that is too long to store", async () => {
    const filling = `data: ${"x".repeat(1_000_000)}\n\n`;
    const { id, response, end } = await begin(held({ rest: filling.repeat(40) + others.join("") }));
    const { secret } = await linkTo(id);
    const stalled = await watchWithoutReading(gateway, secret);
    end();
    expect((await response.text()).trimEnd().endsWith("data: [DONE]")).toBe(true);
    const state = await (await watch(secret, "")).json();
    expect(state.dropped_bytes).toBeGreaterThan(20_000_000);
    const late = await (await watch(secret)).text();
    expect(late.length).toBeLessThan(20_000_000);
    expect(late.trimEnd().endsWith("data: [DONE]")).toBe(true);
    stalled.destroy();
  }, 60_000);

  it("shows neither the request nor a header of the provider", async () => {
    const { id, response, end } = await begin();
    const { secret } = await linkTo(id);
    end();
    await response.text();
    for (const path of ["", "/events"]) {
      const shown = await watch(secret, path);
      const text = `${await shown.text()} ${JSON.stringify([...shown.headers])}`;
      expect(text).not.toMatch(/a-secret/);
      expect(shown.headers.get("cache-control")).toContain("no-store");
    }
  });

  it("a revoked link ends its watchers at once with the reason, and opens nothing any more", async () => {
    const { id, response, end } = await begin();
    const revoked = await linkTo(id);
    const other = await linkTo(id);
    const [watched, goingOn] = await Promise.all([watch(revoked.secret), watch(other.secret)]);
    const reading = watched.text();
    expect((await call(`/api/live/${revoked.id}`, { method: "DELETE" })).status).toBe(204);
    const text = await reading;
    expect(text).toContain(`event: ${LIVE_END_EVENT}\n`);
    expect(text).toContain('"code":"live_link_revoked"');
    await expectError(await watch(revoked.secret), NOT_FOUND);
    await expectError(await watch(revoked.secret, ""), NOT_FOUND);
    await expectError(await call(`/api/live/${revoked.id}`, { method: "DELETE" }), NOT_FOUND);
    end();
    expect(await goingOn.text()).toBe(await response.text());
  });

  it("an expired link ends its watchers, and opens nothing any more", async () => {
    const { id, response, end } = await begin();
    const { secret, id: linkId } = await linkTo(id);
    const stored = await store.shares.findLive(linkId);
    if (!stored) throw new Error("The link is not stored.");
    await store.shares.remove(linkId);
    // Long enough for the request below on a busy machine.
    await store.shares.create({ ...stored, expiresAt: Date.now() + 8_000 });
    const text = await (await watch(secret)).text();
    expect(text).toContain('"code":"live_link_expired"');
    expect(text).not.toContain("three");
    await expectError(await watch(secret), NOT_FOUND);
    end();
    await response.text();
  }, 30_000);

  it("is listed and revoked by its owner, and opened by its secret alone", async () => {
    const { id, response, end } = await begin();
    const made = await linkTo(id, { expires_in: 60 });
    expect(made).toMatchObject({ exchange_id: id, path: expect.stringMatching(/^\/live\/[0-9a-z]{32}$/) });
    expect(made.expires_at - made.created_at).toBe(60_000);
    const { data } = await (await call("/api/live")).json();
    expect(data[0]).toEqual({
      ...{ id: made.id, exchange_id: id },
      ...{ created_at: made.created_at, expires_at: made.expires_at },
    });
    expect(JSON.stringify(data)).not.toContain(made.secret);
    expect(JSON.stringify(await store.shares.findLive(made.id))).not.toContain(made.secret);
    for (const path of ["", "/events"]) await expectError(await watch(made.id, path), NOT_FOUND);
    expect((await call(`/api/shares/${made.id}`)).status).toBe(404);
    const { secret: otherKey } = await store.keys.create({ name: "Other", scopes: ["inference", "publish"] });
    const headers = { ...AUTHORIZED, authorization: `Bearer ${otherKey}` };
    await expectError(await post({ exchange_id: id }, headers), {
      ...{ status: 404, message: /must name a resumable response of this key/, type: "not_found_error" },
      ...{ param: "exchange_id", code: "exchange_not_found" },
    });
    expect((await call(`/api/live/${made.id}`, { method: "DELETE", headers })).status).toBe(404);
    expect((await (await call("/api/live", { headers })).json()).data).toEqual([]);
    expect((await fetch(`${gateway.url}/api/live`, { method: "POST", body: "{}" })).status).toBe(401);
    expect((await fetch(`${gateway.url}/api/live/${made.id}`, { method: "DELETE" })).status).toBe(401);
    end();
    await response.text();
  });

  it("needs a key that may share public pages", async () => {
    const { secret } = await store.keys.create({ name: "Without publish" });
    const headers = { ...AUTHORIZED, authorization: `Bearer ${secret}` };
    const { id, response, end } = await begin(held(), headers);
    await expectError(await post({ exchange_id: id }, headers), {
      ...{ status: 403, message: /`publish` scope/, type: "permission_error", code: "public_shares_off" },
    });
    end();
    await response.text();
  });

  it("ends with the key that made it, also for those who watch", async () => {
    const { secret: keySecret, record } = await store.keys.create({ name: "Leaves", scopes: ["inference", "publish"] });
    const headers = { ...AUTHORIZED, authorization: `Bearer ${keySecret}` };
    const { id, response, end } = await begin(held(), headers);
    const { path } = await (await post({ exchange_id: id }, headers)).json();
    const secret = path.replace("/live/", "");
    const watching = (await watch(secret)).text();
    expect((await call(`/api/keys/${record.id}`, { method: "DELETE" })).ok).toBe(true);
    expect(await watching).toContain('"code":"live_link_revoked"');
    await expectError(await watch(secret, ""), NOT_FOUND);
    end();
    await response.text();
  }, 30_000);

  it.each([
    [{}, "exchange_id"],
    [{ exchange_id: "" }, "exchange_id"],
    [{ exchange_id: "x".repeat(65) }, "exchange_id"],
    [{ exchange_id: "x", expires_in: 59 }, "expires_in"],
    [{ exchange_id: "x", expires_in: 86_401 }, "expires_in"],
    [{ exchange_id: "x", forever: true }, "forever"],
  ])("refuses %j", async (body, param) => {
    const wrong = { status: 400, message: new RegExp(param), type: "invalid_request_error", param };
    await expectError(await post(body), wrong);
  });

  it("says so when the response is gone, as after a restart", async () => {
    const { id, response, end } = await begin();
    const { secret, id: linkId } = await linkTo(id);
    end();
    await response.text();
    const stored = await store.shares.findLive(linkId);
    if (!stored) throw new Error("The link is not stored.");
    await store.shares.remove(linkId);
    await store.shares.create({ ...stored, payload: "of-an-earlier-process" });
    const gone = {
      status: 410,
      message: /no longer stored/,
      type: "invalid_request_error",
      code: "live_response_gone",
    };
    for (const path of ["", "/events"]) await expectError(await watch(secret, path), gone);
  });
});

describe("two gateways with Redis", () => {
  let redis: TestRedis | undefined;
  let missing = "";
  let upstream: StubUpstream;
  let owner: TestGateway;
  let other: TestGateway;
  const client = clientOf(
    () => owner,
    () => upstream,
  );

  beforeAll(async () => {
    const started = await startRedis();
    if (typeof started === "string") {
      missing = started;
      return;
    }
    redis = started;
    upstream = await startStubUpstream();
    const config = { upstreams: { up: { baseUrl: upstream.url } } };
    const options = { mount: "node" as const, config, environment: { REDIS_URL: redis.url } };
    owner = await startGateway(options);
    other = await startGateway({ ...options, dataDir: owner.dataDir });
  }, 60_000);
  beforeEach(({ skip }) => {
    if (missing) skip(missing);
  });
  afterAll(async () => {
    await other?.stop();
    await owner?.close();
    await upstream?.close();
    await redis?.stop();
  });

  it("serve the response of the other, and end its watchers when the link is revoked there", async () => {
    const { id, response, end } = await client.begin();
    const kept = await client.linkTo(id);
    const revoked = await client.linkTo(id);
    const there = (secret: string) => fetch(`${other.url}/api/live/${secret}/events`);
    await expect.poll(async () => (await there(kept.secret)).status, { timeout: 10_000 }).toBe(200);
    const [watching, ending] = await Promise.all([there(kept.secret), there(revoked.secret)]);
    const cut = ending.text();
    await client.call(`/api/live/${revoked.id}`, { method: "DELETE" });
    expect(await cut).toContain("live_link_revoked");
    end();
    expect(await watching.text()).toBe(await response.text());
    expect((await there(revoked.secret)).status).toBe(404);
  }, 30_000);
});
