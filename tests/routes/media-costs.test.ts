/** Prices of images and videos: what the log and the usage show, and what budgets reserve and pay. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { LimitUse } from "#lib/contract/key-policy.ts";
import type { UsageReply } from "#lib/contract/usage-reply.ts";
import { createKey } from "../support/create-key.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { jsonReply, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";
import { startVideoTaskStub, UPSTREAM_KEY, type VideoStub } from "../support/stub-videos.ts";

const RESULT = { created: 1, data: [{ b64_json: "AAAA" }] };
const WITH_USAGE = { ...RESULT, usage: { input_tokens: 10, output_tokens: 20, total_tokens: 30 } };

describe.each(mounts)("images and videos with prices on the %s mount", (mount) => {
  let images: StubUpstream;
  let films: VideoStub;
  let gateway: TestGateway;

  beforeAll(async () => {
    images = await startStubUpstream(jsonReply(RESULT));
    films = await startVideoTaskStub();
    gateway = await startGateway({
      mount,
      environment: { UPSTREAM_KEY },
      config: {
        upstreams: {
          paint: {
            baseUrl: images.url,
            dialects: ["openai-images"],
            models: ["flux", "both", "other"],
            prices: {
              flux: { per_image: 0.25, per_character: 0.001 },
              both: { input: 1_000, output: 2_000, per_image: 1, per_request: 0.5 },
            },
          },
          films: {
            baseUrl: films.url,
            apiKeyEnv: "UPSTREAM_KEY",
            dialects: ["openai-videos"],
            retries: { attempts: 0 },
            prices: { film: { per_second: 0.5, per_request: 1 } },
          },
        },
        routes: { cinema: { targets: [{ model: "films/film" }] } },
        keys: { unpriced: "refuse" },
      },
    });
  });
  afterEach(() => {
    images.respondWith(jsonReply(RESULT));
    films.looks = [{ status: "completed" }];
  });
  afterAll(async () => {
    await gateway?.close();
    await images?.close();
    await films?.close();
  });

  const create = (budget: Record<string, number> = { usd_per_day: 2 }) => createKey(gateway, { budget });
  const spent = async (id: string) => {
    const list = await (await fetch(`${gateway.url}/api/keys`, { headers: AUTHORIZED })).json();
    const { data } = list as { data: { id: string; use: LimitUse[] }[] };
    return data.find((key) => key.id === id)?.use.find(({ limit }) => limit === "usd_per_day")?.used;
  };
  const post = (secret: string, path: string, body: unknown) =>
    fetch(`${gateway.url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const paint = (secret: string, fields: Record<string, unknown> = {}) => {
    images.respondWith(jsonReply(RESULT));
    return post(secret, "/v1/images/generations", { model: "paint/flux", prompt: "A fox", ...fields });
  };
  const logged = async (id: string | null) => {
    const list = await fetch(`${gateway.url}/api/requests?id=${id}`, { headers: AUTHORIZED });
    return ((await list.json()) as { data: { cost: number | null; images: number | null }[] }).data[0];
  };
  const usage = async (key: string) => {
    const response = await fetch(`${gateway.url}/api/usage?key_id=${key}&group_by=model`, { headers: AUTHORIZED });
    return ((await response.json()) as UsageReply).total.cost;
  };
  const film = async (secret: string, fields: Record<string, unknown> = {}) => {
    const response = await post(secret, "/v1/videos", {
      model: "films/film",
      prompt: "A fox",
      seconds: "4",
      ...fields,
    });
    return { status: response.status, id: ((await response.json()) as { id: string }).id };
  };
  const ended = (secret: string, id: string) =>
    expect.poll(
      async () => {
        const headers = { authorization: `Bearer ${secret}` };
        return ((await (await fetch(`${gateway.url}/v1/videos/${id}`, { headers })).json()) as { status: string })
          .status;
      },
      { timeout: 10_000 },
    );

  it("lists them beside the prices of tokens", async () => {
    const { data } = (await (await fetch(`${gateway.url}/v1/models`, { headers: AUTHORIZED })).json()) as {
      data: { id: string; pricing?: unknown }[];
    };
    expect(data.find(({ id }) => id === "paint/flux")?.pricing).toEqual({ per_image: 0.25, per_character: 0.001 });
  });

  it("pays for each image and each character of the prompt, and logs the cost", async () => {
    const { id, secret } = await create();
    const response = await paint(secret, { n: 3 });
    expect(response.status).toBe(200);
    await response.text();
    await expect.poll(() => spent(id)).toBeCloseTo(0.755, 9);
    expect(await logged(response.headers.get("x-request-id"))).toMatchObject({
      images: 3,
      cost: expect.closeTo(0.755, 9),
    });
    await expect
      .poll(() => usage(id))
      .toMatchObject({
        amount: expect.closeTo(0.755, 9),
        known_requests: 1,
        unknown_requests: 0,
      });
  });

  it("pays for tokens, images and the request together, and for no estimated tokens", async () => {
    const { id, secret } = await create({ usd_per_day: 100 });
    images.respondWith(jsonReply(WITH_USAGE));
    const response = await post(secret, "/v1/images/generations", { model: "paint/both", prompt: "A fox" });
    await response.text();
    await expect.poll(() => spent(id)).toBeCloseTo(1.55, 9);
    await (await paint(secret, { model: "paint/both" })).text();
    await expect.poll(() => spent(id)).toBeCloseTo(3.05, 9);
    await expect.poll(() => usage(id)).toMatchObject({ amount: expect.closeTo(3.05, 9), unknown_requests: 0 });
  });

  it("refuses images over the budget, and gives a failed request back", async () => {
    const { id, secret } = await create();
    images.respondWith(jsonReply({ error: { message: "no" } }, { status: 400 }));
    const failed = await post(secret, "/v1/images/generations", { model: "paint/flux", prompt: "A fox", n: 8 });
    expect(failed.status).toBe(400);
    await expect.poll(() => spent(id)).toBe(0);
    expect((await paint(secret, { n: 8 })).status).toBe(200);
    expect((await paint(secret)).status).toBe(402);
  });

  it("reserves a request while it runs", async () => {
    const { id, secret } = await create();
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    images.respondWith(async (...args) => {
      await held;
      return jsonReply(RESULT)(...args);
    });
    const running = post(secret, "/v1/images/generations", { model: "paint/flux", prompt: "A fox", n: 8 });
    await expect.poll(() => spent(id)).toBeGreaterThan(1.9);
    expect((await paint(secret)).status).toBe(402);
    answer();
    await (await running).text();
  });

  it("treats a model with any price as priced", async () => {
    const { secret } = await create();
    const refused = await paint(secret, { model: "paint/other" });
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: "model_without_price" }]);
  });

  it.each(["films/film", "cinema"])("pays for a video of %s when it is finished", async (model) => {
    const { id, secret } = await create({ usd_per_day: 3 });
    films.looks = [{ status: "in_progress", progress: 10 }];
    const first = await film(secret, { model });
    expect(first.status).toBe(200);
    // Reserved before, and paid once.
    expect(await spent(id)).toBe(3);
    expect((await film(secret, { model })).status).toBe(402);
    films.looks = [{ status: "completed" }];
    await ended(secret, first.id).toBe("completed");
    expect(await spent(id)).toBe(3);
    expect(await logged(first.id)).toMatchObject({ cost: 3 });
    await expect.poll(() => usage(id)).toMatchObject({ amount: 3, known_requests: 1, unknown_requests: 0 });
  });

  it("gives a failed, cancelled or deleted video back", async () => {
    const { id, secret } = await create({ usd_per_day: 3 });
    films.looks = [{ status: "failed", error: { code: "moderation_blocked", message: "Not this." } }];
    const failed = await film(secret);
    await ended(secret, failed.id).toBe("failed");
    expect(await spent(id)).toBe(0);
    films.looks = [{ status: "in_progress", progress: 10 }];
    const removed = await film(secret);
    expect(await spent(id)).toBe(3);
    const headers = { authorization: `Bearer ${secret}` };
    await fetch(`${gateway.url}/v1/videos/${removed.id}`, { method: "DELETE", headers });
    expect(await spent(id)).toBe(0);
    const repeated = { ...headers, "content-type": "application/json", "idempotency-key": "once" };
    for (const _ of [1, 2]) {
      const body = JSON.stringify({ model: "films/film", prompt: "A fox", seconds: "4" });
      await (await fetch(`${gateway.url}/v1/videos`, { method: "POST", headers: repeated, body })).text();
    }
    expect(await spent(id)).toBe(3);
  });
});
