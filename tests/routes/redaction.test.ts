/** Secrets that are planted wherever a request or a provider can have one are in no table, file or log after a run. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { RequestWithRecord } from "#lib/contract/logged-request.ts";
import { chatFrames, chatReply } from "../support/chat-fixtures.ts";
import { ADMIN_KEY, AUTHORIZED, startGateway, type TestGateway } from "../support/gateway.ts";
import { mistralEntry } from "../support/mistral-entry.ts";
import { readEverything } from "../support/read-everything.ts";
import { type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";
import { startWebhookReceiver, WEBHOOK_SECRET, type WebhookReceiver } from "../support/webhook-receiver.ts";

/** Configured secrets, and some that are known by their form. */
const CONFIGURED = {
  upstream: "planted-upstream-key/+0123456789",
  package: "planted-package-key-0123456789",
  header: "planted-header-value-0123456789",
  hook: WEBHOOK_SECRET.slice(6),
  admin: ADMIN_KEY,
};
const KNOWN = {
  openai: "sk-proj-Planted0123456789abcdefABCDEF",
  anthropic: "sk-ant-api03-Planted0123456789abcdef",
  google: `AIza${"Planted".repeat(5)}`,
  aws: "AKIAPLANTED012345678",
  github: `ghp_${"Planted".repeat(6)}`,
};
const ALL = { ...CONFIGURED, ...KNOWN };
/** Stands beside the secrets in every text, so that the search is known to see them. */
const BESIDE = "beside-the-secrets";
const WORDS = `${BESIDE}: ${Object.values(ALL).join(" and ")}`;

let stub: StubUpstream;
let hook: WebhookReceiver;
let gateway: TestGateway;

beforeAll(async () => {
  hook = await startWebhookReceiver();
  hook.reply = () => ({ body: '{"action":"allow"}' });
  const asked = new Map<string, number>();
  stub = await startStubUpstream((request, response) => {
    const text = request.body.toString("latin1");
    const stream = /"stream":\s*true/.test(text);
    const count = (asked.get(request.path) ?? 0) + 1;
    asked.set(request.path, count);
    const json = (status: number, value: unknown) =>
      void response
        .writeHead(status, { "content-type": "application/json", "x-request-id": KNOWN.openai })
        .end(JSON.stringify(value));
    // Each path refuses once, with all secrets in the refusal.
    if (count === 1) return json(503, { error: { message: WORDS } });
    if (text.includes("be-refused")) return json(401, { error: { message: WORDS } });
    if (request.path.includes("embeddings"))
      return json(200, { object: "list", model: WORDS, data: [{ object: "embedding", index: 0, embedding: [0.5] }] });
    if (request.path.includes("speech"))
      return void response.writeHead(200, { "content-type": "audio/mpeg" }).end(WORDS);
    if (request.path.includes("transcriptions")) return json(200, { text: WORDS });
    if (request.path.includes("images"))
      return json(200, { created: 1, data: [{ b64_json: "aGk=", revised_prompt: WORDS }] });
    if (request.path.includes("batches")) return json(200, { id: WORDS });
    if (!stream) return json(200, chatReply({ text: WORDS }));
    response.writeHead(200, { "content-type": "text/event-stream" });
    return void response.end(
      chatFrames({ text: WORDS })
        .filter((frame) => !frame.includes("[],"))
        .join(""),
    );
  });
  gateway = await startGateway({
    mount: "node",
    environment: { UPSTREAM_KEY: CONFIGURED.upstream, BRIDGE_KEY: CONFIGURED.package, HOOK_SECRET: WEBHOOK_SECRET },
    config: {
      requestLog: { bodies: "all" },
      retries: { attempts: 1, maxDelayMs: 10 },
      upstreams: {
        stub: { baseUrl: stub.url, apiKeyEnv: "UPSTREAM_KEY", headers: { "x-own": CONFIGURED.header } },
        anew: { baseUrl: stub.url, apiKeyEnv: "UPSTREAM_KEY", lane: "translate" },
        painting: { baseUrl: stub.url, apiKeyEnv: "UPSTREAM_KEY", dialects: ["openai-images"] },
        mistral: mistralEntry(stub),
      },
      hooks: [{ on: "request", url: hook.url, secretEnv: "HOOK_SECRET", routes: ["chat"] }],
      alerts: { webhooks: [{ url: hook.url, secretEnv: "HOOK_SECRET" }] },
    },
  });
}, 60_000);
afterAll(async () => {
  await gateway?.close();
  for (const server of [stub, hook]) await server?.close();
});

const messages = [{ role: "user", content: WORDS }];
const form = (fields: Record<string, string>, name: string, type: string) => {
  const whole = new FormData();
  for (const [field, value] of Object.entries(fields)) whole.set(field, value);
  whole.set(name, new File([WORDS], `${KNOWN.aws}.bin`, { type }));
  return whole;
};
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
function edit(): FormData {
  const whole = form({ model: "painting/img", prompt: WORDS }, "note", "text/plain");
  whole.delete("note");
  whole.set("image", new File([PICTURE], "a.png", { type: "image/png" }));
  return whole;
}
const REQUESTS: [string, unknown][] = [
  ...["stub/m", "anew/m", "mistral/m", "sandbox/echo"].flatMap((model): [string, unknown][] =>
    [false, true].map((stream) => ["/v1/chat/completions", { model, stream, messages }]),
  ),
  ["/v1/chat/completions", { model: "stub/m", messages: [{ role: "user", content: "be-refused" }] }],
  ["/v1/chat/completions", { model: `stub/${KNOWN.openai}`, messages, user: KNOWN.github }],
  ["/v1/chat/completions", { model: `nowhere/${KNOWN.openai}`, messages, [KNOWN.google]: 1 }],
  ["/v1/responses", { model: "stub/m", input: WORDS, store: false }],
  ["/v1/messages", { model: "stub/m", max_tokens: 50, messages }],
  [
    `/v1beta/models/stub/m:generateContent?key=${ADMIN_KEY}`,
    { contents: [{ role: "user", parts: [{ text: WORDS }] }] },
  ],
  ["/v1/embeddings", { model: "stub/e", input: WORDS }],
  ["/v1/audio/speech", { model: "stub/tts", input: WORDS, voice: "alloy" }],
  ["/v1/audio/transcriptions", form({ model: "stub/whisper", prompt: WORDS }, "file", "audio/mpeg")],
  ["/v1/images/generations", { model: "painting/img", prompt: WORDS }],
  ["/v1/images/edits", edit()],
  [`/upstreams/stub/batches?token=${KNOWN.openai}&key=${ADMIN_KEY}`, { note: WORDS }],
];

it("no planted secret is anywhere", { timeout: 90_000 }, async () => {
  const ids: string[] = [];
  for (const [path, body] of REQUESTS) {
    const id = `redaction-${ids.length}`;
    ids.push(id);
    const isForm = body instanceof FormData;
    const response = await fetch(gateway.url + path, {
      method: "POST",
      headers: {
        ...{
          authorization: AUTHORIZED.authorization,
          "x-request-id": id,
          "anthropic-version": "2023-06-01",
          "x-extra": KNOWN.anthropic,
        },
        ...{ "x-gateway-tags": `team-a,${KNOWN.openai}`, "user-agent": `agent ${KNOWN.github}`, cookie: KNOWN.aws },
        ...(isForm ? {} : { "content-type": "application/json" }),
      },
      body: isForm ? body : JSON.stringify(body),
    });
    await response.arrayBuffer();
  }
  await fetch(`${gateway.url}/api/alerts/test`, { method: "POST", headers: AUTHORIZED });
  await vi.waitFor(
    async () => {
      for (const id of ids) {
        const row = await fetch(`${gateway.url}/api/requests/${id}`, { headers: AUTHORIZED });
        expect(((await row.json()) as RequestWithRecord).recorded, id).toBe(true);
      }
    },
    { timeout: 30_000, interval: 200 },
  );
  const { text, places } = readEverything(gateway);
  expect(places).toEqual(expect.arrayContaining(["request_records", "request_log", "audit_log"]));
  // Both sides of each attempt, retries included, and the responses.
  expect(text.split(BESIDE).length).toBeGreaterThan(2 * REQUESTS.length);
  for (const [name, secret] of Object.entries(ALL)) {
    for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]) {
      const at = text.indexOf(form);
      expect(at < 0 ? "" : text.slice(Math.max(0, at - 300), at + 80), name).toBe("");
    }
  }
});
