/** Upstreams that answer anything, through the relay and the translation of every dialect. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AnyDialectId, allDialectIds } from "../matrix/dialects.ts";
import { type AnyAnswer, anyAnswer, anyReply, describeAnswer, give } from "../support/any-answer.ts";
import { FUZZ_TIMEOUT_MS, fuzz, sendCase } from "../support/fuzz.ts";
import { AUTHORIZED } from "../support/gateway.ts";
import {
  chatRoute,
  countTokensRoute,
  generateRoute,
  googleCountRoute,
  inputTokensRoute,
  interactionsRoute,
  type JsonRoute,
  messagesRoute,
  responsesRoute,
  streamGenerateRoute,
  withModel,
} from "../support/json-routes.ts";
import { type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";
import { startWatchedGateway, type WatchedGateway } from "../support/watched-gateway.ts";

/** A silent upstream is given up within the time in which a client is answered. */
const timeouts = { connectMs: 1_000, firstByteMs: 400, idleMs: 300, totalMs: 1_500 };
const MEDIA = ["openai-images", "openai-videos", "google-operations"];

let stub: StubUpstream;
let gateway: WatchedGateway;
beforeAll(async () => {
  stub = await startStubUpstream();
  const of = (dialect: string) => [
    dialect,
    { baseUrl: stub.url, dialects: [dialect], models: ["m"], retries: { attempts: 0 }, timeouts },
  ];
  gateway = await startWatchedGateway({ upstreams: Object.fromEntries([...allDialectIds, ...MEDIA].map(of)) });
});
afterAll(async () => {
  await gateway?.close();
  await stub?.close();
});

type Client = { dialect: AnyDialectId; route: JsonRoute; stream: boolean };

/** The end of a stream that ended well, or an error event of the dialects that have no name for it. */
const endOf = ({ streamEnd }: JsonRoute) => new RegExp(`${streamEnd.source}|^data: .*"error":.*\\n\\n$`, "m");

const CLIENTS: Client[] = [
  ...[false, true].flatMap((stream): Client[] => [
    { dialect: "openai-chat", route: chatRoute, stream },
    { dialect: "openai-responses", route: responsesRoute, stream },
    { dialect: "anthropic-messages", route: messagesRoute, stream },
    { dialect: "google-generate", route: stream ? streamGenerateRoute : generateRoute, stream },
    { dialect: "google-interactions", route: interactionsRoute, stream },
  ]),
  { dialect: "openai-responses", route: inputTokensRoute, stream: false },
  { dialect: "anthropic-messages", route: countTokensRoute, stream: false },
  { dialect: "google-generate", route: googleCountRoute, stream: false },
];

function bodyOf({ route, stream }: Client, model: string): string {
  const flag = stream && route.modelPlace === "body" ? { stream: true } : {};
  return JSON.stringify({ ...(withModel(route, model, route.base) as object), ...flag });
}

type Case = { client: Client; answer: AnyAnswer };

function inputBytes({ answer }: { answer: AnyAnswer }): number {
  return answer.chunks.reduce((sum, chunk) => sum + chunk.length, 0);
}

test.each(allDialectIds)("any reply in %s is passed on or refused", { timeout: FUZZ_TIMEOUT_MS }, async (dialect) => {
  const model = `${dialect}/m`;
  const cases = fc
    .constantFrom(...CLIENTS)
    .chain((client) => anyAnswer(dialect, client.stream).map((answer): Case => ({ client, answer })));
  await fuzz({
    gateway,
    cases,
    send({ client, answer }) {
      stub.respondWith(give(answer));
      const { route } = client;
      return sendCase(gateway.url, {
        path: route.path(model),
        method: "POST",
        headers: route.headers,
        body: bodyOf(client, model),
      });
    },
    check({ status, headers, text }, { client }) {
      // A relayed stream ends as the upstream ended it.
      if (status !== 200 || client.dialect === dialect) return;
      if (headers.get("content-type")?.startsWith("text/event-stream")) {
        expect(text, "a stream ends once, and well or with an error").toMatch(endOf(client.route));
      } else {
        expect(client.route.isAnswer(JSON.parse(text)), text).toBe(true);
      }
    },
    inputBytes,
    describe: ({ client: { route, stream }, answer }) =>
      `${route.name}${stream ? ", streamed" : ""}: ${describeAnswer(answer)}`,
  });
});

const PICTURES = {
  created: 1_700_000_000,
  data: [{ b64_json: "iVBORw0KGgo=", revised_prompt: "A fox" }, { url: "http://127.0.0.1:9/a.png" }],
  usage: { input_tokens: 5, output_tokens: 7, total_tokens: 12, input_tokens_details: { text_tokens: 5 } },
};
const TASK = { id: "video_1", object: "video", model: "m", status: "queued", progress: 0, created_at: 1, seconds: "4" };
const OPERATION = { name: "models/m/operations/1", done: false, metadata: { progress: 5 } };
const MEDIA_CALLS: { path: string; body: object; replies: Record<string, unknown>[] }[] = [
  { path: "/v1/images/generations", body: { model: "openai-images/m", prompt: "A fox" }, replies: [PICTURES] },
  {
    path: "/v1/videos",
    body: { model: "openai-videos/m", prompt: "A fox" },
    replies: [TASK, { ...TASK, status: "failed", error: { code: "x", message: "No." } }],
  },
  {
    path: "/v1/videos",
    body: { model: "google-operations/m", prompt: "A fox" },
    replies: [OPERATION, { ...OPERATION, done: true, error: { code: 3, message: "No." } }],
  },
];

test("any reply of an image or video upstream is passed on or refused", {
  timeout: FUZZ_TIMEOUT_MS,
}, async () => {
  const cases = fc
    .constantFrom(...MEDIA_CALLS)
    .chain(({ path, body, replies }) => anyReply(replies).map((answer) => ({ path, body, answer })));
  await fuzz({
    gateway,
    cases,
    send({ path, body, answer }) {
      stub.respondWith(give(answer));
      return sendCase(gateway.url, { path, method: "POST", headers: AUTHORIZED, body: JSON.stringify(body) });
    },
    inputBytes,
    describe: ({ path, answer }) => `${path}: ${describeAnswer(answer)}`,
  });
});
