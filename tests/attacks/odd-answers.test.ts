/**
 * Answers of upstreams with a field of a type that their API does not have there: refused by name, never a fault of the
 * gateway.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendCase } from "../support/fuzz.ts";
import {
  chatRoute,
  generateRoute,
  type JsonRoute,
  messagesRoute,
  responsesRoute,
  withModel,
} from "../support/json-routes.ts";
import { jsonReply, type StubUpstream, startStubUpstream, streamReply } from "../support/stub-upstream.ts";
import { startWatchedGateway, type WatchedGateway } from "../support/watched-gateway.ts";

let stub: StubUpstream;
let gateway: WatchedGateway;
beforeAll(async () => {
  stub = await startStubUpstream();
  const of = (dialect: string) => ({ baseUrl: stub.url, dialects: [dialect], models: ["m"], retries: { attempts: 0 } });
  gateway = await startWatchedGateway({
    upstreams: { chat: of("openai-chat"), messages: of("anthropic-messages"), google: of("google-generate") },
  });
});
afterAll(async () => {
  await gateway?.close();
  await stub?.close();
});

function send(route: JsonRoute, model: string, fields: object = {}) {
  const body = JSON.stringify({ ...(withModel(route, model, route.base) as object), ...fields });
  return sendCase(gateway.url, { path: route.path(model), method: "POST", headers: route.headers, body });
}

const CANDIDATE = { content: { role: "model", parts: [{ text: "Hi" }] }, finishReason: "STOP", index: 0 };
const CHOICE = { index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" };
const ODD_TOKEN = { logprobs: { content: [{ token: 7, logprob: -1, bytes: null, top_logprobs: [] }] } };
const ODD_ID = JSON.parse('{"toString":null}');

test.each<[string, route: JsonRoute, model: string, reply: unknown]>([
  ["usage that is text", chatRoute, "google/m", { candidates: [CANDIDATE], usageMetadata: "many" }],
  ["log probabilities without a token", responsesRoute, "chat/m", { choices: [{ ...CHOICE, ...ODD_TOKEN }] }],
  ["a candidate that is null", chatRoute, "google/m", { candidates: [null] }],
  [
    "an id that is no text",
    generateRoute,
    "messages/m",
    { type: "message", content: [{ type: "tool_use", id: ODD_ID, name: "f", input: {} }], stop_reason: "tool_use" },
  ],
  ["text that is a number", messagesRoute, "google/m", { candidates: [{ content: { parts: [{ text: 7 }] } }] }],
])("a reply with %s does not cause a 500", async (_name, route, model, reply) => {
  stub.respondWith(jsonReply(reply));
  const printed = gateway.output().length;
  const { status, text } = await send(route, model);
  expect([200, 502], text).toContain(status);
  // A failed request has one line in the log; a fault of the gateway would have its stack.
  expect(gateway.output().slice(printed)).not.toMatch(/\bat .*\.ts:\d+/);
});

test("a stream with an odd field passes its earlier events, then ends with the upstream's error event", async () => {
  const delta = (content: unknown, more: object = {}) =>
    `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", choices: [{ index: 0, delta: { content }, ...more }] })}\n\n`;
  stub.respondWith(
    streamReply({ chunks: [delta("Hello") + delta("x", ODD_TOKEN) + delta("", { finish_reason: "stop" })] }),
  );
  const printed = gateway.output().length;
  const { text } = await send(responsesRoute, "chat/m", { stream: true });
  expect(text).toContain('"delta":"Hello"');
  expect(text).toMatch(/^event: (error|response\.(failed|completed))\ndata: [^\n]+\n\n$/m);
  expect(text).not.toContain("The gateway failed");
  // A failed request has one line in the log; a fault of the gateway would have its stack.
  expect(gateway.output().slice(printed)).not.toMatch(/\bat .*\.ts:\d+/);
});
