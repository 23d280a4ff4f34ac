/** Dry runs: what a request would become, in every API, without a request to any provider. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { PreflightReply } from "#lib/contract/preflight.ts";
import { createKey } from "../support/create-key.ts";
import { expectError } from "../support/expect-error.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

const messages = [{ role: "user", content: "Hello" }];
const SECRET = "sk-upstream-secret";
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

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
          pictures: { ...shared, dialects: ["openai-images"], prices: { p: { per_image: 0.5 } } },
          gemini: { ...shared, dialects: ["google-generate", "google-operations"] },
          films: { ...shared, dialects: ["openai-videos"], prices: { v: { per_second: 0.25 } } },
        },
        routes: {
          fast: { targets: [{ model: "claude/c" }], fallback: ["up/m"] },
          careful: { targets: [{ model: "claude/c" }], fallback: ["up/m"], order: "strict", onLoss: "refuse" },
          stored: { targets: [{ model: "up/m" }] },
          paint: { targets: [{ model: "gemini/g" }], fallback: ["pictures/p", "sandbox/image-model-a"] },
          film: { targets: [{ model: "up/m" }, { model: "films/v" }], fallback: ["sandbox/video-model-a"] },
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
    const { id, secret } = await createKey(gateway, {
      limits: { tokens_per_minute: 100 },
      budget: { usd_per_day: 1 },
    });
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

  it("shows what a request for images would become, and its price", async () => {
    const image = { prompt: "A fox", n: 3 };
    const path = "/v1/images/generations";
    expect(await ask({ ...image, model: "pictures/p" }, {}, path)).toMatchObject({
      ...{ lane: "relay", images: 3, worst_case_usd: 1.5 },
      request: { url: `${upstream.url}/images/generations`, body: { model: "p", prompt: "A fox", n: 3 } },
    });
    expect(await ask({ ...image, model: "gemini/g" }, {}, path)).toMatchObject({
      ...{ lane: "translate", worst_case_usd: null },
      request: { url: `${upstream.url}/models/g:generateContent` },
    });
    expect(await ask({ ...image, model: "sandbox/image-model-a" }, {}, path)).toMatchObject({
      ...{ lane: "sandbox", request: null, worst_case_usd: 0 },
    });
    const routed = await ask({ ...image, model: "paint", background: "opaque" }, {}, path);
    expect(routed).toMatchObject({ route: "paint", target: "pictures/p" });
    expect(routed.targets.map(({ model }) => model)).toEqual(expect.arrayContaining(["gemini/g", "pictures/p"]));
    const form = new FormData();
    form.set("model", "pictures/p");
    form.set("prompt", "A hat");
    form.set("image", new Blob([PIXEL], { type: "image/png" }), "a.png");
    const edit = await fetch(`${gateway.url}/v1/images/edits`, {
      method: "POST",
      headers: { authorization: AUTHORIZED.authorization, "x-gateway-dry-run": "true" },
      body: form,
    });
    expect(edit.status).toBe(200);
    expect(await edit.json()).toMatchObject({
      lane: "relay",
      request: { body: null, url: expect.stringMatching(/images\/edits$/) },
    });
  });

  it("shows what a request for a video would become, and stores nothing", async () => {
    const video = { prompt: "A fox", seconds: "4" };
    expect(await ask({ ...video, model: "films/v" }, {}, "/v1/videos")).toMatchObject({
      ...{ lane: "relay", video_seconds: 4, worst_case_usd: 1 },
      request: { url: `${upstream.url}/videos`, body: { model: "v", prompt: "A fox", seconds: "4" } },
    });
    const operation = { instances: [{ prompt: "A fox" }], parameters: { durationSeconds: 4 } };
    const path = "/v1beta/models/gemini%2Fv:predictLongRunning";
    expect(await ask(operation, {}, path)).toMatchObject({
      ...{ lane: "relay", video_seconds: 4 },
      request: { url: `${upstream.url}/models/v:predictLongRunning` },
    });
    const routed = await ask({ ...video, model: "film" }, {}, "/v1/videos");
    expect(routed).toMatchObject({ route: "film", target: "films/v" });
    const local = await ask({ ...video, model: "sandbox/video-model-a" }, {}, "/v1/videos");
    expect(local).toMatchObject({ lane: "sandbox", request: null, worst_case_usd: 0 });
    const list = await fetch(`${gateway.url}/v1/videos`, { headers: AUTHORIZED });
    expect(((await list.json()) as { data: unknown[] }).data).toEqual([]);
  });

  it("is refused where a request cannot be described, and nothing is done", async () => {
    const expected = { status: 400, type: "invalid_request_error", param: "x-gateway-dry-run" };
    const count = { model: "up/m", messages };
    const counted = await send("/v1/messages/count_tokens", count, { "anthropic-version": "2023-06-01" });
    await expectError(counted, { ...expected, message: /Remove the header/ });
    const wrong = await send("/v1/chat/completions", { model: "up/m", messages }, { "x-gateway-dry-run": "yes" });
    await expectError(wrong, { ...expected, message: /must be true or false/ });
  });
});
