/** The cache of exact repetitions: who gets what again, in every API, and what is never served. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { LoggedRequest } from "#lib/contract/logged-request.ts";
import { createResponseCache } from "#lib/gateway/request/response-cache.ts";
import { AUTHORIZED, startGateway, type TestGateway } from "../support/gateway.ts";
import { jsonReply, type StubUpstream, startStubUpstream, streamReply } from "../support/stub-upstream.ts";

const DAY_MS = 24 * 3_600_000;

let gateway: TestGateway;
let stub: StubUpstream;
beforeAll(async () => {
  stub = await startStubUpstream();
  gateway = await startGateway({ mount: "node", config: writeConfig() });
});
afterEach(() => stub.reset());
afterAll(async () => {
  await gateway?.close();
  await stub?.close();
});

function writeConfig(retirements: Record<string, unknown> = {}) {
  const model = { baseUrl: stub.url, retries: { attempts: 0 }, prices: { m: { input: 1, output: 2 } } };
  return { upstreams: { stub: { ...model, retirements } }, routes: { both: { targets: [{ model: "stub/m" }] } } };
}

type Sent = { path?: string; headers?: Record<string, string>; at?: TestGateway };
async function send(
  body: Record<string, unknown>,
  { path = "/v1/chat/completions", headers = {}, at = gateway }: Sent = {},
) {
  const response = await fetch(at.url + path, {
    method: "POST",
    headers: { ...AUTHORIZED, "anthropic-version": "2023-06-01", "x-gateway-cache": "300", ...headers },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    cache: response.headers.get("x-gateway-cache"),
    headers: response.headers,
    text: await response.text(),
  };
}
const chat = (text: string, more: Record<string, unknown> = {}) => ({
  ...{ model: "stub/m", messages: [{ role: "user", content: text }] },
  ...more,
});
const asked = () => stub.requests.filter(({ method }) => method === "POST").length;

describe.each<[string, string, (stream: boolean) => Record<string, unknown>]>([
  ["Chat Completions", "/v1/chat/completions", (stream) => chat("Hi", { stream })],
  ["Responses", "/v1/responses", (stream) => ({ model: "stub/m", input: "Hi", stream, store: false })],
  ["Messages", "/v1/messages", (stream) => ({ ...chat("Hi", { stream }), max_tokens: 50 })],
  ["generateContent", "", () => ({ contents: [{ role: "user", parts: [{ text: "Hi" }] }] })],
])("%s", (name, own, write) => {
  it.each([false, true])("gets the same bytes again, at no cost (stream: %s)", async (stream) => {
    const path = own || `/v1beta/models/stub/m:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`;
    const first = await send(write(stream), { path });
    expect([first.status, first.cache, asked()], name).toEqual([200, "miss", 1]);
    const second = await send(write(stream), { path });
    expect(second).toMatchObject({ status: 200, cache: "hit", text: first.text });
    expect(asked()).toBe(1);
    expect(second.headers.get("content-type")).toBe(first.headers.get("content-type"));
    expect(Number(second.headers.get("age"))).toBeGreaterThanOrEqual(0);
    expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    const { data } = (await (await fetch(`${gateway.url}/api/requests?limit=2`, { headers: AUTHORIZED })).json()) as {
      data: LoggedRequest[];
    };
    expect(data).toMatchObject([
      { cache: "hit", input_tokens: 0, output_tokens: 0, target: null, upstream: "stub" },
      { cache: "miss", output_tokens: expect.any(Number) },
    ]);
    expect([0, null]).toContain(data[0]?.cost);
  });
});

it("is asked for: a request without the header, or with off, goes to the provider", async () => {
  await send(chat("Same"));
  for (const value of ["off", undefined]) {
    const headers = { ...AUTHORIZED, ...(value ? { "x-gateway-cache": value } : {}) };
    const init = { method: "POST", headers, body: JSON.stringify(chat("Same")) };
    const response = await fetch(`${gateway.url}/v1/chat/completions`, init);
    expect(response.headers.get("x-gateway-cache")).toBe(null);
    await response.text();
  }
  expect(asked()).toBe(3);
});

it("compares requests by their values, not by their bytes", async () => {
  const { model, messages } = chat("Order");
  await send({ model, messages, temperature: 1 });
  expect((await send({ temperature: 1.0, messages, model })).cache).toBe("hit");
  expect((await send({ model, messages, temperature: 0.5 })).cache).toBe("miss");
  expect((await send({ model, messages: [{ role: "system", content: "Order" }], temperature: 1 })).cache).toBe("miss");
  expect((await send(chat("Order"), { headers: { "x-gateway-on-loss": "refuse" } })).cache).toBe("miss");
});

it("is of one key, and on for all requests of a key with `cache_seconds`", async () => {
  const createKey = async (fields: Record<string, unknown>) => {
    const init = { method: "POST", headers: AUTHORIZED, body: JSON.stringify({ name: "App", ...fields }) };
    return (await (await fetch(`${gateway.url}/api/keys`, init)).json()) as { id: string; secret: string };
  };
  const [one, other] = [await createKey({ cache_seconds: 60 }), await createKey({})];
  const ask = async ({ secret }: { secret: string }, headers = {}) => {
    const init = {
      method: "POST",
      headers: { ...AUTHORIZED, authorization: `Bearer ${secret}`, ...headers },
      body: JSON.stringify(chat("Mine")),
    };
    const response = await fetch(`${gateway.url}/v1/chat/completions`, init);
    await response.text();
    return [response.status, response.headers.get("x-gateway-cache")];
  };
  expect([await ask(one), await ask(one), await ask(one, { "x-gateway-cache": "off" })]).toEqual([
    [200, "miss"],
    [200, "hit"],
    [200, null],
  ]);
  expect([await ask(other), await ask(other, { "x-gateway-cache": "60" })]).toEqual([
    [200, null],
    [200, "miss"],
  ]);
  // A key that may no longer call the model is not served what it has called before.
  const change = { method: "PATCH", headers: AUTHORIZED, body: JSON.stringify({ models: ["sandbox/*"] }) };
  await fetch(`${gateway.url}/api/keys/${one.id}`, change);
  await expect.poll(() => ask(one)).toEqual([403, null]);
});

it("serves a route again, and says so of its target", async () => {
  expect([
    (await send(chat("Route", { model: "both" }))).cache,
    (await send(chat("Route", { model: "both" }))).cache,
  ]).toEqual(["miss", "hit"]);
  expect(asked()).toBe(1);
});

it("stores nothing that failed, was cut, or is stored elsewhere", async () => {
  stub.respondWith(jsonReply({ error: { message: "No" } }, { status: 429 }));
  expect((await send(chat("Fails"))).status).toBe(429);
  const event = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "Half" } }] })}\n\n`;
  stub.respondWith(streamReply({ chunks: [event], ending: "cut" }));
  expect((await send(chat("Cut", { stream: true }))).cache).toBe("miss");
  stub.respondWith(undefined);
  expect((await send(chat("Fails"))).cache).toBe("miss");
  expect((await send(chat("Cut", { stream: true }))).cache).toBe("miss");
  const stored = { model: "stub/m", input: "Stored" };
  for (const _ of [1, 2]) expect((await send(stored, { path: "/v1/responses" })).cache).toBe(null);
});

it.each(["0", "-1", "90000", "yes", "1.5"])("refuses the header %s", async (value) => {
  const { status, text } = await send(chat("Hi"), { headers: { "x-gateway-cache": value } });
  expect(status).toBe(400);
  expect(text).toContain("x-gateway-cache");
});

it("never serves a model that was retired meanwhile, or an expired response", async () => {
  const retiresOn = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  let skew = 0;
  const at = await startGateway({
    mount: "node",
    config: writeConfig({ m: { retiresOn } }),
    replace: (services) => {
      const { now } = services.store;
      services.store.now = () => now() + skew;
      return {};
    },
  });
  try {
    expect([(await send(chat("Old"), { at })).cache, (await send(chat("Old"), { at })).cache]).toEqual(["miss", "hit"]);
    skew = 2 * DAY_MS;
    expect((await send(chat("Old"), { at })).cache).toBe("miss");
    skew = 0;
    expect((await send(chat("Brief"), { at, headers: { "x-gateway-cache": "1" } })).cache).toBe("miss");
    await expect
      .poll(async () => (await send(chat("Brief"), { at, headers: { "x-gateway-cache": "1" } })).cache, {
        timeout: 10_000,
        interval: 1_500,
      })
      .toBe("miss");
  } finally {
    await at.close();
  }
});

it("has a bound: the responses that were not used for longest give way", () => {
  const cache = createResponseCache();
  const entry = (megabytes: number) => ({
    headers: {},
    bytes: Buffer.alloc(megabytes * 1024 * 1024),
    upstream: null,
    target: null,
    storedAt: 0,
  });
  for (let index = 0; index < 40; index++) {
    cache.save(String(index), entry(2), 60);
    cache.find("0");
  }
  const left = Array.from({ length: 40 }, (_, index) => cache.find(String(index)) !== undefined);
  expect(left.filter(Boolean).length).toBeLessThan(32);
  expect([left[0], left[1], left[39]]).toEqual([true, false, true]);
});
