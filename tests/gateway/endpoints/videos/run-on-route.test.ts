/** Tasks of a route whose providers are gone, out of use, or unsure, without a gateway around them. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { VideoProvider } from "#lib/canonical/video-provider.ts";
import { readTaskPlan, type TaskPlan } from "#lib/gateway/endpoints/videos/task-plan.ts";
import { createVideoService, type VideoService } from "#lib/gateway/endpoints/videos/video-service.ts";
import { createRouteTargets } from "#lib/gateway/routing/route-targets.ts";
import { FROM_UPSTREAM, GatewayError } from "#lib/http/gateway-error.ts";
import { createAssetService } from "#lib/media/asset-service.ts";
import { createFolderBlobStore } from "#lib/media/folder-blob-store.ts";
import { openStore } from "#lib/store/open-store.ts";
import type { Store } from "#lib/store/store.ts";
import { videoTask } from "#tests/support/video-task.ts";

let folder: string;
let store: Store;
let service: VideoService | undefined;
let targets: ReturnType<typeof createRouteTargets>;
/** Upstreams that were asked, in order. */
let asked: string[];
/** Failures of the next starts, by upstream. */
let failures: Record<string, GatewayError[]>;
let idempotent: boolean;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "on-route-"));
  store = await openStore({ dataDir: folder, log: () => {} });
  targets = createRouteTargets();
  asked = [];
  failures = {};
  idempotent = false;
});
afterEach(async () => {
  await service?.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const refusal = (status: number, headers: Record<string, string> = {}) =>
  new GatewayError({ status, message: `refused with ${status}`, headers: { ...FROM_UPSTREAM, ...headers } });

function providerOf(upstream: string): VideoProvider {
  return {
    idempotent,
    dropped: () => [],
    async start() {
      asked.push(upstream);
      const failure = failures[upstream]?.shift();
      if (failure) throw failure;
      return { reference: "ref", pollAfterMs: 1 };
    },
    check: async () => ({ state: "failed", error: { code: "blocked", message: "Not this." } }),
    fetchOutput: async () => ({ mediaType: "video/mp4" }),
  };
}

async function run(changes: Parameters<typeof videoTask>[0] = {}) {
  const blobs = createFolderBlobStore(join(folder, "blobs"), "here");
  service = createVideoService({
    ...{ store, targets, concurrency: 1, videoLifetimeMs: 60_000, folder, log: () => {} },
    assets: createAssetService({ store, blobs, lifetimeMs: 1_000, log: () => {} }),
    admission: { settleTask() {}, async releaseTasks() {} },
    instance: { id: "instance", hasEnded: async () => true, knowsOthers: () => true },
    findVideos: (id) => (id === "gone" ? undefined : { provider: providerOf(id), dialect: "openai-videos" }),
  });
  const call = JSON.parse(videoTask().call);
  const other = (upstream: string) => ({ target: `${upstream}/m`, upstream, call: { ...call, model: "m" } });
  const plan: TaskPlan = {
    route: { name: "cinema", on: [429, 503], target: "a/m", others: [other("b"), other("c")], attempts: [] },
  };
  const task = videoTask({ upstream: "a", call: JSON.stringify({ ...call, plan }), ...changes });
  await service.create({ ...task, createdAt: Date.now() });
  const find = async () => (await store.videoTasks.find(task.key))?.completedAt;
  await expect.poll(find, { timeout: 10_000 }).toEqual(expect.any(Number));
  const ended = await store.videoTasks.find(task.key);
  if (!ended) throw new Error("The task is gone.");
  const { route } = readTaskPlan(ended);
  return { ended, attempts: route?.attempts.map(({ model, status }) => `${model} ${status}`) };
}

it("asks each target once, in order, while none has begun", async () => {
  failures = { a: [refusal(429)], b: [refusal(503, { "retry-after": "1" })] };
  const { ended, attempts } = await run();
  expect([asked, ended.upstream, attempts]).toEqual([["a", "b", "c"], "c", ["a/m 429", "b/m 503", "c/m 200"]]);
  // The upstream's own verdict on the video is the end: no other one is asked.
  expect(JSON.parse(ended.error ?? "{}").code).toBe("blocked");
});

it("leaves a provider that is not configured any more", async () => {
  const { ended, attempts } = await run({ upstream: "gone" });
  expect([asked, ended.upstream, attempts?.length]).toEqual([["b"], "b", 2]);
});

it("goes on with its new target after a restart", async () => {
  const call = JSON.parse(videoTask().call);
  const others = [{ target: "c/m", upstream: "c", call }];
  const attempts = [{ model: "a/m", lane: "relay" as const, status: 429, ms: 1, dropped: [], error: "busy" }];
  const plan: TaskPlan = { route: { name: "cinema", on: [429], target: "b/m", others, attempts } };
  const { attempts: all } = await run({ upstream: "b", call: JSON.stringify({ ...call, plan }), attempts: 1 });
  expect([asked, all]).toEqual([["b"], ["a/m 429", "b/m 200"]]);
});

it("asks nobody else for a task that may have been begun before a crash", async () => {
  const { attempts } = await run({ state: "submitting" });
  expect([asked, attempts]).toEqual([[], []]);
  const other = "1".repeat(32);
  await service?.close();
  failures = { gone: [] };
  const { ended } = await run({ key: other, state: "submitting", upstream: "gone" });
  expect([asked, ended.upstream]).toEqual([[], "gone"]);
});

it("asks nobody else once an idempotent provider may have begun, however it refuses then", async () => {
  idempotent = true;
  failures = { a: [refusal(500), refusal(429), refusal(403)] };
  const { ended, attempts } = await run();
  expect([asked, ended.upstream, attempts]).toEqual([["a", "a", "a"], "a", ["a/m 403"]]);
});

it("begins with a target that is in use", async () => {
  const breaker = targets.breakerOf("a/m");
  breaker.tryAcquire();
  breaker.failed(60_000);
  const { ended, attempts } = await run();
  expect([asked, ended.upstream, attempts]).toEqual([["b"], "b", ["b/m 200"]]);
});
