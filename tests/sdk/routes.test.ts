/** Official SDKs on routes whose first model dies, and at the limits of their keys: what their users see of it. */
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createKey } from "../support/create-key.ts";
import { ADMIN_KEY, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import {
  closeBeforeHeaders,
  jsonReply,
  neverAnswer,
  type StubHandler,
  type StubUpstream,
  startStubUpstream,
  streamReply,
} from "../support/stub-upstream.ts";
import { failureOf, itemsOf } from "./sdk-gateways.ts";
import { answerIn, beginningOf, type DialectId, STUB_TEXT } from "./stub-answers.ts";

type Ask = (gateway: { url: string }, model: string, key?: string) => Promise<string>;

const openai = ({ url }: { url: string }, apiKey: string) => new OpenAI({ baseURL: `${url}/v1`, apiKey });
const anthropic = ({ url }: { url: string }, apiKey: string) => new Anthropic({ baseURL: url, apiKey });
const google = ({ url }: { url: string }, apiKey: string) =>
  new GoogleGenAI({ apiKey, httpOptions: { baseUrl: url, retryOptions: { attempts: 3 } } });

const messages = [{ role: "user" as const, content: "Hello" }];

/** Each SDK, whole and streamed; all return the text of the response. */
const clients: { name: string; dialect: DialectId; whole: Ask; stream: Ask }[] = [
  {
    name: "openai, Chat Completions",
    dialect: "openai-chat",
    async whole(gateway, model, key = ADMIN_KEY) {
      const reply = await openai(gateway, key).chat.completions.create({ model, messages });
      return reply.choices[0]?.message.content ?? "";
    },
    async stream(gateway, model, key = ADMIN_KEY) {
      const stream = await openai(gateway, key).chat.completions.create({ model, messages, stream: true });
      return (await itemsOf(stream)).map(({ choices }) => choices[0]?.delta.content ?? "").join("");
    },
  },
  {
    name: "openai, Responses",
    dialect: "openai-responses",
    async whole(gateway, model, key = ADMIN_KEY) {
      return (await openai(gateway, key).responses.create({ model, input: "Hello", store: false })).output_text;
    },
    async stream(gateway, model, key = ADMIN_KEY) {
      const stream = openai(gateway, key).responses.stream({ model, input: "Hello", store: false });
      return (await stream.finalResponse()).output_text;
    },
  },
  {
    name: "anthropic, Messages",
    dialect: "anthropic-messages",
    async whole(gateway, model, key = ADMIN_KEY) {
      const reply = await anthropic(gateway, key).messages.create({ model, messages, max_tokens: 50 });
      return reply.content.map((block) => (block.type === "text" ? block.text : "")).join("");
    },
    async stream(gateway, model, key = ADMIN_KEY) {
      return anthropic(gateway, key).messages.stream({ model, messages, max_tokens: 50 }).finalText();
    },
  },
  {
    name: "genai, generateContent",
    dialect: "google-generate",
    async whole(gateway, model, key = ADMIN_KEY) {
      return (await google(gateway, key).models.generateContent({ model, contents: "Hello" })).text ?? "";
    },
    async stream(gateway, model, key = ADMIN_KEY) {
      const stream = await google(gateway, key).models.generateContentStream({ model, contents: "Hello" });
      return (await itemsOf(stream)).map(({ text }) => text ?? "").join("");
    },
  },
];

const failures: [string, StubHandler][] = [
  ["answers 503", jsonReply({ error: { message: "down" } }, { status: 503 })],
  ["answers 429", jsonReply({ error: { message: "slow down" } }, { status: 429, headers: { "retry-after": "1" } })],
  ["closes the connection", closeBeforeHeaders()],
  ["never answers", neverAnswer()],
];

describe.each(mounts)("on the %s mount", (mount) => {
  let dying: StubUpstream;
  let healthy: StubUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    dying = await startStubUpstream();
    healthy = await startStubUpstream();
    const dialects: DialectId[] = ["openai-chat", "openai-responses", "anthropic-messages", "google-generate"];
    const upstreams = Object.fromEntries(
      dialects.flatMap((dialect) => [
        [
          `dying-${dialect}`,
          { baseUrl: `${dying.url}/${dialect}`, dialects: [dialect], timeouts: { firstByteMs: 400 } },
        ],
        [`healthy-${dialect}`, { baseUrl: `${healthy.url}/${dialect}`, dialects: [dialect] }],
      ]),
    );
    const other = (dialect: DialectId) => (dialect === "openai-chat" ? "anthropic-messages" : "openai-chat");
    // A route for each case, since a model that fails is left alone by the requests after it.
    const routes = Object.fromEntries(
      clients.flatMap(({ dialect }) =>
        [...failures.keys(), "cut"].flatMap((index) => [
          [`${dialect}-${index}`, route(`dying-${dialect}/${index}`, `healthy-${other(dialect)}/m`)],
          [`${dialect}-${index}-stream`, route(`dying-${dialect}/${index}s`, `healthy-${other(dialect)}/m`)],
        ]),
      ),
    );
    gateway = await startGateway({ mount, config: { retries: { attempts: 0 }, upstreams, routes } });
  });
  afterEach(() => {
    dying.reset();
    healthy.reset();
  });
  afterAll(async () => {
    await gateway.close();
    await dying.close();
    await healthy.close();
  });

  const answerAll = (upstream: StubUpstream) =>
    upstream.respondWith((request, response) => {
      const dialect = clients.find((client) => request.path.includes(`/${client.dialect}/`))?.dialect;
      return answerIn(dialect ?? "openai-chat")(request, response);
    });

  describe.each(clients)("$name", ({ dialect, whole, stream }) => {
    it.each(failures.map(([name, handler], index) => ({ name, handler, index })))(
      "gets the next model's response when the first one $name",
      async ({ handler, index }) => {
        dying.respondWith(handler);
        answerAll(healthy);
        expect(await whole(gateway, `${dialect}-${index}`)).toBe(STUB_TEXT);
        expect(await stream(gateway, `${dialect}-${index}-stream`)).toBe(STUB_TEXT);
        // Neither the gateway nor the SDK asked a model twice.
        expect([dying.requests.length, healthy.requests.length]).toEqual([2, 2]);
      },
    );

    it("gets an error, and no second beginning, when a stream breaks after its first words", async () => {
      dying.respondWith(streamReply({ chunks: beginningOf(`${dialect}/m`), ending: "cut" }));
      answerAll(healthy);
      expect(await failureOf(stream(gateway, `${dialect}-cut-stream`))).toBeInstanceOf(Error);
      expect(healthy.requests).toHaveLength(0);
    });

    it("waits as long as a limited key asks for, and then goes on", async () => {
      answerAll(healthy);
      const { secret } = await createKey(gateway, { limits: { concurrent_requests: 1 } });
      let release = () => {};
      const answered = new Promise<void>((resolve) => {
        release = resolve;
      });
      healthy.respondWith(async (request, response) => {
        if (healthy.requests.length === 1) await answered;
        return answerIn(dialect)(request, response);
      });
      const model = `healthy-${dialect}/m`;
      const first = whole(gateway, model, secret);
      while (healthy.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      const startedAt = performance.now();
      const second = whole(gateway, model, secret);
      setTimeout(release, 300);
      expect(await Promise.all([first, second])).toEqual([STUB_TEXT, STUB_TEXT]);
      expect(performance.now() - startedAt).toBeGreaterThan(400);
    });
  });
});

function route(model: string, fallback: string): object {
  return { targets: [{ model }], fallback: [fallback] };
}
