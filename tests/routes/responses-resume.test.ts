/**
 * Background responses that their provider runs itself: another instance goes on with them, and the provider is asked
 * once.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AllServices } from "#lib/gateway/assembly/services.ts";
import { type BackgroundUpstream, startBackgroundUpstream } from "../support/background-upstream.ts";
import { AUTHORIZED, startGateway, type TestGateway } from "../support/gateway.ts";

type Json = { id: string; status: string; model: string; error?: { message: string }; output: unknown[] };

const SOON = { timeout: 20_000, interval: 50 };
const WORDS = 20;
const TEXT = Array.from({ length: WORDS }, (_, word) => `${word} `).join("");

let upstream: BackgroundUpstream;
let first: TestGateway;
let second: TestGateway;
let all: AllServices[];

beforeAll(async () => {
  upstream = await startBackgroundUpstream({ words: WORDS });
});
afterAll(() => upstream.close());
beforeEach(async () => {
  all = [];
  upstream.runs.length = 0;
  upstream.pace.wordMs = 60;
  const replace = (services: AllServices) => {
    all.push(services);
    return {};
  };
  const entry = { baseUrl: upstream.url, dialects: ["openai-responses"], retries: { attempts: 0 } };
  const config = {
    upstreams: { runner: { ...entry, responses: { background: true } }, plain: { ...entry, lane: "translate" } },
    aliases: { own: "runner/m" },
    routes: { fast: { targets: [{ model: "runner/m" }] } },
  };
  first = await startGateway({ mount: "node", replace, config });
  second = await startGateway({ mount: "node", replace, config, dataDir: first.dataDir });
});
afterEach(async () => {
  await second.stop();
  await first.close();
});

async function call<Body = Json>(at: TestGateway, method: string, path: string, body?: unknown): Promise<Body> {
  const response = await fetch(at.url + path, {
    method,
    headers: AUTHORIZED,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await response.json()) as Body;
}

const begin = (model: string) => call(first, "POST", "/v1/responses", { model, input: "Count", background: true });
const read = (at: TestGateway, id: string) => call(at, "GET", `/v1/responses/${id}`);
const isFollowable = () => expect.poll(() => isNoted(), SOON).toBe(true);

/** True once the provider's id is stored, from when another instance can go on. */
async function isNoted(): Promise<boolean> {
  const running = await all[1]?.store.responses.listRunning({ notBy: "nobody", limit: 10 });
  const rows = await Promise.all((running ?? []).map((row) => all[1]?.store.responses.find(row)));
  return rows.length > 0 && rows.every((row) => row?.job?.includes('"upstreamRun"'));
}

describe("another instance", () => {
  it.each(["runner/m", "own", "fast"])("goes on with a response of %s", { timeout: 60_000 }, async (model) => {
    const { id } = await begin(model);
    await isFollowable();
    await all[0]?.backgroundResponses.handOver();
    await expect.poll(async () => (await read(second, id)).status, SOON).toBe("completed");
    const ended = await read(second, id);
    expect(ended).toMatchObject({ id, model });
    expect(JSON.stringify(ended.output)).toContain(TEXT);
    expect(upstream.runs).toMatchObject([{ followed: 1, isCancelled: false, hasEnded: true }]);
    expect(upstream.runs[0]?.body).toMatchObject({ background: true, store: true, stream: true, model: "m" });
    expect(await read(first, id)).toMatchObject({ id, status: "completed" });
  });

  it("goes on with one that was taken over before", { timeout: 60_000 }, async () => {
    upstream.pace.wordMs = 1_000;
    const { id } = await begin("fast");
    await isFollowable();
    const handOver = () => Promise.all(all.map(({ backgroundResponses }) => backgroundResponses.handOver()));
    await handOver();
    await expect.poll(() => upstream.runs[0]?.followed, SOON).toBe(1);
    // As soon as it may go on elsewhere.
    await expect.poll(() => handOver().then(() => upstream.runs[0]?.followed), SOON).toBe(2);
    upstream.pace.wordMs = 10;
    await expect.poll(async () => (await read(second, id)).status, SOON).toBe("completed");
    expect(await read(first, id)).toMatchObject({ id, model: "fast", status: "completed" });
    expect(upstream.runs).toHaveLength(1);
  });

  it("cancels it at the provider, which would go on without a reader", { timeout: 60_000 }, async () => {
    const { id } = await begin("runner/m");
    await isFollowable();
    expect(await call(second, "POST", `/v1/responses/${id}/cancel`)).toMatchObject({ status: "cancelled" });
    await expect.poll(() => upstream.runs[0]?.isCancelled, SOON).toBe(true);
    await expect.poll(async () => (await read(first, id)).status, SOON).toBe("cancelled");
  });

  it("says of a response that the provider does not have any more what the provider says", {
    timeout: 60_000,
  }, async () => {
    const { id } = await begin("runner/m");
    await isFollowable();
    upstream.runs.length = 0;
    await all[0]?.backgroundResponses.handOver();
    await expect.poll(async () => (await read(second, id)).status, SOON).toBe("failed");
    expect((await read(second, id)).error?.message).toContain("No such response");
  });
});

describe("the instance that runs it", () => {
  it.each(["cancel", "delete"])("has the provider stop it at a %s", { timeout: 60_000 }, async (way) => {
    const { id } = await begin("runner/m");
    await isFollowable();
    if (way === "cancel") await call(first, "POST", `/v1/responses/${id}/cancel`);
    else await call(first, "DELETE", `/v1/responses/${id}`);
    await expect.poll(() => upstream.runs[0]?.isCancelled, SOON).toBe(true);
  });

  it("sends a request as before to a provider without background responses", { timeout: 60_000 }, async () => {
    const { id } = await begin("plain/m");
    await expect.poll(async () => (await read(first, id)).status, SOON).toBe("completed");
    expect(upstream.runs).toHaveLength(1);
    expect(upstream.runs[0]?.body).not.toHaveProperty("background");
  });

  it("does not ask a provider to run a response that is not in the background", { timeout: 60_000 }, async () => {
    const response = await call(first, "POST", "/v1/responses", { model: "runner/m", input: "Count", store: false });
    expect(response.status).toBe("completed");
    expect(upstream.runs[0]?.body.background).not.toBe(true);
  });
});
