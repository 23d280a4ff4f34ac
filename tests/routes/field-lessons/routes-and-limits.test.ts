/** Failover, limits and budgets where other gateways failed: each test is named by the thread that told of it. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createKey } from "#tests/support/create-key.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { jsonReply, type StubHandler, type StubUpstream, startStubUpstream } from "#tests/support/stub-upstream.ts";

const messages = [{ role: "user", content: "Hello" }];
const error = (status: number, headers: Record<string, string> = {}): StubHandler =>
  jsonReply({ error: { message: "not now", type: "server_error" } }, { status, headers });

describe.each(mounts)("a route on the %s mount", (mount) => {
  let a: StubUpstream;
  let b: StubUpstream;
  let gateway: TestGateway;
  beforeAll(async () => {
    a = await startStubUpstream();
    b = await startStubUpstream();
    const pair = (model: string) => ({ targets: [{ model: `a/${model}` }], fallback: ["b/y"] });
    const names = ["stream", "rotation", "cached", "silent"];
    gateway = await startGateway({
      mount,
      config: {
        retries: { attempts: 0 },
        upstreams: {
          a: { baseUrl: a.url, dialects: ["anthropic-messages"] },
          b: { baseUrl: b.url, prices: { y: { input: 0, output: 1_000_000 } } },
        },
        routes: {
          ...Object.fromEntries(names.map((name) => [name, pair(name)])),
          alone: { targets: [{ model: "a/alone" }] },
        },
      },
    });
  });
  afterEach(() => {
    a.reset();
    b.reset();
  });
  afterAll(async () => {
    await gateway.close();
    await a.close();
    await b.close();
  });
  const ask = (body: Record<string, unknown>, headers: Record<string, string> = AUTHORIZED) =>
    gateway.chat({ messages, ...body }, { headers });

  it("BerriAI/litellm#22296, #28216: falls back when a stream is refused with a 429", async () => {
    a.respondWith(error(429));
    const response = await ask({ model: "stream", stream: true });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("data: [DONE]");
  });

  it("NousResearch/hermes-agent#100819: falls back without fields that the next model would refuse", async () => {
    a.respondWith(error(503));
    const content = [{ type: "text", text: "Hello", cache_control: { type: "ephemeral" } }];
    const response = await fetch(`${gateway.url}/v1/messages`, {
      method: "POST",
      headers: { ...AUTHORIZED, "content-type": "application/json", "anthropic-version": "2023-06-01" },
      body: JSON.stringify({ model: "cached", max_tokens: 5, messages: [{ role: "user", content }] }),
    });
    expect(response.status).toBe(200);
    expect(a.requests[0]?.body.toString()).toContain("cache_control");
    expect(b.requests[0]?.body.toString()).not.toContain("cache_control");
    expect(response.headers.get("x-gateway-dropped")).toContain("cache_control");
  });

  it("Blockether/vis#154: says that it fell back, and to which model", async () => {
    a.respondWith(error(500));
    const response = await ask({ model: "silent" });
    expect(response.headers.get("x-gateway-route")).toMatch(/^a\/silent 500 \d+ms, b\/y 200 \d+ms$/);
  });

  it("BerriAI/litellm#34836: takes a model that always fails out of rotation", async () => {
    a.respondWith(error(500));
    for (let count = 0; count < 25; count++) expect((await ask({ model: "rotation" })).status).toBe(200);
    expect(a.requests).toHaveLength(5);
  });

  it("BerriAI/litellm#3646: waits for its models instead of failing at once when all are out of use", async () => {
    a.respondWith(error(503, { "retry-after": "1" }));
    expect((await ask({ model: "alone" })).status).toBe(503);
    a.reset();
    a.respondWith(
      jsonReply({
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "alone",
        content: [{ type: "text", text: "Back" }],
        stop_reason: "end_turn",
        usage: { input_tokens: 1, output_tokens: 1 },
      }),
    );
    expect((await ask({ model: "alone" })).status).toBe(200);
  });
});

describe.each(mounts)("a key with limits on the %s mount", (mount) => {
  let upstream: StubUpstream;
  let gateway: TestGateway;
  beforeAll(async () => {
    upstream = await startStubUpstream();
    const prices = { m: { input: 0, output: 1_000_000 } };
    gateway = await startGateway({
      mount,
      config: { retries: { attempts: 0 }, upstreams: { up: { baseUrl: upstream.url, prices } } },
    });
  });
  afterEach(() => upstream.reset());
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });
  const create = async (fields: object) => (await createKey(gateway, fields)).secret;
  const ask = (secret: string, body: Record<string, unknown> = {}) =>
    gateway.chat(
      { model: "up/m", messages, ...body },
      { headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" } },
    );
  const statuses = async (responses: Promise<Response>[]) =>
    (await Promise.all(responses)).map(({ status }) => status).sort();
  /** A response that costs so many dollars: one for each token. */
  const costing = (dollars: number): StubHandler =>
    jsonReply({
      id: "c",
      object: "chat.completion",
      created: 1,
      model: "m",
      choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }],
      usage: { prompt_tokens: 1, completion_tokens: dollars, total_tokens: dollars + 1 },
    });

  it("BerriAI/litellm#26672: never spends a budget several times over by requests at the same time", async () => {
    upstream.respondWith(costing(10));
    const secret = await create({ budget: { usd_per_day: 30 } });
    // The first responses teach what one costs.
    await ask(secret);
    const found = await statuses(Array.from({ length: 20 }, () => ask(secret, { max_tokens: 10 })));
    expect(found.filter((status) => status === 200).length).toBeLessThanOrEqual(3);
    expect(found.at(-1)).toBe(402);
  });

  it("BerriAI/litellm#38647: lets an agent with a huge `max_tokens` begin on a small budget", async () => {
    upstream.respondWith(costing(1));
    const secret = await create({ budget: { usd_per_day: 5 } });
    expect((await ask(secret, { max_tokens: 64_000 })).status).toBe(200);
  });

  it("BerriAI/litellm#30460: refuses nothing because of requests that failed", async () => {
    upstream.respondWith(error(400));
    const secret = await create({ limits: { tokens_per_minute: 1_000 } });
    for (let count = 0; count < 5; count++) expect((await ask(secret, { max_tokens: 900 })).status).toBe(400);
    upstream.reset();
    expect((await ask(secret, { max_tokens: 900 })).status).toBe(200);
  });

  it("BerriAI/litellm#7669: tells the client of another provider's 429 how long to wait", async () => {
    upstream.respondWith(error(429, { "retry-after": "17" }));
    const secret = await create({ limits: { requests_per_minute: 50 } });
    const response = await ask(secret);
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "17"]);
    expect(response.headers.get("x-gateway-error-source")).toBe("upstream");
  });
});
