/** Names that would lead a request to another path of the upstream, with the upstream's key. */
import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Call } from "#lib/canonical/call.ts";
import { type Bridge, openBridge } from "#lib/upstreams/ai-sdk/bridge.ts";
import { createLimitedFetch } from "#lib/upstreams/ai-sdk/limited-fetch.ts";
import { createUpstreamVideos } from "#lib/upstreams/videos/video-providers.ts";
import { ADMIN_KEY, AUTHORIZED, startGateway, type TestGateway } from "../support/gateway.ts";
import { jsonReply, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";
import { videoJob, videoUpstream } from "../support/video-job.ts";

const TIMEOUTS = { connectMs: 1_000, firstByteMs: 1_000, idleMs: 1_000, totalMs: 1_000 };
const GEMINI_REPLY = { candidates: [{ content: { role: "model", parts: [{ text: "Hi" }] }, finishReason: "STOP" }] };

/** Names that no URL may have, and the beginning of each one's secret place. */
const REFUSED: [string, string][] = [
  ["a walk to the parent", "../../../admin/secret"],
  ["a walk in the middle", "m/../../admin/secret"],
  ["a walk at the end", "m/.."],
  ["a segment of one dot", "./admin"],
  ["percent-encoded dots", "%2e%2e/%2E%2e/admin"],
  ["a percent-encoded walk", "m%2f..%2f..%2fadmin"],
  ["a walk that is percent-encoded twice", "m/%252e%252e/%252e%252e/admin"],
  ["backslashes", "m\\..\\..\\admin"],
  ["percent-encoded backslashes", "m%5c..%5c..%5cadmin"],
  ["dots with a path parameter", "m/..;x=1/..;x=1/admin"],
  ["a line break", "m\r\nx-injected: 1"],
  ["a zero byte", "m\0"],
  ["a percent-encoded line break", "m%0d%0ax"],
  ["half of a character", "m\ud800"],
];

/** Names that mean something in a URL, as they go up: each is one segment of the path below `models/`. */
const ENCODED: [string, string, string][] = [
  ["a query", "m?key=stolen", "m%3Fkey%3Dstolen"],
  ["a fragment", "m#x", "m%23x"],
  ["another action", "m:delete", "m%3Adelete"],
  ["a host", "@evil.test:80", "%40evil.test%3A80"],
  ["another collection", "files/abc", "files/abc"],
  ["dots that are a part of a name", "m..5/v1.5", "m..5/v1.5"],
  ["a percent sign", "100%", "100%25"],
];

let stub: StubUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  stub = await startStubUpstream();
  gateway = await startGateway({
    mount: "node",
    config: {
      retries: { attempts: 0 },
      aliases: { innocent: "goog/../../admin" },
      upstreams: {
        goog: { baseUrl: stub.url, dialects: ["google-generate", "google-operations"], models: [] },
        anew: { baseUrl: stub.url, dialects: ["google-generate"], models: [], lane: "translate" },
        chat: { baseUrl: stub.url, dialects: ["openai-chat"], models: [] },
      },
    },
  });
});
afterAll(async () => {
  await gateway?.close();
  await stub?.close();
});
beforeEach(() => {
  stub.reset();
  stub.respondWith(jsonReply(GEMINI_REPLY));
});

type Ask = (model: string) => Promise<{ status: number; text: string }>;

async function post(path: string, body: unknown): Promise<{ status: number; text: string }> {
  const response = await fetch(`${gateway.url}${path}`, {
    method: "POST",
    headers: { ...AUTHORIZED, "anthropic-version": "2023-06-01" },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

/** Sends the path as it is, where `fetch` would resolve its dots. */
function postRaw(path: string, body: unknown): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(gateway.url);
    const headers = { authorization: `Bearer ${ADMIN_KEY}`, "content-type": "application/json" };
    const request = httpRequest({ hostname, port, path, method: "POST", headers }, async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, text });
    });
    request.on("error", reject);
    request.end(JSON.stringify(body));
  });
}

const messages = [{ role: "user", content: "Hi" }];
const contents = [{ role: "user", parts: [{ text: "Hi" }] }];

/** Encodes a name so that the gateway's own router finds it again, whatever is in it. */
const inPath = (model: string) => encodeURIComponent(model.toWellFormed());

const ROUTES: [name: string, ask: Ask][] = [
  ["Chat Completions", (model) => post("/v1/chat/completions", { model: `goog/${model}`, messages })],
  ["a stream", (model) => post("/v1/chat/completions", { model: `goog/${model}`, messages, stream: true })],
  ["Messages", (model) => post("/v1/messages", { model: `goog/${model}`, messages, max_tokens: 9 })],
  ["Responses", (model) => post("/v1/responses", { model: `goog/${model}`, input: "Hi", store: false })],
  ["images", (model) => post("/v1/images/generations", { model: `goog/${model}`, prompt: "Hi" })],
  ["generateContent", (model) => postRaw(`/v1beta/models/goog/${inPath(model)}:generateContent`, { contents })],
  ["generateContent anew", (model) => postRaw(`/v1beta/models/anew/${inPath(model)}:generateContent`, { contents })],
  ["countTokens", (model) => postRaw(`/v1beta/models/goog/${inPath(model)}:countTokens`, { contents })],
];

const predict: Ask = (model) =>
  postRaw(`/v1beta/models/goog/${inPath(model)}:predictLongRunning`, { instances: [{ prompt: "Hi" }] });

/** A path cannot hold half of a character. */
const canBeSent = (route: string, model: string) => model.isWellFormed() || !/Content|Tokens|predict/.test(route);

describe.each([...ROUTES, ["predictLongRunning", predict] as const])("by %s", (route, fetchText) => {
  const refused = REFUSED.filter(([, model]) => canBeSent(route, model));

  it.each(refused)("%s is refused without a request to the upstream", async (_name, model) => {
    const { status, text } = await fetchText(model);
    expect(status, text).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ error: 400, param: "model", message: expect.stringContaining("model") });
    expect(stub.requests).toEqual([]);
  });
});

describe.each(ROUTES)("by %s", (_route, fetchText) => {
  it.each(ENCODED)("%s may be part of a model name", async (_name, model, encoded) => {
    await fetchText(model);
    const [asked] = stub.requests;
    expect(asked?.path).toMatch(/^\/v1\/models\/[^?]+:(generateContent|countTokens|streamGenerateContent\?alt=sse)$/);
    expect(asked?.path.startsWith(`/v1/models/${encoded}:`)).toBe(true);
  });
});

describe("an upstream whose task id is unsafe", () => {
  const signal = new AbortController().signal;
  const dialects = ["openai-videos", "google-operations"] as const;
  const cases = dialects.flatMap((dialect) => REFUSED.map(([name, reference]) => ({ dialect, name, reference })));

  it.each(cases)("of $dialect by $name gets no status request", async ({ dialect, reference }) => {
    stub.respondWith(jsonReply({ id: reference, name: reference, status: "queued" }));
    const provider = createUpstreamVideos(videoUpstream(stub.url, { media: [dialect] }))?.provider;
    await expect(provider?.start(videoJob(), { signal })).rejects.toMatchObject({ status: 502 });
    await expect(provider?.check(videoJob({ reference }), { signal })).rejects.toMatchObject({ status: 502 });
    expect(stub.requests).toHaveLength(1);
  });
});

describe("a package of the AI SDK", () => {
  let bridge: Bridge;
  beforeAll(async () => {
    bridge = await openBridge(
      {
        id: "google",
        source: "file",
        package: "@ai-sdk/google",
        specifier: "@ai-sdk/google",
        options: { apiKey: "key-0123456789", baseURL: stub.url },
        secrets: [],
        models: ["m"],
        videoModels: [],
        timeouts: TIMEOUTS,
        retries: { attempts: 0, maxDelayMs: 0 },
      },
      { largestResponse: 1_000_000 },
    );
  });
  afterAll(() => bridge.close());
  const call = (model: string): Call => ({ model, messages: [], stream: false, dropped: [] });

  it.each([...REFUSED.filter(([, name]) => name.isWellFormed()), ["a query", "m?x"], ["a fragment", "m#x"]])(
    "does not get %s",
    (_name, model) => {
      expect(() => bridge.prepare(call(model))).toThrow(expect.objectContaining({ status: 400, param: "model" }));
    },
  );

  it("does not request a URL that resolves to another path", async () => {
    const { fetch, close } = createLimitedFetch(TIMEOUTS, 1_000_000);
    await expect(fetch(`${stub.url}/models/../../admin`)).rejects.toMatchObject({ status: 502 });
    await close();
    expect(stub.requests).toEqual([]);
  });
});

it.each([
  "/v1beta/models/goog/../../../admin/secret:generateContent",
  "/v1beta/models/goog/..%2f..%2fadmin:generateContent",
  "/v1beta/models/goog/%2e%2e/%2e%2e/admin:countTokens",
  "/v1/models/goog/..%5c..%5cadmin:generateContent",
])("the path %s is refused", async (path) => {
  const { status, text } = await postRaw(path, { contents });
  expect(status, text).toBe(400);
  expect(stub.requests).toEqual([]);
});

it("an alias cannot escape the base path either", async () => {
  const { status } = await post("/v1/chat/completions", { model: "innocent", messages });
  expect([status, stub.requests.length]).toEqual([400, 0]);
});

it("a model name in a body may be a path, as local servers use them", async () => {
  stub.respondWith(undefined);
  const { status } = await post("/v1/chat/completions", { model: "chat/../models/llama.gguf", messages });
  expect(status).toBe(200);
  expect(stub.requests[0]?.path).toBe("/v1/chat/completions");
  expect(JSON.parse(String(stub.requests[0]?.body)).model).toBe("../models/llama.gguf");
});
