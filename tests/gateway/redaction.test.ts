/**
 * An upstream that quotes what it was sent: no secret of its entry comes back to a client or a log (architecture.md,
 * law 8).
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { AUTHORIZED, startGateway, type TestGateway } from "../support/gateway.ts";
import { jsonReply, type StubUpstream, startStubUpstream, streamReply } from "../support/stub-upstream.ts";

const API_KEY = "sk-upstream-0123456789";
const TENANT = "tenant/0123456789";
const PASSWORD = "pass-0123456789";
const BASIC = Buffer.from(`me:${PASSWORD}`).toString("base64");
const SECRETS = [API_KEY, TENANT, encodeURIComponent(TENANT), PASSWORD, BASIC];
/** An upstream's own words. */
const QUOTED = `Denied for ${SECRETS.join(" and ")}.`;
const SHOWN = `Denied for ${SECRETS.map(() => "[redacted]").join(" and ")}.`;

let stub: StubUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  stub = await startStubUpstream();
  const shared = {
    apiKeyEnv: "STUB_API_KEY",
    headers: { "X-Tenant": TENANT, "proxy-authorization": `Basic ${BASIC}` },
    models: [],
  };
  gateway = await startGateway({
    mount: "node",
    config: {
      retries: { attempts: 0 },
      upstreams: {
        passed: { ...shared, baseUrl: stub.url, dialects: ["openai-chat", "openai-images"] },
        anew: { ...shared, baseUrl: stub.url, lane: "translate" },
        responses: { ...shared, baseUrl: stub.url, dialects: ["openai-responses"] },
        claude: { ...shared, baseUrl: stub.url, dialects: ["anthropic-messages"] },
        gemini: { ...shared, baseUrl: stub.url, dialects: ["google-generate"] },
      },
    },
    environment: { STUB_API_KEY: API_KEY },
  });
});
afterAll(async () => {
  await gateway?.close();
  await stub?.close();
});
beforeEach(() => stub.reset());

const fetchText = (upstream: string, stream = false, headers = {}) =>
  gateway.chat(
    { model: `${upstream}/m`, messages: [{ role: "user", content: "Hi" }], stream },
    { headers: { ...AUTHORIZED, ...headers } },
  );

function expectNoSecret(text: string): void {
  for (const secret of SECRETS) expect(text).not.toContain(secret);
}

describe.each(["passed", "anew"])("secrets of the upstream %s are redacted in", (upstream) => {
  it.each([
    ["JSON", { error: { message: QUOTED, type: TENANT, param: PASSWORD, code: API_KEY } }],
    ["text", QUOTED],
    ["a page", `<html><body><p>${QUOTED}</p></body></html>`],
  ])("a refusal in %s", async (_name, body) => {
    stub.respondWith(jsonReply(body, { status: 403, headers: { "x-request-id": `req-${TENANT}` } }));
    for (const stream of [false, true]) {
      const response = await fetchText(upstream, stream);
      expect(response.status).toBe(403);
      expect(response.headers.get("x-upstream-request-id")).toBe("req-[redacted]");
      const text = await response.text();
      expect(JSON.parse(text).message).toBe(SHOWN);
      expectNoSecret(text + response.statusText);
    }
  });

  it("a content type where a stream was asked for", async () => {
    stub.respondWith(jsonReply("{}", { headers: { "content-type": `text/plain; for=${PASSWORD}` } }));
    expectNoSecret(await (await fetchText(upstream, true)).text());
  });
});

it.each([false, true])("an error with a status of success (stream: %s)", async (stream) => {
  stub.respondWith(jsonReply({ error: { message: QUOTED, code: API_KEY } }));
  const text = await (await fetchText("anew", stream)).text();
  expect(JSON.parse(text).message).toBe(SHOWN);
  expectNoSecret(text);
});

it("a reply that reports a failure", async () => {
  stub.respondWith(
    jsonReply({ id: "r", object: "response", status: "failed", error: { message: QUOTED, code: TENANT } }),
  );
  const text = await (await fetchText("responses")).text();
  expect(JSON.parse(text).message).toBe(SHOWN);
  expectNoSecret(text);
});

it.each([
  ["anew", `data: ${JSON.stringify({ error: { message: QUOTED, code: TENANT } })}\n\n`],
  ["claude", `event: error\ndata: ${JSON.stringify({ type: "error", error: { type: TENANT, message: QUOTED } })}\n\n`],
  ["gemini", `data: ${JSON.stringify({ error: { code: 500, status: TENANT, message: QUOTED } })}\n\n`],
  ["responses", `event: error\ndata: ${JSON.stringify({ type: "error", code: TENANT, message: QUOTED })}\n\n`],
  [
    "responses",
    `data: ${JSON.stringify({ type: "response.failed", response: { error: { code: TENANT, message: QUOTED } } })}\n\n`,
  ],
])("an error in a stream of the upstream %s", async (upstream, event) => {
  stub.respondWith(streamReply({ chunks: [event] }));
  const text = await (await fetchText(upstream, true)).text();
  expect(text).toContain(SHOWN);
  expectNoSecret(text);
});

it("a resumable response and the request log", async () => {
  const id = "redaction-1";
  const headers = { "x-echo": `you are ${TENANT}`, "x-plain": "shown" };
  stub.respondWith(jsonReply({ error: { message: QUOTED } }, { status: 400, headers }));
  await fetchText("passed", true, { "x-gateway-keep": "events", "x-request-id": id });
  const kept = await (await fetch(`${gateway.url}/api/exchanges/${id}`, { headers: AUTHORIZED })).text();
  expect(JSON.parse(kept).answered.headers).toMatchObject({ "x-plain": "shown" });
  expectNoSecret(kept);
  const log = await (await fetch(`${gateway.url}/api/requests`, { headers: AUTHORIZED })).text();
  expect(log).toContain(SHOWN);
  expectNoSecret(log + gateway.output());
});

it("an upstream's own events of a resumable response", async () => {
  const id = "redaction-2";
  const event = `data: ${JSON.stringify({ error: { message: QUOTED } })}\n\n`;
  stub.respondWith(streamReply({ chunks: [event.slice(0, 40), event.slice(40)] }));
  await (await fetchText("anew", true, { "x-gateway-keep": "events", "x-request-id": id })).text();
  const events = await fetch(`${gateway.url}/api/exchanges/${id}/upstream-events`, { headers: AUTHORIZED });
  const text = await events.text();
  expect(text).toContain(SHOWN);
  expectNoSecret(text);
});
