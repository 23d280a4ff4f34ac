/** Limits and budgets of keys over HTTP: how they are set, what clients and SDKs see, and what the log keeps. */
import OpenAI, { PermissionDeniedError } from "openai";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { LimitUse } from "#lib/contract/key-policy.ts";
import { chatFrames } from "../support/chat-fixtures.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { neverAnswer, type StubUpstream, startStubUpstream, streamReply } from "../support/stub-upstream.ts";

const messages = [{ role: "user", content: "Hello" }];

describe.each(mounts)("a limited key on the %s mount", (mount) => {
  let upstream: StubUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startStubUpstream();
    gateway = await startGateway({
      mount,
      config: {
        upstreams: { up: { baseUrl: upstream.url, prices: { m: { input: 0, output: 1_000_000 } } } },
        routes: { fast: { targets: [{ model: "up/m" }] } },
        keys: {
          defaults: { limits: { concurrent_requests: 50 } },
          groups: { team: { models: ["up/*"] }, paid: { limits: { concurrent_requests: 3 } } },
        },
      },
    });
  });
  afterEach(() => upstream.reset());
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });

  const api = async (method: string, path: string, body?: unknown) => {
    const init = { method, headers: AUTHORIZED, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetch(`${gateway.url}/api/keys${path}`, init);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> & { id: string } };
  };
  const create = async (fields: Record<string, unknown>) => {
    const { status, body } = await api("POST", "", { name: "App", ...fields });
    expect(status).toBe(201);
    return body as { id: string; secret: string };
  };
  const ask = (secret: string, fields: Record<string, unknown> = {}, path = "/v1/chat/completions") =>
    fetch(`${gateway.url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "up/m", messages, ...fields }),
    });

  it("has the limits that it was made with, and the config's for the rest", async () => {
    const { id } = await create({ limits: { requests_per_minute: 5 }, tags: ["nightly"], group: "team" });
    const { body } = await api("GET", "");
    expect(body.groups).toMatchObject({ team: { models: ["up/*"], limits: {} } });
    expect(body.defaults).toMatchObject({ limits: { concurrent_requests: 50 }, budget: {}, models: null });
    expect((body.data as { id: string }[]).find((key) => key.id === id)).toMatchObject({
      limits: { requests_per_minute: 5, concurrent_requests: 50 },
      budget: {},
      models: null,
      group: "team",
      tags: ["nightly"],
    });
  });

  it("is told its limits on every response, and refused beyond them in its own API's form", async () => {
    const { secret } = await create({ limits: { requests_per_minute: 2 } });
    const first = await ask(secret);
    expect(first.headers.get("x-ratelimit-remaining-requests")).toBe("1");
    await ask(secret, {}, "/v1/messages");
    const refused = await ask(secret);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.headers.get("x-gateway-error-source")).toBe("gateway");
    expect(refused.headers.get("ratelimit")).toMatch(/^"requests";r=0;t=\d+$/);
    expect(await refused.json()).toMatchObject({ error: 429, code: "rate_limit_exceeded", type: "rate_limit_error" });
    expect(upstream.requests).toHaveLength(1);
  });

  it("makes the official SDK wait as its own vendor would", async () => {
    const { secret } = await create({ limits: { requests_per_minute: 1 } });
    const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: secret, maxRetries: 0 });
    const body = { model: "up/m", messages: [{ role: "user" as const, content: "Hello" }] };
    await client.chat.completions.create(body);
    await expect(client.chat.completions.create(body)).rejects.toMatchObject({
      status: 429,
      code: "rate_limit_exceeded",
    });
    const narrow = await create({ models: ["sandbox/*"] });
    const other = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: narrow.secret });
    await expect(other.chat.completions.create(body)).rejects.toThrow(PermissionDeniedError);
  });

  it("is refused over its budget, and works again once it is raised", async () => {
    const { id, secret } = await create({ budget: { usd_per_day: 1 } });
    expect((await ask(secret, { max_tokens: 5 })).status).toBe(200);
    const refused = await ask(secret);
    expect([refused.status, refused.headers.get("x-should-retry")]).toEqual([402, "false"]);
    expect(await refused.json()).toMatchObject({ code: "budget_exhausted", type: "billing_error" });
    expect((await api("PATCH", `/${id}`, { budget: { usd_per_day: 1_000 } })).status).toBe(200);
    expect((await ask(secret)).status).toBe(200);
  });

  it("pays for a background response when it has ended, and holds its place until then", async () => {
    const { id, secret } = await create({ budget: { usd_per_day: 1_000 }, limits: { concurrent_requests: 1 } });
    const usage = async (limit: string) => {
      const { body } = await api("GET", "");
      const key = (body.data as { id: string; use: LimitUse[] }[]).find((one) => one.id === id);
      return key?.use.find((one) => one.limit === limit)?.used;
    };
    const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
    upstream.respondWith(async (...asked) => {
      await allowed;
      await streamReply({ chunks: chatFrames({ text: "one two three" }) })(...asked);
    });
    const begun = await ask(secret, { input: "Hello", background: true, max_output_tokens: 7 }, "/v1/responses");
    expect(begun.status).toBe(200);
    await expect.poll(() => upstream.requests.length).toBe(1);
    expect([await usage("concurrent_requests"), await usage("usd_per_day")]).toEqual([1, 7]);
    allow();
    await expect.poll(() => usage("concurrent_requests")).toBe(0);
    expect(await usage("usd_per_day")).toBe(3);
  });

  it("pays for the model that answers for a route", async () => {
    const { secret } = await create({ budget: { usd_per_day: 1 }, models: ["fast"] });
    expect((await ask(secret, { model: "fast", stream: true })).status).toBe(200);
    await expect.poll(async () => (await ask(secret, { model: "fast" })).status).toBe(402);
  });

  it("is listed with what is used and left of its limits and of its group's", async () => {
    const limits = { requests_per_minute: 10, tokens_per_minute: 1_000_000, concurrent_requests: null };
    const { id, secret } = await create({ limits, budget: { usd_per_day: 500, usd_per_month: 900 }, group: "paid" });
    const read = async () => {
      const { body } = await api("GET", "");
      const key = (body.data as { id: string; use: LimitUse[] }[]).find((one) => one.id === id);
      return key?.use.map(({ owner, limit, used, remaining, resets_at }) => [
        ...[owner, limit, Math.round(used), Math.round(remaining)],
        resets_at === null ? null : resets_at > Date.now(),
      ]);
    };
    expect(await read()).toEqual([
      ["key", "requests_per_minute", 0, 10, null],
      ["key", "tokens_per_minute", 0, 1_000_000, null],
      ["key", "usd_per_day", 0, 500, true],
      ["key", "usd_per_month", 0, 900, true],
      ["group", "concurrent_requests", 0, 3, null],
    ]);
    expect((await ask(secret, { max_tokens: 5 })).status).toBe(200);
    await expect.poll(read).toEqual([
      ["key", "requests_per_minute", 1, 9, true],
      ["key", "tokens_per_minute", expect.any(Number), expect.any(Number), true],
      ["key", "usd_per_day", 5, 495, true],
      ["key", "usd_per_month", 5, 895, true],
      ["group", "concurrent_requests", 0, 3, null],
    ]);
    await api("DELETE", `/${id}`);
    expect(await read()).toEqual([]);
  });

  it("may call its models and routes only", async () => {
    const { secret } = await create({ models: ["fast"], routes: ["chat"] });
    expect((await ask(secret, { model: "fast" })).status).toBe(200);
    expect(await (await ask(secret)).json()).toMatchObject({ error: 403, code: "model_not_allowed" });
    const image = await ask(secret, { prompt: "A cat", model: "image-model-a" }, "/v1/images/generations");
    expect(await image.json()).toMatchObject({ error: 403, code: "route_not_allowed" });
    const grouped = await create({ group: "team" });
    expect((await ask(grouped.secret)).status).toBe(200);
    expect((await ask(grouped.secret, { model: "sandbox/echo" })).status).toBe(403);
  });

  it("with the scope admin may be kept from keys and providers, or limited to them", async () => {
    const read = async (secret: string, path: string) =>
      (await fetch(`${gateway.url}${path}`, { headers: { authorization: `Bearer ${secret}` } })).status;
    const scopes = ["inference", "admin"];
    const without = await create({ scopes, routes: ["chat"] });
    expect([await read(without.secret, "/api/keys"), await read(without.secret, "/api/providers")]).toEqual([403, 403]);
    expect((await ask(without.secret)).status).toBe(200);
    const only = await create({ scopes, routes: ["admin"], limits: { requests_per_minute: 1 } });
    // Reading keys is no call of a model, and counts for no limit.
    expect([await read(only.secret, "/api/keys"), await read(only.secret, "/api/keys")]).toEqual([200, 200]);
    expect((await ask(only.secret)).status).toBe(403);
  });

  it("is disabled, enabled and renamed", async () => {
    const { id, secret } = await create({});
    expect((await api("PATCH", `/${id}`, { disabled: true, name: "Night shift" })).body).toMatchObject({
      name: "Night shift",
      disabled_at: expect.any(Number),
    });
    expect((await ask(secret)).status).toBe(401);
    await api("PATCH", `/${id}`, { disabled: false });
    expect((await ask(secret)).status).toBe(200);
  });

  it("is rotated with an overlap, and keeps its id and limits", async () => {
    const { id, secret } = await create({ limits: { requests_per_minute: 2 } });
    await ask(secret);
    const { body } = await api("POST", `/${id}/rotate`, { overlap_seconds: 60 });
    expect(body).toMatchObject({ id, previous_secret_expires_at: expect.any(Number) });
    expect((await ask(String(body.secret))).headers.get("x-ratelimit-remaining-requests")).toBe("0");
    expect((await ask(secret)).status).toBe(429);
    const last = await api("POST", `/${id}/rotate`, { overlap_seconds: 0 });
    expect((await ask(String(body.secret))).status).toBe(401);
    expect((await ask(String(last.body.secret))).status).toBe(429);
  });

  it.each([
    [{ limits: { requests_per_minute: 0 } }, "limits.requests_per_minute"],
    [{ limits: { requests: 5 } }, "limits"],
    [{ budget: { usd_per_day: -1 } }, "budget.usd_per_day"],
    [{ models: [""] }, "models[0]"],
    [{ routes: ["everything"] }, "routes[0]"],
    [{ tags: ["a\nb"] }, "tags[0]"],
    [{ group: "" }, "group"],
  ])("cannot be made with %j", async (fields, param) => {
    const { status, body } = await api("POST", "", { name: "App", ...fields });
    expect([status, body.param]).toEqual([400, expect.stringContaining(param)]);
  });

  it("is unknown where it does not exist", async () => {
    expect((await api("PATCH", "/key_none", { name: "x" })).status).toBe(404);
    expect((await api("POST", "/key_none/rotate", {})).status).toBe(404);
  });

  it("has rules of its own for losses and for time, which a header replaces", async () => {
    const { secret, id } = await create({ on_loss: "refuse", timeout_ms: 200 });
    const lossy = { max_tokens: 5, messages, top_k: 5 };
    const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
    const send = (more: Record<string, string> = {}) =>
      fetch(`${gateway.url}/v1/messages`, {
        method: "POST",
        headers: { ...headers, "anthropic-version": "2023-06-01", ...more },
        body: JSON.stringify({ model: "up/m", ...lossy }),
      });
    const refused = await send();
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      400,
      "fields_would_be_dropped",
    ]);
    expect((await send({ "x-gateway-on-loss": "allow" })).status).toBe(200);
    upstream.respondWith(neverAnswer());
    expect((await ask(secret)).status).toBe(504);
    await api("PATCH", `/${id}`, { on_loss: null });
    upstream.reset();
    expect((await send()).status).toBe(200);
  });
});
