/** Bodies of tens of megabytes, in images of base64: other requests and streams of the process go on meanwhile. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { BODY_LIMITS } from "#lib/gateway/limits.ts";
import { chatReply } from "../support/chat-fixtures.ts";
import { type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";
import { watchWithin } from "../support/watch-within.ts";
import { startWatchedGateway, type WatchedGateway } from "../support/watched-gateway.ts";

let stub: StubUpstream;
let gateway: WatchedGateway;
beforeAll(async () => {
  stub = await startStubUpstream((request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.path.includes("count_tokens")) response.end('{"input_tokens":1}');
    else response.end(JSON.stringify(chatReply({ text: "Hi" })));
  });
  gateway = await startWatchedGateway({
    upstreams: {
      chat: { baseUrl: stub.url, dialects: ["openai-chat"] },
      anew: { baseUrl: stub.url, dialects: ["openai-chat"], lane: "translate" },
      claude: { baseUrl: stub.url, dialects: ["anthropic-messages"] },
    },
  });
});
afterAll(async () => {
  await gateway?.close();
  await stub?.close();
});

const MEGABYTE = 2 ** 20;
/** The first bytes of a PNG, which the sandbox looks for, in front of one image of the size. */
const imageOf = (bytes: number) => `iVBORw0KGgoAAAANSUhEUg${"AA".repeat(bytes / 2)}`;

const chat = (model: string) => (data: string) => ({
  model,
  messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: `data:image/png;base64,${data}` } }] }],
});
const messages = (model: string) => (data: string) => ({
  model,
  max_tokens: 10,
  messages: [{ role: "user", content: [{ type: "image", source: { type: "base64", media_type: "image/png", data } }] }],
});
const contents = () => (data: string) => ({
  contents: [{ role: "user", parts: [{ inlineData: { mimeType: "image/png", data } }] }],
});

const lanes: [string, string, (data: string) => unknown][] = [
  ["relayed", "/v1/chat/completions", chat("chat/m")],
  ["written anew", "/v1/chat/completions", chat("anew/m")],
  ["translated from Messages", "/v1/messages", messages("chat/m")],
  ["translated from generateContent", "/v1beta/models/chat/m:generateContent", contents()],
  ["answered by the sandbox", "/v1/messages", messages("sandbox/echo")],
  ["counted by an upstream", "/v1/messages/count_tokens", messages("claude/m")],
  ["counted here", "/v1/messages/count_tokens", messages("sandbox/echo")],
];

test.each(lanes)(
  "an image of 40 MB is %s without stalling the event loop",
  { timeout: 60_000 },
  async (_, path, body) => {
    // A small body first: it loads the lane's code.
    await gateway.post(path, JSON.stringify(body(imageOf(400_000))));
    stub.requests.length = 0;
    const text = JSON.stringify(body(imageOf(40 * MEGABYTE)));
    // The memory budget counts each body `weight` times.
    const counted = BODY_LIMITS.weight * text.length;
    const { status, text: answer } = await watchWithin(gateway, () => gateway.post(path, text), counted);
    expect(status, answer).toBe(200);
    const received = stub.requests.at(-1)?.body;
    if (received) expect(received.length).toBeGreaterThan(40 * MEGABYTE);
    stub.requests.length = 0;
  },
);
