/** Dry runs: what a request would become, in every API, without a request to any provider. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { PreflightReply } from "#lib/contract/preflight.ts";
import { expectError } from "../support/expect-error.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

const messages = [{ role: "user", content: "Hello" }];
const SECRET = "sk-upstream-secret";

describe.each(mounts)("a dry run on the %s mount", (mount) => {
  let upstream: StubUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startStubUpstream();
    const shared = { baseUrl: upstream.url, apiKeyEnv: "UP_KEY" };
    gateway = await startGateway({
      mount,
      config: {
        upstreams: {
          up: { ...shared, models: ["m"], prices: { m: { input: 1_000_000, output: 2_000_000 } } },
          claude: { ...shared, dialects: ["anthropic-messages"] },
        },
        routes: {
          fast: { targets: [{ model: "claude/c" }], fallback: ["up/m"] },
          careful: { targets: [{ model: "claude/c" }], fallback: ["up/m"], order: "strict", onLoss: "refuse" },
          stored: { targets: [{ model: "up/m" }] },
        },
      },
      environment: { UP_KEY: SECRET },
    });
  });
  afterEach(() => {
    expect(upstream.requests.filter(({ method }) => method === "POST")).toEqual([]);
    upstream.reset();
  });
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });

  const send = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}${path}`, {
      method: "POST",
      headers: { ...AUTHORIZED, "content-type": "application/json", "x-gateway-dry-run": "true", ...headers },
      body: JSON.stringify(body),
    });
  const ask = async (body: object, headers: Record<string, string> = {}, path = "/v1/chat/completions") => {
    const response = await send(path, body, headers);
    expect(response.status).toBe(200);
    expect(response.headers.get("x-gateway-dry-run")).toBe("true");
    const text = await response.text();
    expect(text).not.toContain(SECRET);
    return JSON.parse(text) as PreflightReply;
  };

  it("shows the request that would be relayed, its tokens and its price", async () => {
    const reply = await ask({ model: "up/m", messages, max_tokens: 10, stream: true });
    expect(reply).toMatchObject({
      object: "preflight",
      route: null,
      target: "up/m",
      reason: "It is the only model of this name.",
      lane: "relay",
      upstream: "up",
      dropped: [],
      request: {
        method: "POST",
        url: `${upstream.url}/chat/completions`,
        body: { model: "m", messages, max_tokens: 10, stream: true },
      },
      input_tokens_by: "estimate",
      max_output_tokens: 10,
    });
    expect(reply.request?.headers.authorization).toBe("Bearer [redacted]");
    expect(reply.worst_case_usd).toBe(reply.input_tokens + 20);
  });

  it("shows the request that would be translated, and what it loses", async () => {
    const reply = await ask({ model: "claude/c", messages, seed: 7, max_tokens: 5 });
    expect(reply).toMatchObject({ lane: "translate", dropped: ["seed"], worst_case_usd: null });
    expect(reply.request).toMatchObject({ url: `${upstream.url}/messages`, body: { model: "c", max_tokens: 5 } });
    expect(reply.request?.headers["x-api-key"]).toBe("[redacted]");
  });

  it("shows the order of a route's models for this request, and why", async () => {
    const plain = await ask({ model: "fast", messages });
    expect(plain).toMatchObject({ route: "fast", target: "claude/c", lane: "translate" });
    const seeded = await ask({ model: "fast", messages, seed: 7 });
    expect(seeded).toMatchObject({ target: "up/m", lane: "relay", dropped: [] });
    expect(seeded.targets).toEqual([
      { model: "up/m", state: "ready", lost: [] },
      { model: "claude/c", state: "ready", lost: ["seed"] },
    ]);
    const only = await ask({ model: "fast", messages, seed: 7 }, { "x-gateway-route": "only=claude/c" });
    expect(only).toMatchObject({ target: "claude/c", reason: "The header `x-gateway-route` asks for it." });
    const careful = await ask({ model: "careful", messages, seed: 7 });
    expect(careful).toMatchObject({ target: "up/m", dropped: [] });
  });

  it.each([
    ["/v1/messages", { model: "up/m", messages, max_tokens: 5 }, { "anthropic-version": "2023-06-01" }, "translate"],
    ["/v1/responses", { model: "up/m", input: "Hello", background: true }, {}, "translate"],
    ["/v1/responses", { model: "stored", input: "Hello" }, {}, "translate"],
    ["/v1beta/models/up%2Fm:generateContent", { contents: [{ parts: [{ text: "Hello" }] }] }, {}, "translate"],
    [
      "/v1beta/models/sandbox%2Fguide:streamGenerateContent",
      { contents: [{ parts: [{ text: "Hi" }] }] },
      {},
      "sandbox",
    ],
  ])("works on %s (%#)", async (path, body, headers, lane) => {
    const reply = await ask(body, headers as Record<string, string>, path);
    expect(reply).toMatchObject({
      lane,
      request: lane === "sandbox" ? null : { url: `${upstream.url}/chat/completions` },
    });
    expect(reply.input_tokens).toBeGreaterThan(0);
  });

  it("counts for the sandbox, which costs nothing", async () => {
    const reply = await ask({ model: "sandbox/echo", messages });
    expect(reply).toMatchObject({ lane: "sandbox", input_tokens_by: "count", worst_case_usd: 0 });
  });

  it("uses nothing of a key's limits but the request, and is not in the log", async () => {
    const init = { method: "POST", headers: AUTHORIZED };
    const limits = { limits: { tokens_per_minute: 100 }, budget: { usd_per_day: 1 } };
    const created = await fetch(`${gateway.url}/api/keys`, { ...init, body: JSON.stringify({ name: "K", ...limits }) });
    const { id, secret } = (await created.json()) as { id: string; secret: string };
    for (let count = 0; count < 3; count++) {
      await ask({ model: "up/m", messages, max_tokens: 90 }, { authorization: `Bearer ${secret}` });
    }
    const logged = await fetch(`${gateway.url}/api/requests?key_id=${id}`, { headers: AUTHORIZED });
    expect(((await logged.json()) as { data: unknown[] }).data).toEqual([]);
  });

  it("is refused like the request itself", async () => {
    await expectError(await send("/v1/chat/completions", { model: "nobody/x", messages }), {
      status: 404,
      type: "not_found_error",
      param: "model",
      message: /nobody/,
    });
    const refused = await send(
      "/v1/chat/completions",
      { model: "claude/c", messages, seed: 7 },
      {
        "x-gateway-on-loss": "refuse",
      },
    );
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ code: "fields_would_be_dropped" });
  });

  it("is refused where a request cannot be described, and nothing is done", async () => {
    const expected = { status: 400, type: "invalid_request_error", param: "x-gateway-dry-run" };
    const video = { model: "sandbox/film", prompt: "A fox" };
    await expectError(await send("/v1/videos", video), { ...expected, message: /Remove the header/ });
    const wrong = await send("/v1/chat/completions", { model: "up/m", messages }, { "x-gateway-dry-run": "yes" });
    await expectError(wrong, { ...expected, message: /must be true or false/ });
    const videos = await fetch(`${gateway.url}/v1/videos`, { headers: AUTHORIZED });
    expect(((await videos.json()) as { data: unknown[] }).data).toEqual([]);
  });
});
