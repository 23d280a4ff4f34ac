/**
 * Requests of coding agents and agent libraries, recorded from the real clients with the settings of the guide: their own texts are replaced
 * and all tools but one are left out. Each is answered, relayed with what its vendor's API needs, and translated.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ADMIN_KEY, startGateway, type TestGateway } from "../support/gateway.ts";
import { jsonReply, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";
import recorded from "./recorded-requests.json" with { type: "json" };

type Recorded = { path: string; headers: Record<string, string>; body: Record<string, unknown> };
const agents = Object.entries(recorded as unknown as Record<string, Recorded>);
const claude = recorded["Claude Code 2.1.197"] as unknown as Recorded;
const codex = recorded["Codex 0.169.0"] as unknown as Recorded;

let stub: StubUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  stub = await startStubUpstream();
  const server = (...dialects: string[]) => ({ baseUrl: stub.url, dialects, models: ["m"], retries: { attempts: 0 } });
  gateway = await startGateway({
    mount: "node",
    config: {
      upstreams: {
        chat: server("openai-chat"),
        responses: server("openai-responses"),
        messages: server("anthropic-messages"),
        google: server("google-generate"),
        loose: { ...server("anthropic-messages"), lane: "translate" },
      },
    },
  });
});
beforeEach(() => stub.reset());
afterAll(async () => {
  await gateway?.close();
  await stub?.close();
});

const KEY_HEADERS: [path: string, name: string, value: string][] = [
  ["/v1/messages", "x-api-key", ADMIN_KEY],
  ["/v1beta", "x-goog-api-key", ADMIN_KEY],
  ["/", "authorization", `Bearer ${ADMIN_KEY}`],
];

function send({ path, headers, body }: Recorded, model: string): Promise<Response> {
  const [, name = "", value = ""] = KEY_HEADERS.find(([start]) => path.startsWith(start)) ?? [];
  return fetch(gateway.url + path.replace("sandbox/guide", model), {
    method: "POST",
    headers: { ...headers, [name]: value },
    body: JSON.stringify("model" in body ? { ...body, model } : body),
  });
}

/** Sends a request to a model whose upstream refuses it, and returns what the upstream got. */
async function relay(request: Recorded, model: string) {
  stub.respondWith(jsonReply({ error: { message: "no" } }, { status: 400 }));
  const response = await send(request, model);
  expect(response.status).toBe(400);
  const [sent] = stub.requests;
  if (!sent) throw new Error("The upstream got no request.");
  return { sent, body: JSON.parse(sent.body.toString()), dropped: response.headers.get("x-gateway-dropped") ?? "" };
}

it.each(agents)("answers %s, as a stream that ends properly", async (_, request) => {
  const response = await send(request, "sandbox/guide");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  const text = await response.text();
  expect(text).toMatch(/\[DONE\]|message_stop|response\.completed|"finishReason":"STOP"/);
});

const OWN: Record<string, string> = { "/v1/chat": "chat/m", "/v1/resp": "responses/m", "/v1/mess": "messages/m" };

it.each(agents)("relays %s unchanged to a provider of its own API", async (_, request) => {
  const { body, sent } = await relay(request, OWN[request.path.slice(0, 8)] ?? "google/m");
  expect(body).toEqual("model" in request.body ? { ...request.body, model: "m" } : request.body);
  expect(JSON.stringify(sent.headers)).not.toContain(ADMIN_KEY);
});

it.each(agents)("translates %s for a provider of each other API", async (_, request) => {
  for (const model of ["chat/m", "responses/m", "messages/m", "google/m"]) {
    stub.reset();
    const { body } = await relay(request, model);
    expect(JSON.stringify(body)).toMatch(/read_?|Read|exec_command/);
    expect(JSON.stringify(body.messages ?? body.input ?? body.contents)).toContain("README.md");
  }
});

describe("Claude Code", () => {
  it("reaches Anthropic's API with its betas and version", async () => {
    const { sent, body } = await relay(claude, "messages/m");
    expect(sent.headers["anthropic-beta"]).toBe(claude.headers["anthropic-beta"]);
    expect(sent.headers["anthropic-version"]).toBe("2023-06-01");
    expect(body.context_management).toEqual(claude.body.context_management);
  });

  it("keeps its cache marks and context management where the translated target has both", async () => {
    const { body } = await relay(claude, "loose/m");
    const marks = (value: unknown) => JSON.stringify(value).match(/"cache_control":\{"type":"ephemeral"\}/g)?.length;
    expect(marks(body)).toBe(marks(claude.body));
    expect(body.context_management).toEqual(claude.body.context_management);
  });

  it("is told which of its fields another API has no place for", async () => {
    const { body, dropped } = await relay(claude, "chat/m");
    expect(dropped).toContain("context_management");
    expect(JSON.stringify(body)).not.toContain("context_management");
  });
});

it("keeps Codex's cache key where the other API has one", async () => {
  const { body } = await relay(codex, "chat/m");
  expect(body.prompt_cache_key).toBe(codex.body.prompt_cache_key);
});

it("lists context sizes and capabilities in the words of each client", async () => {
  const response = await fetch(`${gateway.url}/v1/models`, { headers: { authorization: `Bearer ${ADMIN_KEY}` } });
  const { data } = (await response.json()) as { data: Record<string, unknown>[] };
  expect(data.find(({ id }) => id === "sandbox/guide")).toMatchObject({
    object: "model",
    type: "model",
    name: "models/sandbox/guide",
    context_window: expect.any(Number),
    max_output_tokens: expect.any(Number),
    inputTokenLimit: expect.any(Number),
    outputTokenLimit: expect.any(Number),
    supportedGenerationMethods: expect.arrayContaining(["generateContent"]),
    capabilities: expect.objectContaining({ tools: true }),
  });
});
