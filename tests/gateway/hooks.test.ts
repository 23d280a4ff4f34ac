/** Hooks of the operator: what they are asked, what their answers do in every API, and what happens when they fail. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { LoggedRequest } from "#lib/contract/logged-request.ts";
import { endpoints } from "#lib/gateway/assembly/routes.ts";
import { AUTHORIZED, startGateway, type TestGateway } from "../support/gateway.ts";
import { openSocket } from "../support/response-socket.ts";
import {
  closeBeforeHeaders,
  jsonReply,
  type StubUpstream,
  startStubUpstream,
  streamReply,
} from "../support/stub-upstream.ts";
import {
  startWebhookReceiver,
  WEBHOOK_SECRET,
  type WebhookReceiver,
  type WebhookReply,
} from "../support/webhook-receiver.ts";

// biome-ignore lint/suspicious/noExplicitAny: replies of four APIs.
type Json = any;

type Api = {
  name: string;
  path(stream: boolean): string;
  body(text: string, stream: boolean): Record<string, unknown>;
  /** The same body with another text in place of the prompt. */
  text(reply: Json): string;
  withText(reply: Json, text: string): unknown;
  /** Last event of a whole stream. */
  end: RegExp;
};

const MODEL = "sandbox/echo";
const APIS: Api[] = [
  {
    name: "Chat Completions",
    path: () => "/v1/chat/completions",
    body: (text, stream) => ({ model: MODEL, stream, messages: [{ role: "user", content: text }] }),
    text: (reply) => reply.choices[0].message.content,
    withText: (reply, text) => ({
      ...reply,
      choices: [{ ...reply.choices[0], message: { role: "assistant", content: text } }],
    }),
    end: /data: \[DONE\]\n\n$/,
  },
  {
    name: "Responses",
    path: () => "/v1/responses",
    body: (text, stream) => ({ model: MODEL, stream, input: text }),
    text: (reply) => reply.output.find((item: Json) => item.type === "message").content[0].text,
    withText: (reply, text) => ({
      ...reply,
      output: [
        {
          type: "message",
          id: "msg_1",
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text, annotations: [] }],
        },
      ],
    }),
    end: /event: response\.completed\n.*\n\n$/,
  },
  {
    name: "Messages",
    path: () => "/v1/messages",
    body: (text, stream) => ({ model: MODEL, stream, max_tokens: 500, messages: [{ role: "user", content: text }] }),
    text: (reply) => reply.content[0].text,
    withText: (reply, text) => ({ ...reply, content: [{ type: "text", text }] }),
    end: /"type":"message_stop"}\n\n$/,
  },
  {
    name: "generateContent",
    path: (stream) => `/v1beta/models/${MODEL}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
    body: (text) => ({ contents: [{ role: "user", parts: [{ text }] }] }),
    text: (reply) => reply.candidates[0].content.parts[0].text,
    withText: (reply, text) => ({
      ...reply,
      candidates: [{ ...reply.candidates[0], content: { role: "model", parts: [{ text }] } }],
    }),
    end: /"finishReason":"STOP".*\n\n$/,
  },
];
const HEADERS = { ...AUTHORIZED, "anthropic-version": "2023-06-01" };

let receiver: WebhookReceiver;
let stranger: WebhookReceiver;
let stub: StubUpstream;
const gateways: TestGateway[] = [];
const allow = () => ({ body: '{"action":"allow"}' });
const answer = (value: unknown): WebhookReply => ({ body: JSON.stringify(value) });

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  stranger = await startWebhookReceiver(Buffer.from("y".repeat(32)).toString("base64"));
  stub = await startStubUpstream();
  receiver.reply = allow;
});
afterEach(() => {
  receiver.received = [];
  receiver.reply = allow;
  stub.reset();
});
afterAll(async () => {
  for (const gateway of gateways) await gateway.close();
  for (const server of [receiver, stranger, stub]) await server.close();
});

async function open(hooks: Record<string, unknown>[], tokensPerSecond = 0): Promise<TestGateway> {
  const config = {
    sandbox: { tokensPerSecond },
    upstreams: { stub: { baseUrl: stub.url, retries: { attempts: 0 } } },
    hooks: hooks.map((hook) => ({ url: receiver.url, secretEnv: "HOOK_SECRET", ...hook })),
  };
  const gateway = await startGateway({ mount: "node", config, environment: { HOOK_SECRET: WEBHOOK_SECRET } });
  gateways.push(gateway);
  return gateway;
}

async function call(
  gateway: TestGateway,
  api: Api,
  text: string,
  { stream = false, ...more }: { stream?: boolean } & Record<string, unknown> = {},
) {
  const init = { method: "POST", headers: HEADERS, body: JSON.stringify({ ...api.body(text, stream), ...more }) };
  const response = await fetch(gateway.url + api.path(stream), init);
  const received = await response.text();
  return { status: response.status, text: received, json: () => JSON.parse(received) };
}

async function lastLogged({ url }: TestGateway): Promise<LoggedRequest> {
  const { data } = await (await fetch(`${url}/api/requests?limit=1`, { headers: AUTHORIZED })).json();
  return data[0];
}

describe.each(APIS)("$name", (api) => {
  let both: TestGateway;
  let windows: TestGateway;
  beforeAll(async () => {
    both = await open([{ on: "request" }, { on: "response", stream: "hold" }]);
    windows = await open([{ on: "response", stream: "window", windowCharacters: 30 }], 400);
  });

  afterAll(async () => {
    for (const gateway of gateways.splice(0)) await gateway.close();
  });

  it("shows the hooks the request and the response, signed, and no credential", async () => {
    const { status, json } = await call(both, api, "good morning");
    expect([status, api.text(json())]).toEqual([200, "good morning"]);
    expect(receiver.received.map(({ body }) => body.type)).toEqual(["request", "response"]);
    const [request, response] = receiver.received.map(({ body }) => body.data as Record<string, unknown>);
    expect(request).toMatchObject({
      model: MODEL,
      stream: false,
      key: { id: "admin" },
      request_id: expect.any(String),
    });
    expect(JSON.stringify(request?.body)).toContain("good morning");
    expect(api.text(response?.body)).toBe("good morning");
    expect(JSON.stringify(receiver.received)).not.toContain(AUTHORIZED.authorization.slice(7));
    expect((await lastLogged(both)).hooks).toMatchObject([
      { on: "request", action: "allow", ms: expect.any(Number) },
      { on: "response", action: "allow" },
    ]);
  });

  it("refuses a blocked request and a blocked response with the hook's words", async () => {
    receiver.reply = () => answer({ action: "block", message: "Not here." });
    const refused = await call(both, api, "hush");
    expect(refused.status).toBe(403);
    expect(refused.text).toContain("Not here.");
    expect(receiver.received).toHaveLength(1);
    expect(await lastLogged(both)).toMatchObject({
      status: 403,
      error: "Not here.",
      hooks: [{ action: "block" }],
      output_tokens: null,
    });
    receiver.reply = ({ body }) => answer({ action: body.type === "request" ? "allow" : "block" });
    const { status, text } = await call(both, api, "a secret word");
    expect(status).toBe(403);
    expect(text).not.toContain("secret");
    expect(await lastLogged(both)).toMatchObject({ status: 403, hooks: [{ action: "allow" }, { action: "block" }] });
  });

  it("sends a replaced request, and returns a replaced response", async () => {
    receiver.reply = ({ body }) => {
      const { body: checked } = body.data as { body: Json };
      if (body.type === "request")
        return answer({ action: "replace", body: JSON.parse(JSON.stringify(checked).replace("tom", "***")) });
      return answer({ action: "replace", body: api.withText(checked, `${api.text(checked)}!`) });
    };
    for (const stream of [false, true]) {
      const { status, text, json } = await call(both, api, "ask tom now", { stream });
      expect(status, text).toBe(200);
      expect(text).not.toContain("tom");
      if (stream) expect(text).toMatch(api.end);
      else expect(api.text(json())).toBe("ask *** now!");
      if (stream) expect(text.replaceAll(/[^*!]/g, "")).toContain("***!");
    }
  });

  it("holds a stream until it is allowed, and sends nothing of one that is blocked", async () => {
    const allowed = await call(both, api, "one two three", { stream: true });
    expect(allowed.text).toMatch(api.end);
    const last = receiver.received.at(-1)?.body.data as { body: unknown; stream: boolean };
    expect([last.stream, api.text(last.body)]).toEqual([true, "one two three"]);
    receiver.reply = ({ body }) =>
      answer({
        action: body.type === "request" ? "allow" : "block",
        ...(body.type === "request" ? {} : { message: "No." }),
      });
    const blocked = await call(both, api, "one secret three", { stream: true });
    expect(blocked.text).not.toMatch(/secret|one /);
    expect(blocked.text).toContain("No.");
    expect(blocked.text).not.toMatch(api.end);
  });

  it("checks a stream in windows, and ends it before the window that is blocked", async () => {
    const seen: string[] = [];
    receiver.reply = ({ body }) => {
      const { before, text } = body.data as { before: string; text: string };
      seen.push(text);
      return answer({ action: (before + text).includes("forbidden") ? "block" : "allow" });
    };
    const words = Array.from({ length: 40 }, (_, index) => `word${index}`);
    const fine = await call(windows, api, words.join(" "), { stream: true });
    expect(fine.text).toMatch(api.end);
    expect(seen.join("")).toBe(words.join(" "));
    expect(seen.length).toBeGreaterThan(3);
    words[30] = "forbidden";
    const { status, text } = await call(windows, api, words.join(" "), { stream: true });
    expect(status).toBe(200);
    const got = [...text.matchAll(/"(?:text|content|delta)":"([^"]*)"/g)].map(([, piece]) => piece).join("");
    expect(got).toContain("word9 word10");
    expect(got).not.toMatch(/forbidden|word31/);
    expect(text).not.toMatch(api.end);
    expect((await lastLogged(windows)).hooks.at(-1)).toMatchObject({ action: "block" });
  });
});

describe("a call that cannot be checked is refused, and not sent", () => {
  const [chat, responses, , google] = APIS as [Api, Api, Api, Api];
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await open([{ on: "response" }]);
  });
  const post = (path: string, body: unknown) =>
    fetch(gateway.url + path, { method: "POST", headers: HEADERS, body: JSON.stringify(body) });

  it.each<[string, string, () => Promise<{ status: number; text: string | (() => Promise<string>) }>]>([
    ["a stream without a mode", "stream", () => call(gateway, chat, "Hi", { stream: true })],
    [
      "a stream as one JSON array",
      "alt",
      () => post(google.path(true).replace("alt=sse", "alt=json"), google.body("Hi", true)),
    ],
    ["a background response", "background", () => call(gateway, responses, "Hi", { background: true })],
    ["a response that is to be stored", "store", () => call(gateway, responses, "Hi", { store: true })],
    ["an image", "images", () => post("/v1/images/generations", { model: "sandbox/image-model-a", prompt: "A cat" })],
    [
      "a count of tokens",
      "operation",
      () => post("/v1/messages/count_tokens", { model: MODEL, messages: [{ role: "user", content: "Hi" }] }),
    ],
  ])("%s", async (_, word, send) => {
    const { status, text } = await send();
    const message = typeof text === "string" ? text : await text.call(undefined).catch(() => "");
    expect(status).toBe(403);
    if (message) expect(message).toContain(word);
    expect(receiver.received).toEqual([]);
  });

  const uncheckable = endpoints
    .filter(({ method, loggedDialect }) => loggedDialect && (method === "POST" || loggedDialect === "pass-through"))
    .filter(({ checkedByHooks, callsNoModel }) => !checkedByHooks && !callsNoModel)
    .map(({ method, path }): [string, string] => [method, path.replaceAll(/\{\w+\}/g, "stub")]);
  it.each(uncheckable)("%s %s", async (method, path) => {
    const body = method === "POST" ? { body: JSON.stringify({ model: "stub/m" }) } : {};
    const response = await fetch(gateway.url + path, { method, headers: HEADERS, ...body });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain("cannot check");
    expect(stub.requests).toEqual([]);
    expect(receiver.received).toEqual([]);
  });

  it("reads and cancels go on", async () => {
    const cancel = await post("/v1/responses/resp_1/cancel", {});
    const operation = await post("/v1beta/operations/op_1:cancel", {});
    const read = await fetch(`${gateway.url}/v1/responses/resp_1`, { headers: HEADERS });
    const videos = await fetch(`${gateway.url}/v1/videos`, { headers: HEADERS });
    expect([cancel.status, operation.status, read.status, videos.status]).toEqual([404, 404, 404, 200]);
    expect((await fetch(`${gateway.url}/v1/responses`, { headers: HEADERS })).status).toBe(426);
  });

  it("messages of a WebSocket are checked one by one", async () => {
    const unchecked = await openSocket(gateway.url);
    const refused = await unchecked.create({ model: MODEL, input: "Hi", store: false });
    expect(refused).toMatchObject({ type: "error", error: { code: "not_checkable" } });
    unchecked.socket.terminate();
    const held = await openSocket((await open([{ on: "response", stream: "hold" }])).url);
    const passed = await held.create({ model: MODEL, input: "Hello there", store: false });
    expect(passed.type).toBe("response.completed");
    expect(receiver.received).toHaveLength(1);
    receiver.reply = () => answer({ action: "block", message: "Not this one." });
    const blocked = await held.create({ model: MODEL, input: "Hello again", store: false });
    expect(blocked).toMatchObject({ type: "error", error: { code: "blocked" } });
    expect(JSON.stringify(held.events)).not.toContain("Hello again");
    held.socket.terminate();
  });

  it("a response of the Responses API is not stored", async () => {
    const { json } = await call(gateway, responses, "Hi");
    expect(json().store).toBe(false);
    expect((await fetch(`${gateway.url}/v1/responses/${json().id}`, { headers: AUTHORIZED })).status).toBe(404);
  });

  it("routes that a hook does not cover go on", async () => {
    gateway = await open([{ on: "response", routes: ["chat"] }]);
    const image = await post("/v1/images/generations", { model: "sandbox/image-model-a", prompt: "A cat" });
    expect(image.status).toBe(200);
  });
});

describe("a hook that fails", () => {
  const chat = APIS[0] as Api;
  const FAILURES: [string, WebhookReply, RegExp][] = [
    ["is slow", { waitMs: 3_000 }, /did not respond within 300 ms/],
    ["answers HTML", { type: "text/html", body: "<html>Sign in</html>" }, /text\/html in place of JSON/],
    ["answers 500", { status: 500 }, /responded with 500/],
    ["answers half a JSON", { body: '{"action":' }, /not well-formed JSON/],
    ["answers another action", { body: '{"action":"maybe"}' }, /invalid at action/],
    ["replaces by nothing", { body: '{"action":"replace"}' }, /invalid at body/],
    ["redirects", { status: 302 }, /responded with 302/],
    [
      "replaces by an invalid request",
      { body: '{"action":"replace","body":{"model":"sandbox/echo"}}' },
      /replaced a request by an invalid one/,
    ],
  ];

  afterEach(async () => {
    for (const gateway of gateways.splice(0)) await gateway.close();
  });

  it.each(FAILURES)("and %s", async (name, reply, line) => {
    const [closed, opened] = [
      await open([{ on: "request", timeoutMs: 300 }]),
      await open([{ on: "request", timeoutMs: 300, failClosed: false }]),
    ];
    receiver.reply = () => reply;
    const refused = await call(closed, chat, "Hi");
    expect([refused.status, refused.json().code]).toEqual([503, "check_failed"]);
    expect(closed.output()).toMatch(line);
    const passed = await call(opened, chat, "Hi");
    expect(passed.status).toBe(name.startsWith("replaces by an invalid") ? 503 : 200);
    if (passed.status === 200) expect((await lastLogged(opened)).hooks).toMatchObject([{ action: "failed" }]);
  });

  it("and checks signatures of another key", async () => {
    const gateway = await open([{ on: "request", url: stranger.url }]);
    expect((await call(gateway, chat, "Hi")).status).toBe(503);
    expect(stranger).toMatchObject({ refused: 1, received: [] });
    expect(gateway.output()).not.toContain(WEBHOOK_SECRET.slice(6));
  });
});

describe("an upstream's response", () => {
  const chat = APIS[0] as Api;
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await open([{ on: "response", stream: "window", windowCharacters: 20 }]);
  });
  const send = (stream: boolean) =>
    call(gateway, { ...chat, body: (text, on) => ({ ...chat.body(text, on), model: "stub/m" }) }, "Hi", { stream });

  it("is relayed as it is when it is allowed, and its usage counts", async () => {
    const whole = await send(false);
    expect(whole.json().choices[0].message.content).toBe("Hello from the stub upstream.");
    expect(await lastLogged(gateway)).toMatchObject({ lane: "relay", status: 200, output_tokens: expect.any(Number) });
    const streamed = await send(true);
    expect(streamed.text).toMatch(chat.end);
    expect(await lastLogged(gateway)).toMatchObject({ stream: true, status: 200, output_tokens: expect.any(Number) });
  });

  it("that is an error stays one, and no hook is asked", async () => {
    for (const stream of [false, true]) {
      stub.respondWith(jsonReply({ error: { message: "No such model" } }, { status: 404 }));
      expect((await send(stream)).status).toBe(404);
      stub.respondWith(closeBeforeHeaders());
      expect((await send(stream)).status).toBe(502);
    }
    expect(receiver.received).toEqual([]);
  });

  it("that is cut ends in an error, without what was not checked", async () => {
    const event = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
    stub.respondWith(streamReply({ chunks: [event("Hello "), event("dear ")], ending: "cut" }));
    const { text } = await send(true);
    expect(text).not.toContain("dear");
    expect(text).not.toMatch(chat.end);
    expect((await lastLogged(gateway)).status).toBeGreaterThanOrEqual(500);
  });

  it("is cancelled when its client leaves", async () => {
    const event = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "a word and another one " } }] })}\n\n`;
    stub.respondWith(streamReply({ chunks: Array.from({ length: 2_000 }, () => event), delayMs: 20 }));
    const controller = new AbortController();
    const body = JSON.stringify({ ...chat.body("Hi", true), model: "stub/m" });
    const response = await fetch(gateway.url + chat.path(true), {
      method: "POST",
      headers: HEADERS,
      body,
      signal: controller.signal,
    });
    await response.body?.getReader().read();
    controller.abort();
    await expect.poll(() => stub.aborts.length, { timeout: 10_000 }).toBe(1);
    await expect.poll(async () => (await lastLogged(gateway)).status, { timeout: 10_000 }).toBe(499);
  });
});
