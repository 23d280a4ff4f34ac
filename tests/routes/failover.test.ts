/** Routes: weights, fallback, failover before the first content, breakers, losses, and what the client and the log see. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { chatFrames, sseFrame } from "../support/chat-fixtures.ts";
import { CLOSED_PORT } from "../support/closed-port.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import {
  closeBeforeHeaders,
  jsonReply,
  neverAnswer,
  type StubHandler,
  type StubUpstream,
  startStubUpstream,
  streamReply,
} from "../support/stub-upstream.ts";

const messages = [{ role: "user", content: "Hello" }];
const overloaded = { error: { message: "busy now", type: "server_error", code: "overloaded" } };
const role = sseFrame({ choices: [{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }] });
const errorEvent = sseFrame({ error: { message: "The engine is overloaded.", type: "server_error", code: 503 } });

describe.each(mounts)("a route on the %s mount", (mount) => {
  let a: StubUpstream;
  let b: StubUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    a = await startStubUpstream();
    b = await startStubUpstream();
    /** A route with a target of its own, since breakers are kept by target, and a fallback that never fails. */
    const pair = (model: string, fields: Record<string, unknown> = {}) => ({
      targets: [{ model }],
      fallback: ["b/y"],
      ...fields,
    });
    gateway = await startGateway({
      mount,
      config: {
        defaultModel: "plain",
        upstreams: {
          a: { baseUrl: a.url, prices: { logged: { input: 1, output: 2 } } },
          b: { baseUrl: b.url, prices: { y: { input: 10, output: 20 } } },
          gone: { baseUrl: `http://127.0.0.1:${CLOSED_PORT}/v1` },
          claude: { baseUrl: a.url, dialects: ["anthropic-messages"] },
        },
        routes: {
          ...Object.fromEntries(
            [
              "plain",
              "503",
              "429",
              "closed",
              "page",
              "logged",
              "refused",
              "event",
              "cut",
              "held",
              "left",
              "stored",
            ].map((name) => [name, pair(`a/${name}`)]),
          ),
          hasty: pair("a/hasty", { firstTokenMs: 200 }),
          dead: pair("gone/x"),
          picky: pair("a/picky", { on: [503] }),
          lossy: { targets: [{ model: "claude/m" }], fallback: ["b/y"] },
          strict: { targets: [{ model: "claude/m" }], fallback: ["b/y"], order: "strict" },
          sticky: { targets: [{ model: "a/s1" }, { model: "b/s2" }], sticky: "session" },
          broken: { targets: [{ model: "a/broken" }] },
          whole: { targets: [{ model: "sandbox/fault-503" }], fallback: ["sandbox/guide"] },
          streamed: { targets: [{ model: "sandbox/fault-502" }], fallback: ["sandbox/guide"] },
          translated: { targets: [{ model: "claude/t" }], fallback: ["b/y"] },
          timed: { targets: [{ model: "a/timed" }] },
          "timed-claude": { targets: [{ model: "claude/timed" }] },
          missing: { targets: [{ model: "nobody/z" }], fallback: ["b/y"] },
          careful: { targets: [{ model: "claude/c" }], onLoss: ["seed"], order: "strict" },
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

  const ask = (model: string, fields: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    gateway.chat({ model, messages, ...fields }, { headers: { ...AUTHORIZED, ...headers } });
  const logged = async (response: Response) => {
    const id = response.headers.get("x-request-id");
    const list = await fetch(`${gateway.url}/api/requests?id=${id}`, { headers: AUTHORIZED });
    return ((await list.json()) as { data: Record<string, unknown>[] }).data[0];
  };

  it("answers by its target, and says which", async () => {
    const response = await ask("plain");
    expect(response.status).toBe(200);
    expect(response.headers.get("x-gateway-upstream")).toBe("a");
    expect(response.headers.get("x-gateway-route")).toMatch(/^a\/plain 200 \d+ms$/);
    expect(await logged(response)).toMatchObject({
      model: "plain",
      target: "a/plain",
      attempts: [{ model: "a/plain", status: 200 }],
    });
    expect(b.requests).toHaveLength(0);
  });

  it("is reached by the name `default`", async () => {
    expect((await ask("default")).headers.get("x-gateway-upstream")).toBe("a");
  });

  const failures: [string, string, StubHandler, string][] = [
    ["a 503", "503", jsonReply(overloaded, { status: 503 }), "503"],
    ["a 429", "429", jsonReply(overloaded, { status: 429 }), "429"],
    ["a connection that closes", "closed", closeBeforeHeaders(), "502"],
    [
      "a page of a proxy",
      "page",
      (_, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<p>hi"),
      "502",
    ],
  ];
  it.each(failures)(
    "goes on to the next target after %s, without a retry of the first",
    async (_name, route, failure, status) => {
      for (const stream of [false, true]) {
        a.reset();
        a.respondWith(failure);
        const response = await ask(route, { stream });
        expect(response.status).toBe(200);
        expect(await response.text()).toContain("Hello");
        expect(a.requests).toHaveLength(1);
        expect(response.headers.get("x-gateway-upstream")).toBe("b");
        expect(response.headers.get("x-gateway-route")).toMatch(
          new RegExp(`^a/${route} ${status} \\d+ms, b/y 200 \\d+ms$`),
        );
      }
    },
  );

  it("logs both attempts, and the price of the model that answered", async () => {
    a.respondWith(jsonReply(overloaded, { status: 503 }));
    const response = await ask("logged");
    const row = await logged(response);
    expect(row).toMatchObject({
      status: 200,
      target: "b/y",
      upstream: "b",
      attempts: [
        { model: "a/logged", lane: "relay", status: 503, error: "busy now", cost: null },
        { model: "b/y", lane: "relay", status: 200, error: null, price: { input: 10, output: 20 }, cost: row?.cost },
      ],
    });
    const { usage } = (await response.json()) as { usage: { prompt_tokens: number; completion_tokens: number } };
    expect(row?.cost).toBeCloseTo((usage.prompt_tokens * 10 + usage.completion_tokens * 20) / 1_000_000, 12);
  });

  it("goes on when an upstream cannot be reached", async () => {
    const response = await ask("dead");
    expect(response.headers.get("x-gateway-route")).toMatch(/^gone\/x 502 \d+ms, b\/y 200 \d+ms$/);
  });

  it("passes a refusal of the request on, without asking another target", async () => {
    a.respondWith(jsonReply({ error: { message: "bad seed", type: "invalid_request_error" } }, { status: 400 }));
    const response = await ask("refused");
    expect([response.status, b.requests.length]).toEqual([400, 0]);
    expect(response.headers.get("x-gateway-route")).toMatch(/^a\/refused 400 \d+ms$/);
  });

  it("goes on only for the failures that its config names", async () => {
    a.respondWith(jsonReply(overloaded, { status: 500 }));
    expect([(await ask("picky")).status, b.requests.length]).toEqual([500, 0]);
    a.respondWith(jsonReply(overloaded, { status: 503 }));
    expect([(await ask("picky")).status, b.requests.length]).toEqual([200, 1]);
  });

  it("goes on after an error event inside a success, and after a stream without content", async () => {
    for (const chunks of [[errorEvent], [role, errorEvent], [role, "data: [DONE]\n\n"], []]) {
      a.respondWith(streamReply({ chunks }));
      const response = await ask("event", { stream: true });
      const text = await response.text();
      expect([response.status, response.headers.get("x-gateway-upstream")]).toEqual([200, "b"]);
      expect(text.match(/"role":"assistant"/g)).toHaveLength(1);
      expect(text).not.toContain("overloaded");
    }
  });

  it("goes on to a model in this process", async () => {
    // Models of their own: each asks to be left alone for a while.
    const cases = [
      ["whole", "503", false],
      ["streamed", "502", true],
    ] as const;
    for (const [route, status, stream] of cases) {
      const response = await ask(route, { stream });
      expect(response.status).toBe(200);
      expect(response.headers.get("x-gateway-route")).toMatch(
        new RegExp(`^sandbox/fault-${status} ${status} \\d+ms, sandbox/guide 200 \\d+ms`),
      );
      expect((await response.text()).length).toBeGreaterThan(20);
    }
  });

  it("goes on after an error event in a translated stream, and passes the whole stream of the next", async () => {
    const start = { type: "message_start", message: { id: "m", role: "assistant", content: [], usage: {} } };
    const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    const frames = [start, { type: "ping" }, error].map((event) => `event: ${event.type}\n${sseFrame(event)}`);
    a.respondWith(streamReply({ chunks: frames }));
    const response = await ask("translated", { stream: true });
    const text = await response.text();
    expect(response.headers.get("x-gateway-route")).toMatch(/^claude\/t 529 \d+ms, b\/y 200 \d+ms$/);
    expect([text.includes("Hello"), text.includes("Overloaded")]).toEqual([true, false]);
  });

  it("goes on when the first content is late, and not when it arrived in time", async () => {
    a.respondWith(streamReply({ chunks: [role], ending: "silence" }));
    const late = await ask("hasty", { stream: true });
    expect(late.headers.get("x-gateway-route")).toMatch(/^a\/hasty 504 \d+ms, b\/y 200 \d+ms$/);
    await late.text();
    expect(a.aborts).toHaveLength(1);
    a.respondWith(neverAnswer());
    expect((await ask("hasty", { stream: true })).headers.get("x-gateway-upstream")).toBe("b");
    a.respondWith(streamReply({ chunks: chatFrames({ text: "one two three" }), delayMs: 100 }));
    const slow = await ask("hasty", { stream: true });
    expect([slow.headers.get("x-gateway-upstream"), (await slow.text()).includes("three")]).toEqual(["a", true]);
  });

  it("replays nothing after the first content: the stream ends in an error event", async () => {
    a.respondWith(streamReply({ chunks: chatFrames({ text: "one two three" }).slice(0, 2), ending: "cut" }));
    const response = await ask("cut", { stream: true });
    const text = await response.text();
    expect([response.status, response.headers.get("x-gateway-upstream"), b.requests.length]).toEqual([200, "a", 0]);
    expect(text).toContain("one");
    expect(text).toContain('"error"');
  });

  it("relays the bytes of a held stream unchanged", async () => {
    const chunks = chatFrames({ text: "one two three" });
    a.respondWith(streamReply({ chunks }));
    const response = await ask("held", { stream: true });
    expect(await response.text()).toBe(chunks.join(""));
  });

  it("translates for the next target where it must, and names what that one did not get", async () => {
    a.respondWith((request, response) =>
      request.path.endsWith("/messages")
        ? jsonReply(overloaded, { status: 529 })(request, response)
        : jsonReply({})(request, response),
    );
    const response = await ask("strict", { seed: 7 });
    expect(response.headers.get("x-gateway-route")).toMatch(/^claude\/m 529 \d+ms lost=seed, b\/y 200 \d+ms$/);
    expect(response.headers.get("x-gateway-dropped")).toBeNull();
    expect(response.headers.get("x-gateway-lane")).toBe("relay");
  });

  it("tries targets last that would lose what the request uses", async () => {
    const response = await ask("lossy", { seed: 7 });
    expect(response.headers.get("x-gateway-route")).toMatch(/^b\/y 200 \d+ms$/);
    // Without an effect on the response it changes no order.
    expect((await ask("lossy", { user: "tom" })).headers.get("x-gateway-route")).toMatch(/^claude\/m /);
  });

  it("refuses losses that the client or the route does not allow", async () => {
    const refused = await ask("careful", { seed: 7 });
    expect([refused.status, a.requests.length]).toEqual([400, 0]);
    expect(await refused.json()).toMatchObject({
      code: "fields_would_be_dropped",
      message: expect.stringContaining("`seed`"),
    });
    const other = await ask("claude/m", { seed: 7 }, { "x-gateway-on-loss": "refuse" });
    expect([other.status, a.requests.length]).toEqual([400, 0]);
    const passed = await ask("strict", { seed: 7 }, { "x-gateway-on-loss": "refuse:seed" });
    expect(passed.headers.get("x-gateway-upstream")).toBe("b");
  });

  it("keeps a conversation on the target that answered it", async () => {
    const first = (await ask("sticky", {}, { "x-session-id": "s-1" })).headers.get("x-gateway-upstream");
    for (let turn = 0; turn < 8; turn++) {
      const fields = turn % 2 === 0 ? { prompt_cache_key: "s-1" } : {};
      const response = await ask("sticky", fields, turn % 2 === 0 ? {} : { "x-session-id": "s-1" });
      expect(response.headers.get("x-gateway-upstream")).toBe(first);
    }
  });

  it("takes a failing target out of use, then waits for it or answers 503 with the time", async () => {
    a.respondWith(jsonReply(overloaded, { status: 503, headers: { "retry-after": "30" } }));
    expect((await ask("broken")).status).toBe(503);
    const before = a.requests.length;
    const refused = await ask("broken");
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: "route_unavailable" });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(25);
    expect(refused.headers.get("x-gateway-error-source")).toBe("gateway");
    expect(a.requests.length).toBe(before);
    const ready = await fetch(`${gateway.url}/readyz?verbose`, { headers: AUTHORIZED });
    expect(((await ready.json()) as { routes: unknown }).routes).toMatchObject({
      broken: [{ model: "a/broken", state: "open", retry_in_ms: expect.any(Number) }],
      sticky: [{ state: "closed" }, { state: "closed" }],
    });
  });

  it("leaves out a target whose provider is not connected", async () => {
    expect((await ask("missing")).headers.get("x-gateway-route")).toMatch(/^b\/y 200 \d+ms$/);
  });

  it("tries one model alone when the client asks for it, and refuses one that it does not have", async () => {
    expect((await ask("plain", {}, { "x-gateway-route": "only=b/y" })).headers.get("x-gateway-upstream")).toBe("b");
    expect((await ask("plain", {}, { "x-gateway-route": "only=c/z" })).status).toBe(400);
    expect((await ask("plain", {}, { "x-gateway-route": "c/z" })).status).toBe(400);
  });

  it("ends a request at the client's own time limit, in every lane", async () => {
    a.respondWith(neverAnswer());
    for (const model of ["a/x", "claude/x", "timed", "timed-claude"]) {
      for (const stream of [false, true]) {
        const response = await ask(model, { stream }, { "x-gateway-timeout-ms": "300" });
        expect([model, response.status]).toEqual([model, 504]);
        expect(await response.json()).toMatchObject({ code: "request_timeout" });
      }
    }
  });

  it("stops for a client that leaves, and tries no other target", async () => {
    a.respondWith(neverAnswer());
    const abort = new AbortController();
    const asked = gateway.chat(
      { model: "left", messages, stream: true },
      { headers: AUTHORIZED, signal: abort.signal },
    );
    const failed = expect(asked).rejects.toThrow();
    await expect.poll(() => a.requests.length).toBe(1);
    abort.abort();
    await failed;
    await expect.poll(() => a.aborts.length).toBe(1);
    expect(b.requests).toHaveLength(0);
  });

  it("lets a stored response be continued by whichever target is up", async () => {
    const create = (fields: Record<string, unknown>) =>
      fetch(`${gateway.url}/v1/responses`, {
        method: "POST",
        headers: AUTHORIZED,
        body: JSON.stringify({ model: "stored", ...fields }),
      });
    const first = (await (await create({ input: "Hello" })).json()) as { id: string };
    a.respondWith(jsonReply(overloaded, { status: 503 }));
    const second = await create({ input: "Go on", previous_response_id: first.id });
    expect([second.status, second.headers.get("x-gateway-upstream")]).toEqual([200, "b"]);
    expect(JSON.parse(String(b.requests[0]?.body)).messages).toHaveLength(3);
  });
});
