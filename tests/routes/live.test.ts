/** Google's Live API: the first message names the model, and errors are in close frames. */
import { GoogleGenAI } from "@google/genai";
import { GoogleGenAI as GoogleGenAIv2 } from "google-genai-v2";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { RealtimeSessions } from "#lib/gateway/endpoints/realtime/realtime-sessions.ts";
import { createKey } from "../support/create-key.ts";
import { ADMIN_KEY, AUTHORIZED, startGateway, type TestGateway } from "../support/gateway.ts";
import { openRealtime, type RealtimeClient } from "../support/realtime-client.ts";
import { type SocketUpstream, startSocketUpstream } from "../support/socket-upstream.ts";

const poll = <Value>(read: () => Value) => expect.poll(read, { timeout: 10_000 });
const PATH = "/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent";
const MODEL = "live/gemini-live";
const setup = (model: unknown = `models/${MODEL}`) => ({ setup: { model, generationConfig: {} } });
/** As Google's server sends them: JSON in binary messages. */
const binary = (message: object) => Buffer.from(JSON.stringify(message));

let upstream: SocketUpstream;
let gateway: TestGateway;
let sessions: RealtimeSessions;
const opened: RealtimeClient[] = [];

beforeAll(async () => {
  upstream = await startSocketUpstream();
  const baseUrl = upstream.url.replace(/v1$/, "v1beta");
  const live = { baseUrl, dialects: ["google-generate"], models: ["gemini-live"], apiKeyEnv: "LIVE_KEY" };
  gateway = await startGateway({
    mount: "node",
    environment: { LIVE_KEY: "live-secret-key" },
    config: { upstreams: { live: { ...live, prices: { "gemini-live": { input: 1, output: 2 } } } } },
    replace: ({ realtimeSessions }) => {
      sessions = realtimeSessions;
      return {};
    },
  });
});
beforeEach(() => upstream.reset());
afterEach(async () => {
  for (const { socket } of opened.splice(0)) socket.terminate();
  await poll(() => sessions.count).toBe(0);
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

async function open(key = ADMIN_KEY): Promise<RealtimeClient> {
  const client = await openRealtime(`${gateway.url}${PATH}?key=${key}`);
  opened.push(client);
  return client;
}
const session = () => upstream.sessions.at(-1) ?? expect.fail("No session was opened.");
const rows = async (limit: number) => {
  const list = await fetch(`${gateway.url}/api/requests?limit=${limit}`, { headers: AUTHORIZED });
  return ((await list.json()) as { data: Record<string, unknown>[] }).data;
};

it("connects the provider of the model in the setup, with its key in a header", async () => {
  const client = await open();
  client.send(setup());
  // Sent before the provider is connected.
  client.send({ realtimeInput: { text: "Hi" } });
  await poll(() => upstream.sessions.length).toBe(1);
  await poll(() => session().received.length).toBe(2);
  const { url, headers } = session().request;
  expect(url).toBe(PATH);
  expect(headers["x-goog-api-key"]).toBe("live-secret-key");
  expect(JSON.stringify(headers)).not.toContain(ADMIN_KEY);
  expect(JSON.parse(session().received[0]?.text ?? "")).toEqual(setup("models/gemini-live"));
  session().send(binary({ setupComplete: {} }));
  await poll(() => client.messages).toEqual([{ text: '{"setupComplete":{}}', isBinary: true }]);
  session().send(binary({ serverContent: { modelTurn: { parts: [{ text: "Hello" }] } } }));
  session().send(
    binary({
      serverContent: { turnComplete: true },
      usageMetadata: {
        ...{ promptTokenCount: 100, responseTokenCount: 40, totalTokenCount: 140 },
        promptTokensDetails: [
          { modality: "TEXT", tokenCount: 10 },
          { modality: "AUDIO", tokenCount: 90 },
        ],
        responseTokensDetails: [{ modality: "AUDIO", tokenCount: 40 }],
      },
    }),
  );
  await poll(() => client.messages.length).toBe(3);
  client.socket.close(1000);
  await poll(() => session().closed?.code).toBe(1000);
  await poll(async () => (await rows(2)).length).toBe(2);
  await poll(async () => await rows(2)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        dialect: "google-live",
        model: MODEL,
        input_tokens: 10,
        output_tokens: 0,
        status: 101,
      }),
      expect.objectContaining({ target: `${MODEL}@audio`, input_tokens: 90, output_tokens: 40, cost: null }),
    ]),
  );
});

it.each([
  ["no JSON", "Hello", 1007, /setup\.model/],
  ["no model", JSON.stringify({ setup: {} }), 1007, /setup\.model/],
  ["an unknown provider", JSON.stringify(setup("models/nobody/m")), 1008, /nobody/],
  ["the sandbox", JSON.stringify(setup("models/sandbox/echo")), 1008, /sandbox/],
])("closes with the reason for %s", async (_name, message, code, reason) => {
  const client = await open();
  client.send(message);
  const closing = await client.closed;
  expect(closing.code).toBe(code);
  expect(closing.reason).toMatch(reason);
  expect(upstream.sessions).toHaveLength(0);
});

it("closes with the reason for a provider that refuses, and for a second setup", async () => {
  upstream.refusal = { status: 403, body: '{"error":{"code":403,"message":"No access for live-secret-key."}}' };
  const refused = await open();
  refused.send(setup());
  const closing = await refused.closed;
  expect(closing).toMatchObject({ code: 1008, reason: expect.stringContaining("No access") });
  expect(closing.reason).not.toContain("live-secret-key");
  upstream.refusal = undefined;
  const twice = await open();
  twice.send(setup());
  twice.send(setup("models/other"));
  expect((await twice.closed).code).toBe(1007);
});

it("refuses a wrong key before the upgrade, and a model that the key may not call after it", async () => {
  await expect(open("nope")).rejects.toThrow(/^401 /);
  const { secret } = await createKey(gateway, { models: ["live/other"] });
  const client = await open(secret);
  client.send(setup());
  expect(await client.closed).toMatchObject({ code: 1008, reason: expect.stringContaining("may not call") });
});

it.each([
  ["3", GoogleGenAI],
  ["2", GoogleGenAIv2],
])("serves Google's SDK %s", async (_version, Client) => {
  upstream.onMessage = (connected, text) => {
    const message = JSON.parse(text) as { setup?: object; clientContent?: object };
    if (message.setup) connected.send(binary({ setupComplete: {} }));
    if (message.clientContent) {
      connected.send(binary({ serverContent: { modelTurn: { parts: [{ text: "Hello" }] }, turnComplete: true } }));
    }
  };
  const client = new Client({ apiKey: ADMIN_KEY, httpOptions: { baseUrl: gateway.url } });
  const texts: (string | undefined)[] = [];
  const live = await client.live.connect({
    model: MODEL,
    callbacks: { onmessage: (message) => texts.push(message.serverContent?.modelTurn?.parts?.[0]?.text) },
  });
  live.sendClientContent({ turns: "Hi" });
  await poll(() => texts).toContain("Hello");
  live.close();
  await poll(() => session().closed).toBeDefined();
});
