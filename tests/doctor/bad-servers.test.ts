/** Servers with one fault each: the doctor names it, keeps its bounds, and proposes what the server deserves. */
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { chatFrames, chatReply, sseFrame } from "../support/chat-fixtures.ts";
import { CLOSED_PORT } from "../support/closed-port.ts";
import {
  answerChat,
  closeBeforeHeaders,
  jsonReply,
  neverAnswer,
  type StubHandler,
  type StubUpstream,
  startStubUpstream,
  streamReply,
} from "../support/stub-upstream.ts";
import { diagnose, messagesOf } from "./run.ts";

let stub: StubUpstream;
beforeAll(async () => {
  stub = await startStubUpstream();
});
beforeEach(() => stub.reset());
afterAll(() => stub?.close());

const KEY = "key-of-the-patient-0123456789";
const run = (options: Partial<Parameters<typeof diagnose>[0]> = {}) =>
  diagnose({ url: stub.url, apiKey: KEY, timeoutMs: 5_000, ...options });

/** Answers the model list as usual, and calls by the handler. */
function onCalls(reply: StubHandler, stream: StubHandler = reply): void {
  stub.respondWith((request, response) => {
    if (request.method === "GET") return answerChat(request, response);
    return (JSON.parse(request.body.toString()).stream === true ? stream : reply)(request, response);
  });
}

const REPLY = chatReply({ text: "It is 21." });
const FRAMES = chatFrames({ text: "It is 21." });
const html = jsonReply("<html><title>Welcome</title><p>Welcome to nginx!</html>", {
  headers: { "content-type": "text/html" },
});
const without = (name: string) => Object.fromEntries(Object.entries(REPLY).filter(([field]) => field !== name));

const BAD_REPLIES: [string, StubHandler, string, RegExp][] = [
  ["an HTML page", html, "Text", /an HTML page.*Welcome to nginx/],
  ["no JSON", jsonReply("Hello!"), "Text", /instead of a JSON object/],
  ["half a reply", jsonReply(JSON.stringify(REPLY).slice(0, 100)), "Text", /cut, or no JSON/],
  [
    "an error with status 200",
    jsonReply({ error: { message: "out of memory" } }),
    "Text",
    /Status 200 with an error in the body: out of memory/,
  ],
  ["no choices", jsonReply({ id: "1", object: "chat.completion" }), "Text", /no `choices`/],
  ["no text", jsonReply(chatReply({ text: "" })), "Text", /no text/],
  ["no id", jsonReply(without("id")), "Form of responses", /`id`/],
  ["no usage", jsonReply(without("usage")), "Usage", /no token counts/],
  [
    "an unknown content type",
    jsonReply(REPLY, { headers: { "content-type": "text/plain" } }),
    "Form of responses",
    /content type is text\/plain/,
  ],
  [
    "a refused key",
    jsonReply({ error: { message: "Incorrect API key" } }, { status: 401 }),
    "Text",
    /Status 401: Incorrect API key/,
  ],
  ["a failure", jsonReply({ error: { message: "boom" } }, { status: 500 }), "Text", /Status 500: boom/],
  ["a redirect", jsonReply("", { status: 302, headers: { location: "https://example.com" } }), "Text", /302/],
  ["a closed connection", closeBeforeHeaders(), "Text", /unreachable|reached|connect/i],
];

it.each(BAD_REPLIES)(
  "names %s",
  async (_, handler, name, message) => {
    onCalls(handler, streamReply({ chunks: FRAMES }));
    const report = await run();
    expect(messagesOf(report, "failed")[name]).toMatch(message);
    expect(report.ok).toBe(false);
    const check = report.checks.find((one) => one.name === name);
    expect(check?.wire).toMatchObject({ method: "POST", url: `${stub.url}/chat/completions` });
    expect(check?.wire?.request_body).toContain("17 + 4");
    expect(JSON.stringify(report)).not.toContain(KEY);
  },
  30_000,
);

const BAD_STREAMS: [string, StubHandler, string, RegExp][] = [
  ["a reply in place of a stream", jsonReply(REPLY), "Stream", /instead of an event stream/],
  [
    "a stream that is cut",
    streamReply({ chunks: FRAMES.slice(0, 3), ending: "cut" }),
    "Stream",
    /disconnected|closed|cut/i,
  ],
  ["a stream that ends early", streamReply({ chunks: FRAMES.slice(0, 3) }), "Stream", /closed the stream before/],
  ["an empty stream", streamReply({ chunks: [] }), "Stream", /an empty body|without events/],
  [
    "an event that is no JSON",
    streamReply({ chunks: ["data: Hello\n\n", ...FRAMES] }),
    "Stream",
    /an event that is not a JSON object/,
  ],
  [
    "an error in a stream",
    streamReply({ chunks: [...FRAMES.slice(0, 2), sseFrame({ error: { message: "boom" } })] }),
    "Stream",
    /boom/,
  ],
  ["no usage in streams", streamReply({ chunks: FRAMES.toSpliced(-2, 1) }), "Usage in streams", /no token counts/],
  ["no [DONE]", streamReply({ chunks: FRAMES.slice(0, -1) }), "Form of stream events", /\[DONE\]/],
  [
    "events without ids",
    streamReply({ chunks: FRAMES.map((frame) => frame.replaceAll('"id":"chatcmpl-stub",', "")) }),
    "Form of stream events",
    /Event 1: `id`/,
  ],
  [
    "the wrong content type",
    streamReply({ chunks: FRAMES, headers: { "content-type": "text/plain" } }),
    "Form of stream events",
    /content type is text\/plain/,
  ],
  [
    "cut characters",
    streamReply({ chunks: FRAMES.map((frame) => frame.replace("21", "\ufffd")) }),
    "Unicode in streams",
    /replacement characters/,
  ],
];

it.each(BAD_STREAMS)(
  "names %s",
  async (_, handler, name, message) => {
    onCalls(jsonReply(REPLY), handler);
    const report = await run();
    expect(messagesOf(report, "failed")[name]).toMatch(message);
    expect(report.ok).toBe(false);
  },
  30_000,
);

it("proposes the translating lane for a loose server, and names models where none are listed", async () => {
  stub.respondWith((request, response) => {
    if (request.method === "GET")
      return jsonReply({ error: { message: "Not found" } }, { status: 404 })(request, response);
    const chunks = FRAMES.slice(0, -1);
    const isStream = JSON.parse(request.body.toString()).stream === true;
    return (isStream ? streamReply({ chunks }) : jsonReply(without("id")))(request, response);
  });
  const report = await run({ model: "loose-model" });
  expect(report.upstreams).toEqual({
    tried: {
      ...{ baseUrl: stub.url, apiKeyEnv: "TRIED_KEY", dialects: ["openai-chat"] },
      ...{ lane: "translate", models: ["loose-model"] },
    },
  });
  expect(report.notes.join("\n")).toMatch(/Chat Completions is loose: `id`/);
  expect(messagesOf(report, "failed")).toMatchObject({
    "Two choices": "The response has 1 choice; expected 2.",
    "Log probabilities": "The response has no log probabilities.",
    "Error of a wrong request": "Status 200: the server accepts it.",
    "Tool call": "The response has 0 tool calls; expected 1 or more.",
  });
  expect(messagesOf(report, "not offered")).toMatchObject({
    "Model list": expect.stringContaining("Status 404"),
    "Error of a wrong key": "Status 200: the server accepts it.",
  });
}, 30_000);

it("calls an honest refusal of a feature not offered, and an API that is not there as well", async () => {
  stub.respondWith((request, response) => {
    if (request.method === "POST" && !request.path.endsWith("/chat/completions")) {
      return jsonReply({ detail: "Not Found" }, { status: 404 })(request, response);
    }
    const { tools } = request.method === "POST" ? JSON.parse(request.body.toString()) : {};
    const refusal = jsonReply({ error: { message: "tools are not supported" } }, { status: 400 });
    return (tools ? refusal : answerChat)(request, response);
  });
  const report = await run({ formats: ["openai-chat", "openai-responses"] });
  const absent = report.checks.filter(({ status }) => status === "not offered");
  expect(absent).toContainEqual(
    expect.objectContaining({ name: "Tool call", message: "Status 400: tools are not supported", wire: null }),
  );
  expect(report.checks.filter(({ api_format }) => api_format === "openai-responses")).toMatchObject([
    { name: "Model list", status: "passed" },
    { name: "The API", status: "not offered" },
  ]);
  expect(Object.values(report.upstreams ?? {})[0]?.dialects).toEqual(["openai-chat"]);
}, 30_000);

it("stops at a refused key, without a request for each check", async () => {
  onCalls(jsonReply({ error: { message: `no such key: ${KEY}` } }, { status: 401 }));
  const report = await run();
  expect(stub.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  expect(messagesOf(report, "not run").Stream).toBe("The key was refused.");
  expect(report.upstreams).toBeNull();
  expect(JSON.stringify(report)).not.toContain(KEY);
});

it("waits for a server that asks for it, once", async () => {
  let refused = 0;
  onCalls((request, response) =>
    refused++ === 0
      ? jsonReply({ error: { message: "slow down" } }, { status: 429, headers: { "retry-after": "0" } })(
          request,
          response,
        )
      : answerChat(request, response),
  );
  expect(messagesOf(await run(), "passed")).toHaveProperty("Text");
}, 30_000);

it("gives up a server that never answers", async () => {
  onCalls(neverAnswer());
  const report = await run({ timeoutMs: 150 });
  expect(messagesOf(report, "failed")).toMatchObject({
    Text: expect.stringMatching(/150 ms|0.15/),
    Stream: expect.anything(),
  });
  expect(messagesOf(report, "not run")).toHaveProperty("Image");
  expect(stub.requests.length).toBeLessThan(6);
}, 30_000);

it("leaves a stream that never ends at the time limit", async () => {
  const endless: StubHandler = async (_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    while (!response.destroyed) {
      response.write(FRAMES[1]);
      await delay(5);
    }
  };
  onCalls(jsonReply(REPLY), endless);
  const report = await run({ timeoutMs: 300 });
  expect(messagesOf(report, "failed").Stream).toMatch(/300 ms|0.3 s/);
  expect(report.checks.find(({ name }) => name === "Stream")?.wire?.response_body).toContain("chat.completion.chunk");
}, 30_000);

it("reads no more than 4 MB of a response", async () => {
  onCalls(jsonReply(chatReply({ text: "a ".repeat(4_000_000) })), streamReply({ chunks: FRAMES }));
  const report = await run();
  expect(messagesOf(report, "failed").Text).toBe("The response is larger than 4 MB.");
  expect(report.checks.find(({ name }) => name === "Text")?.wire?.response_body.length).toBeLessThan(7_000);
}, 30_000);

it("says that nobody listens, and that TLS failed", async () => {
  const closed = `http://127.0.0.1:${CLOSED_PORT}/v1`;
  await expect(run({ url: closed })).rejects.toThrow(/ECONNREFUSED.*name one/s);
  const report = await run({ url: closed, model: "m" });
  expect(report.counts).toMatchObject({ passed: 0, failed: 4 });
  expect(messagesOf(report, "not run").Stream).toBe("The server cannot be reached.");
  const plain = createServer((socket) => socket.end("This is no TLS.\n")).listen(0, "127.0.0.1");
  await once(plain, "listening");
  const { port } = plain.address() as { port: number };
  const tls = await run({ url: `https://127.0.0.1:${port}/v1`, model: "m" });
  plain.close();
  expect(messagesOf(tls, "failed").Text).toMatch(/SSL|TLS/);
}, 30_000);

it("ends at once when it is cancelled, and keeps what ran", async () => {
  const cancel = new AbortController();
  onCalls(jsonReply(REPLY), (request, response) => {
    cancel.abort();
    return neverAnswer()(request, response);
  });
  const report = await run({ signal: cancel.signal });
  expect(messagesOf(report, "passed")).toHaveProperty("Text");
  expect(messagesOf(report, "not run")).toMatchObject({
    Stream: "The run was cancelled.",
    Image: "The run was cancelled.",
  });
  expect(report.ok).toBe(false);
});
