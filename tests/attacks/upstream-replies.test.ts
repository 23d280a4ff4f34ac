/** Replies of an upstream whose status says success and that are none: each is an error that says what came. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openAiChat } from "#lib/dialects/openai-chat/index.ts";
import { readUpstreamError } from "#lib/upstreams/read-upstream-error.ts";
import { createRedactor } from "#lib/upstreams/redactor.ts";
import { fetchVideo } from "#lib/upstreams/videos/fetch-video.ts";
import { createUpstreamVideos } from "#lib/upstreams/videos/video-providers.ts";
import { AUTHORIZED, startGateway, type TestGateway } from "../support/gateway.ts";
import { type StubHandler, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";
import { scratchFolder, videoJob, videoUpstream } from "../support/video-job.ts";

let stub: StubUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  stub = await startStubUpstream();
  const dialects = {
    chat: "openai-chat",
    responses: "openai-responses",
    claude: "anthropic-messages",
    gemini: "google-generate",
    pictures: "openai-images",
  };
  const entries = Object.entries(dialects).flatMap(([id, dialect]) => [
    [id, { baseUrl: stub.url, dialects: [dialect], models: [] }],
    ...(id === "pictures"
      ? []
      : [[`${id}-anew`, { baseUrl: stub.url, dialects: [dialect], models: [], lane: "translate" }]]),
  ]);
  gateway = await startGateway({
    mount: "node",
    config: {
      retries: { attempts: 0 },
      upstreams: { ...Object.fromEntries(entries), listing: { baseUrl: stub.url } },
    },
  });
});
afterAll(async () => {
  await gateway?.close();
  await stub?.close();
});
beforeEach(() => stub.reset());

const answer =
  (status: number, type: string | undefined, body: string): StubHandler =>
  (_request, response) => {
    response.writeHead(status, type === undefined ? {} : { "content-type": type });
    response.end(body);
  };

const EVENT = 'data: {"id":"c","choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n';
const PAGE = "<html><head><style>p{}</style></head><body><h1>Sign in to the hotel's Wi-Fi</h1></body></html>";
const JSON_TYPE = "application/json";

type Case = [name: string, handler: StubHandler, message: RegExp];

/** Wrong whether a document or a stream was asked for. */
const ALWAYS: Case[] = [
  ["a page", answer(200, "text/html; charset=utf-8", PAGE), /an HTML page .*: Sign in to the hotel's Wi-Fi/],
  ["a status without content", answer(204, undefined, ""), /an empty body \(status 204\)/],
  ["a reset content", answer(205, undefined, ""), /an empty body \(status 205\)/],
  ["nothing", answer(200, JSON_TYPE, ""), /an empty body \(status 200\)/],
  ["nothing without a type", answer(200, undefined, ""), /an empty body/],
  ["an error", answer(200, JSON_TYPE, '{"error":{"message":"No such GPU"}}'), /^No such GPU$/],
  ["an error behind other fields", answer(200, JSON_TYPE, '{"id":"1","type":"x","error":{"message":"Bad"}}'), /^Bad$/],
  ["an error in a list", answer(200, JSON_TYPE, '[{"error":{"message":"In a list"}}]'), /^In a list$/],
  ["an error as text", answer(201, JSON_TYPE, '{ "error" : "Just text" }'), /^Just text$/],
];
const NO_DOCUMENT: Case[] = [
  [
    "an event stream",
    answer(200, "text/event-stream", EVENT.repeat(9)),
    /an event stream \(status 200\) instead of a JSON/,
  ],
  [
    "text",
    answer(200, "text/plain", "upstream connect error"),
    /type text\/plain \(status 200\).*: upstream connect error/,
  ],
  ["a list", answer(200, JSON_TYPE, "[]"), /type application\/json \(status 200\) instead of a JSON object.*: \[\]/],
  ["bytes", answer(200, "image/png", "\u0089PNG\u0000"), /type image\/png/],
  ["blank lines", answer(200, JSON_TYPE, "\n \n"), /instead of a JSON object/],
];
const NO_STREAM: Case[] = [
  [
    "a document",
    answer(200, JSON_TYPE, '{"id":"1"}'),
    /a JSON document \(status 200\) instead of an event stream.*: \{"id":"1"\}/,
  ],
  [
    "a document of a type of its own",
    answer(200, "application/vnd.x+json", "{}"),
    /a JSON document .* instead of an event stream/,
  ],
];

const messages = [{ role: "user", content: "Hi" }];
const contents = [{ role: "user", parts: [{ text: "Hi" }] }];

type Route = [name: string, stream: boolean, path: string, body: Record<string, unknown>];

const textRoutes = ["", "-anew"].flatMap((lane): Route[] =>
  [false, true].flatMap((stream): Route[] => [
    [`Chat Completions${lane}`, stream, "/v1/chat/completions", { model: `chat${lane}/m`, messages, stream }],
    [`Responses${lane}`, stream, "/v1/responses", { model: `responses${lane}/m`, input: "Hi", store: false, stream }],
    [`Messages${lane}`, stream, "/v1/messages", { model: `claude${lane}/m`, messages, max_tokens: 9, stream }],
    [
      `generateContent${lane}`,
      stream,
      `/v1beta/models/gemini${lane}/m:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
      { contents },
    ],
  ]),
);
const ROUTES: Route[] = [
  ...textRoutes,
  ["from one dialect to another", false, "/v1/messages", { model: "chat/m", messages, max_tokens: 9 }],
  ["from one dialect to another", true, "/v1/messages", { model: "chat/m", messages, max_tokens: 9, stream: true }],
  ["images", false, "/v1/images/generations", { model: "pictures/m", prompt: "Hi" }],
  ["images", true, "/v1/images/generations", { model: "pictures/m", prompt: "Hi", stream: true }],
  ["images of generateContent", false, "/v1/images/generations", { model: "gemini/m", prompt: "Hi" }],
  ["countTokens", false, "/v1beta/models/gemini/m:countTokens", { contents }],
  ["count_tokens", false, "/v1/messages/count_tokens", { model: "claude/m", messages }],
];

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(gateway.url + path, {
    method: "POST",
    headers: { ...AUTHORIZED, "anthropic-version": "2023-06-01", ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

describe.each(ROUTES)("by %s (stream: %s)", (_name, stream, path, body) => {
  it.each([...ALWAYS, ...(stream ? NO_STREAM : NO_DOCUMENT)])("%s", async (_case, handler, message) => {
    stub.respondWith(handler);
    const { status, text } = await post(path, body);
    const { error, message: said } = JSON.parse(text);
    expect([status, error], text).toEqual([502, 502]);
    expect(said).toMatch(message);
  });
});

it.each([
  ["/v1/chat/completions", { model: "chat/m", messages }, { error: { message: "Boom" } }],
  ["/v1/messages", { model: "claude/m", messages, max_tokens: 9 }, { type: "error", error: { message: "Boom" } }],
  ["/v1beta/models/gemini/m:generateContent", { contents }, { error: { code: 502, message: "Boom" } }],
])("an SDK of %s gets the error in the envelope that it reads", async (path, body, envelope) => {
  stub.respondWith(answer(200, JSON_TYPE, '{"error":{"message":"Boom"}}'));
  const { status, text } = await post(path, body, { "x-gateway-errors": "native" });
  expect(status).toBe(502);
  expect(JSON.parse(text)).toMatchObject(envelope);
});

it("an event stream instead of a document is not read to its end", async () => {
  stub.respondWith((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(EVENT);
  });
  const { status } = await post("/v1/chat/completions", { model: "chat/m", messages });
  expect(status).toBe(502);
  await expect.poll(() => stub.aborts.length).toBe(1);
});

it.each([
  ["nothing", "", "an empty body"],
  [
    "text",
    "Please sign in",
    "a body without events (status 200) instead of an event stream. Check its base URL. The body begins: Please sign in.",
  ],
  ["an error", '{"error":{"message":"No GPU"}}', "No GPU"],
])("a stream with %s ends with an error event", async (_name, body, message) => {
  stub.respondWith(answer(200, "text/event-stream", body));
  const { text } = await post("/v1/chat/completions", { model: "chat/m", messages, stream: true });
  expect(text).toContain(message);
  expect(text).toMatch(/"error"/);
});

describe("a reply passes byte for byte", () => {
  const OF_CHAT = '{"choices":[{"message":{"content":"x"}}]}';
  it.each([
    ["behind blank lines, which keep a connection open", "\n\n \r\n", OF_CHAT, JSON_TYPE],
    ["behind a byte order mark", "\ufeff", OF_CHAT, JSON_TYPE],
    ["of a sloppy type", "", OF_CHAT, "text/plain"],
    ["without a type", "", OF_CHAT, undefined],
    ["with an error of null", "", '{"error":null,"choices":[]}', JSON_TYPE],
    ["with an error beside its choices", "", '{"error":{"message":"half"},"choices":[{"message":{}}]}', JSON_TYPE],
    ["that speaks of an error", "", '{"choices":[{"message":{"content":"{\\"error\\": 1}"}}]}', JSON_TYPE],
    ["of many megabytes", "", `{"choices":[],"pad":"${"x".repeat(3_000_000)}"}`, JSON_TYPE],
  ])("%s", async (_name, before, body, type) => {
    stub.respondWith(answer(200, type, before + body));
    const response = await gateway.chat({ model: "chat/m", messages });
    expect(response.status).toBe(200);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.equals(Buffer.from(before + body))).toBe(true);
  });
});

it("text of many megabytes is refused before the response begins", async () => {
  stub.respondWith(answer(200, "text/plain", "x".repeat(3_000_000)));
  const { status, text } = await post("/v1/chat/completions", { model: "chat/m", messages });
  expect([status, JSON.parse(text).message.length < 400]).toEqual([502, true]);
});

describe("an error body of a megabyte is read at once", () => {
  it.each(["<", "<style", "<script>", "<a ", "< /", " ", "\n", '"error" ,', "&lt;", "sk-0123456"])("of %j", (unit) => {
    const body = unit.repeat(1_000_000 / unit.length);
    const upstream = { id: "bad", redact: createRedactor(["sk-0123456789"]) };
    const times = [1, 2, 3].map(() => {
      const begun = performance.now();
      readUpstreamError({ status: 500, headers: {}, body, upstream, readError: () => undefined });
      return performance.now() - begun;
    });
    expect(Math.min(...times)).toBeLessThan(100);
  });
});

describe("instead of a video,", () => {
  it.each([
    ["a page", answer(200, "text/html", PAGE), /an HTML page .* instead of a video.*: Sign in/],
    ["no content", answer(204, undefined, ""), /an empty body \(status 204\) instead of a video/],
    ["an error", answer(200, JSON_TYPE, '{"error":{"message":"It is gone"}}'), /^It is gone$/],
    ["events", answer(200, "text/event-stream", EVENT), /an event stream/],
    ["text", answer(200, undefined, "not yet"), /not a video/],
  ])("%s is an error", async (_name, handler, message) => {
    stub.respondWith(handler);
    const folder = scratchFolder();
    const upstream = videoUpstream(stub.url, { media: ["openai-videos"] });
    const target = { upstream, readError: openAiChat.readError, largestBytes: 1_000_000 };
    const fetching = { url: new URL(`${stub.url}/videos/v/content`), headers: {}, file: folder.path("video") };
    const fetched = fetchVideo(target, { ...fetching, signal: new AbortController().signal });
    await expect(fetched).rejects.toMatchObject({ status: 502, message: expect.stringMatching(message) });
    folder.remove();
  });

  it.each([
    ["a page", answer(200, "text/html", PAGE), /an HTML page/],
    ["an error", answer(200, JSON_TYPE, '{"error":{"message":"No film today"}}'), /^No film today$/],
    ["a list", answer(200, JSON_TYPE, "[]"), /instead of a JSON object/],
    ["nothing", answer(202, JSON_TYPE, ""), /an empty body \(status 202\)/],
    ["no content", answer(204, undefined, ""), /an empty body \(status 204\)/],
  ])("%s is not a valid task either", async (_name, handler, message) => {
    stub.respondWith(handler);
    for (const dialect of ["openai-videos", "google-operations"] as const) {
      const provider = createUpstreamVideos(videoUpstream(stub.url, { media: [dialect] }))?.provider;
      const started = provider?.start(videoJob(), { signal: new AbortController().signal });
      await expect(started).rejects.toMatchObject({ status: 502, message: expect.stringMatching(message) });
    }
  });
});

it.each([
  ["a page", answer(200, "text/html", PAGE), /an HTML page .*: Sign in/],
  ["an error", answer(200, JSON_TYPE, '{"error":{"message":"No list today"}}'), /No list today/],
  ["events", answer(200, "text/event-stream", EVENT), /an event stream/],
  ["nothing", answer(200, JSON_TYPE, ""), /an empty body/],
  ["no content", answer(204, undefined, ""), /204/],
])("a model list that is %s is named as unavailable", async (_name, handler, message) => {
  const other = await startStubUpstream(handler);
  const listing = await startGateway({ mount: "node", config: { upstreams: { listing: { baseUrl: other.url } } } });
  const response = await fetch(`${listing.url}/v1/models`, { headers: AUTHORIZED });
  const { unavailable } = await response.json();
  expect(unavailable).toEqual([{ upstream: "listing", message: expect.stringMatching(message) }]);
  await listing.close();
  await other.close();
});
