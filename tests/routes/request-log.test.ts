/** Content of the request log, and content that it never has (architecture.md, law 8). */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "#lib/store/open-store.ts";
import type { RequestLogRow, Store } from "#lib/store/store.ts";
import { chatFrames, chatReply } from "../support/chat-fixtures.ts";
import { ADMIN_KEY, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { recentRows } from "../support/recent-rows.ts";
import {
  jsonReply,
  neverAnswer,
  type StubHandler,
  type StubUpstream,
  startStubUpstream,
  streamReply,
} from "../support/stub-upstream.ts";

const PROMPT = "the-private-words-of-the-prompt";
const ANSWER = "the-private-words-of-the-answer";
const UPSTREAM_KEY = "sk-upstream-of-the-log";
const messages = [{ role: "user", content: PROMPT }];

const usage = {
  ...chatReply({ text: ANSWER }).usage,
  prompt_tokens_details: { cached_tokens: 4 },
  completion_tokens_details: { reasoning_tokens: 1 },
};

/** Behaviour of the upstream by requested model: the tests run concurrently. */
const behaviours: Record<string, StubHandler> = {
  whole: jsonReply({ ...chatReply({ text: ANSWER }), usage }),
  uncounted: jsonReply({ ...chatReply({ text: ANSWER }), usage: undefined }),
  streamed: streamReply({ chunks: chatFrames({ text: "one two three" }) }),
  halting: streamReply({ chunks: chatFrames({ text: "one two" }).slice(0, 2), ending: "silence" }),
  silent: neverAnswer(),
  refusing: jsonReply({ error: { message: `The key ${UPSTREAM_KEY} is not valid.` } }, { status: 401 }),
};

let stub: StubUpstream;
beforeAll(async () => {
  stub = await startStubUpstream((request, response) =>
    behaviours[JSON.parse(request.body.toString()).model]?.(request, response),
  );
});
afterAll(() => stub?.close());

describe.each(mounts)("on the %s mount", { timeout: 30_000, concurrent: true }, (mount) => {
  let gateway: TestGateway;
  let store: Store;
  let key: { id: string; secret: string };
  let count = 0;

  beforeAll(async () => {
    gateway = await startGateway({
      mount,
      config: {
        retries: { attempts: 0 },
        upstreams: {
          stub: { baseUrl: stub.url, apiKeyEnv: "STUB_API_KEY", models: [] },
          anew: { baseUrl: stub.url, lane: "translate", models: [] },
        },
      },
      environment: { STUB_API_KEY: UPSTREAM_KEY },
    });
    store = await openStore({ dataDir: gateway.dataDir });
    const { record, secret } = await store.keys.create({ name: "Logged" });
    key = { id: record.id, secret };
  });
  afterAll(async () => {
    await store?.close();
    await gateway?.close();
  });

  const newId = () => `log-${++count}`;

  /** Sends a call under an id of its own, and returns that id with the whole response. */
  async function chat(
    body: Record<string, unknown>,
    { id = newId(), secret = key.secret, signal }: { id?: string; secret?: string; signal?: AbortSignal } = {},
  ) {
    const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json", "x-request-id": id };
    const response = await gateway.chat({ messages, ...body }, { headers, ...(signal ? { signal } : {}) });
    return { id, status: response.status, text: await response.text() };
  }

  /** The row of a request, once the gateway has written it, which it does each second. */
  async function rowOf(id: string): Promise<RequestLogRow> {
    for (let tries = 0; tries < 100; tries++) {
      const row = (await recentRows(store, 50)).find((candidate) => candidate.id === id);
      if (row) return row;
      await delay(200);
    }
    throw new Error(`There is no row of ${id} after 20 s`);
  }

  it("a reply of the sandbox", async () => {
    const before = Date.now();
    const body = { model: "sandbox/echo", user: "u" };
    const { id, text } = await chat(body);
    const row = await rowOf(id);
    expect(row).toEqual({
      id,
      time: expect.any(Number),
      keyId: key.id,
      route: "POST /v1/chat/completions",
      dialect: "openai-chat",
      lane: "sandbox",
      upstream: "sandbox",
      model: "sandbox/echo",
      target: null,
      attempts: null,
      status: 200,
      stream: false,
      inputTokens: JSON.parse(text).usage.prompt_tokens,
      outputTokens: JSON.parse(text).usage.completion_tokens,
      cachedTokens: 0,
      cacheWriteTokens: null,
      reasoningTokens: 0,
      videoSeconds: null,
      images: null,
      characters: null,
      hooks: null,
      cache: null,
      firstByteMs: expect.any(Number),
      totalMs: expect.any(Number),
      requestBytes: JSON.stringify({ messages, ...body }).length,
      responseBytes: Buffer.byteLength(text),
      error: null,
      dropped: "user",
      emulated: null,
      prompt: null,
      prefix: null,
      cost: null,
      group: null,
      tags: [],
    });
    expect(row.time).toBeGreaterThanOrEqual(before);
    expect(row.totalMs).toBeGreaterThanOrEqual(row.firstByteMs ?? Number.NaN);
  });

  it("a stream of the sandbox, with its tokens though the client did not request them", async () => {
    const { id, text } = await chat({ model: "sandbox/long-50", stream: true });
    expect(await rowOf(id)).toMatchObject({
      lane: "sandbox",
      status: 200,
      stream: true,
      outputTokens: 50,
      responseBytes: Buffer.byteLength(text),
      error: null,
    });
  });

  it("a slow first byte", async () => {
    const { id } = await chat({ model: "sandbox/slow-120", stream: true });
    expect((await rowOf(id)).firstByteMs).toBeGreaterThanOrEqual(119);
  });

  it.each(["stub", "anew"])("a reply of an upstream (%s)", async (upstream) => {
    const { id, text } = await chat({ model: `${upstream}/whole` });
    expect(await rowOf(id)).toMatchObject({
      lane: upstream === "stub" ? "relay" : "translate",
      upstream,
      model: `${upstream}/whole`,
      status: 200,
      inputTokens: 9,
      outputTokens: 1,
      cachedTokens: 4,
      reasoningTokens: 1,
      responseBytes: Buffer.byteLength(text),
    });
  });

  it.each(["stub", "anew"])("a stream of an upstream (%s)", async (upstream) => {
    const { id, text } = await chat({
      model: `${upstream}/streamed`,
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(await rowOf(id)).toMatchObject({
      lane: upstream === "stub" ? "relay" : "translate",
      status: 200,
      stream: true,
      inputTokens: 9,
      outputTokens: 3,
      responseBytes: Buffer.byteLength(text),
      error: null,
    });
  });

  it("an upstream without usage leaves the counts empty", async () => {
    const { id } = await chat({ model: "stub/uncounted" });
    expect(await rowOf(id)).toMatchObject({ status: 200, inputTokens: null, outputTokens: null, cachedTokens: null });
  });

  it.each<[string, number, string, Record<string, unknown>]>([
    ["a wrong body", 400, "`temperature` must be", { model: "sandbox/echo", temperature: "hot" }],
    ["an unknown model", 404, 'has no model "giude"', { model: "sandbox/giude" }],
    ["a fault of the upstream", 503, "as its name says", { model: "sandbox/fault-503" }],
    ["a cut answer", 502, "before the response was complete", { model: "sandbox/cut-2" }],
    ["a cut stream", 502, "before the response was complete", { model: "sandbox/cut-2", stream: true }],
  ])("%s", async (_name, status, error, body) => {
    const { id } = await chat(body);
    expect(await rowOf(id)).toMatchObject({ keyId: key.id, status, error: expect.stringContaining(error) });
  });

  it("a wrong key, without an owner", async () => {
    const { id, status } = await chat({ model: "sandbox/echo" }, { secret: "sk-wrong-key" });
    expect(status).toBe(401);
    expect(await rowOf(id)).toMatchObject({
      keyId: null,
      status: 401,
      model: null,
      error: expect.stringContaining("not valid"),
    });
  });

  it("the admin key is the key admin", async () => {
    const { id } = await chat({ model: "sandbox/echo" }, { secret: ADMIN_KEY });
    expect(await rowOf(id)).toMatchObject({ keyId: "admin", status: 200 });
  });

  it.each<[string, Record<string, unknown>]>([
    ["before the first byte", { model: "sandbox/slow-60000", stream: true }],
    ["of a whole call", { model: "sandbox/slow-60000" }],
    ["of an upstream that is silent", { model: "stub/silent" }],
  ])("a client that disconnected, %s", async (_when, body) => {
    const id = newId();
    await expect(chat(body, { id, signal: AbortSignal.timeout(300) })).rejects.toThrow(/timeout|abort/i);
    expect(await rowOf(id)).toMatchObject({
      status: 499,
      error: "client left",
      keyId: key.id,
      firstByteMs: null,
    });
  });

  it("a client that disconnected in the middle of a stream", async () => {
    const id = newId();
    const answer = chat({ model: "stub/halting", stream: true }, { id, signal: AbortSignal.timeout(300) });
    await expect(answer).rejects.toThrow(/timeout|abort/i);
    const row = await rowOf(id);
    expect(row).toMatchObject({ status: 499, error: "client left", stream: true, lane: "relay" });
    expect(row.responseBytes).toBeGreaterThan(0);
    expect(row.firstByteMs).toBeGreaterThan(0);
  });

  it("no prompt, response or key is in any row", async () => {
    const ids = [
      await chat({ model: "stub/refusing" }),
      await chat({ model: "stub/whole" }),
      await chat({ model: "sandbox/echo", metadata: { note: PROMPT } }),
      await chat({ model: "sandbox/echo", messages: [{ role: "user", content: [{ type: "text", text: 7 }] }] }),
      await chat({ model: "sandbox/echo", messages: PROMPT }),
    ].map(({ id }) => id);
    await Promise.all(ids.map(rowOf));
    const rows = JSON.stringify(await recentRows(store, 1_000));
    for (const secret of [PROMPT, ANSWER, UPSTREAM_KEY, ADMIN_KEY, key.secret, "sk-wrong-key"]) {
      expect(rows, secret).not.toContain(secret);
    }
  });
});
