/** The runner: order, how many at once, what a stop and a crash leave, and what a cancelled task costs. */

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createVideoService, type VideoService } from "#lib/gateway/endpoints/videos/video-service.ts";
import type { WorkEnvironment } from "#lib/gateway/endpoints/videos/work.ts";
import { createRouteTargets } from "#lib/gateway/routing/route-targets.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { createAssetService } from "#lib/media/asset-service.ts";
import { createRandomName } from "#lib/media/create-random-name.ts";
import { createFolderBlobStore } from "#lib/media/folder-blob-store.ts";
import { type Instance, openInstance } from "#lib/media/instance.ts";
import { lockPresence } from "#lib/media/presence.ts";
import { openSandbox } from "#lib/sandbox/upstream.ts";
import { openStore } from "#lib/store/open-store.ts";
import type { Store } from "#lib/store/store.ts";
import type { VideoTaskRecord } from "#lib/store/video-task.ts";
import { createVideoProviders } from "#lib/upstreams/videos/video-providers.ts";
import { recentRows } from "#tests/support/recent-rows.ts";
import { videoTask } from "#tests/support/video-task.ts";

const OWNER = { keyId: "key_1", seesAll: false };

/** Renders when it is told to. */
type Rendering = {
  prompt: string;
  seed: number;
  progress(percent: number): void;
  finish(): Promise<void>;
  fail(error: Error): void;
  aborted: boolean;
};

let folder: string;
let store: Store;
let renderings: Rendering[];
let lines: string[];
const closers: (() => Promise<void>)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "runner-"));
  store = await openStore({ dataDir: folder, log: () => {} });
  renderings = [];
  lines = [];
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const builtIn = openSandbox({
  tokensPerSecond: 0,
  renderVideo: ({ prompt, seed }, { file, signal, onProgress }) =>
    new Promise((resolve, reject) => {
      const rendering: Rendering = {
        prompt,
        seed,
        progress: onProgress,
        async finish() {
          await writeFile(file, `video of ${prompt}`);
          resolve();
        },
        fail: reject,
        aborted: false,
      };
      signal.addEventListener("abort", () => {
        rendering.aborted = true;
        reject(signal.reason);
      });
      renderings.push(rendering);
    }),
});

type Settings = {
  concurrency?: number;
  videoLifetimeMs?: number;
  findVideos?: WorkEnvironment["findVideos"];
  instance?: WorkEnvironment["instance"];
};

function open({
  concurrency = 1,
  videoLifetimeMs = 60_000,
  findVideos = createVideoProviders({
    builtIns: new Map([[builtIn.id, builtIn]]),
    upstreams: new Map(),
    bridges: new Map(),
  }),
  instance = { id: createRandomName(24), hasEnded: async () => false, knowsOthers: () => true },
}: Settings = {}): VideoService {
  const blobs = createFolderBlobStore(join(folder, "blobs"), "here");
  const assets = createAssetService({ store, blobs, lifetimeMs: 1_000, log: () => {} });
  const service = createVideoService({
    targets: createRouteTargets(),
    admission: { settleTask() {}, async releaseTasks() {} },
    store,
    assets,
    findVideos,
    videoLifetimeMs,
    instance,
    folder: join(folder, "work"),
    concurrency,
    log: (line) => lines.push(line),
  });
  const close = async () => {
    await service.close();
    await assets.close();
  };
  closers.push(close);
  return service;
}

let clock = 0;
function taskOf(prompt: string, different: Partial<VideoTaskRecord> = {}): VideoTaskRecord {
  const { call } = videoTask();
  return videoTask({
    key: createRandomName(32),
    createdAt: Date.now() + clock++,
    call: JSON.stringify({ ...JSON.parse(call), prompt }),
    ...different,
  });
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1_000; tries++) {
    if (await condition()) return;
    await delay(10);
  }
  throw new Error(`It did not come to pass:\n${condition.toString()}\n${lines.join("\n")}`);
}
const stateOf = async (key: string) => (await store.videoTasks.find(key))?.state;
const renderingOf = async (prompt: string): Promise<Rendering> => {
  await until(() => renderings.some((one) => one.prompt === prompt && !one.aborted));
  return renderings.findLast((one) => one.prompt === prompt) as Rendering;
};

it("runs tasks in order of arrival, up to the concurrency limit", async () => {
  const service = open({ concurrency: 2 });
  const tasks = ["a", "b", "c", "d"].map((prompt) => taskOf(prompt));
  for (const task of tasks) await service.create(task);
  await renderingOf("a");
  await renderingOf("b");
  await delay(50);
  expect(renderings.map(({ prompt }) => prompt)).toEqual(["a", "b"]);
  expect(await stateOf(tasks[2]?.key ?? "")).toBe("queued");
  await (await renderingOf("b")).finish();
  await renderingOf("c");
  await (await renderingOf("a")).finish();
  for (const prompt of ["c", "d"]) await (await renderingOf(prompt)).finish();
  await until(async () => (await stateOf(tasks[3]?.key ?? "")) === "completed");
  expect(renderings.map(({ prompt }) => prompt)).toEqual(["a", "b", "c", "d"]);
});

it("reports progress, which stays under 100 until the bytes are stored", async () => {
  const service = open();
  const task = taskOf("a");
  await service.create(task);
  const rendering = await renderingOf("a");
  rendering.progress(30);
  await until(async () => (await store.videoTasks.find(task.key))?.progress === 30);
  await delay(450);
  rendering.progress(100);
  await until(async () => (await store.videoTasks.find(task.key))?.progress === 99);
  await rendering.finish();
  await until(async () => (await stateOf(task.key)) === "completed");
  const done = await service.find(task.key, OWNER);
  expect(done).toMatchObject({ progress: 100, attempts: 1, claimedBy: null });
  const [id] = JSON.parse(done.outputs);
  expect(await service.findOutput(id, OWNER)).toMatchObject({ mediaType: "video/mp4", bytes: "video of a".length });
  expect(await service.findOutput(id, { keyId: "key_2", seesAll: false })).toBeUndefined();
});

it("creates as many different videos as requested", async () => {
  const service = open();
  const task = taskOf("a");
  await service.create({ ...task, call: JSON.stringify({ ...JSON.parse(task.call), count: 2, seed: 7 }) });
  await (await renderingOf("a")).finish();
  await until(() => renderings.length === 2);
  await renderings[1]?.finish();
  await until(async () => (await stateOf(task.key)) === "completed");
  expect(renderings.map(({ seed }) => seed)).toEqual([7, 8]);
  expect(JSON.parse((await service.find(task.key, OWNER)).outputs)).toHaveLength(2);
  expect(await recentRows(store, 5)).toMatchObject([{ videoSeconds: 8 }]);
});

it.each([
  [
    "the request",
    new GatewayError({ status: 400, message: "No such size.", code: "invalid_value" }),
    { code: "invalid_value", message: "No such size." },
  ],
  ["the renderer", new Error("segfault at 0x0"), { code: "render_failed", message: errors.videoNotRendered().message }],
])("fails a task with a reason for the client: %s", async (_whose, error, expected) => {
  const service = open();
  const [first, second] = [taskOf("a"), taskOf("b")];
  await service.create(first);
  await service.create(second);
  (await renderingOf("a")).fail(error);
  await until(async () => (await stateOf(first.key)) === "failed");
  expect(JSON.parse((await service.find(first.key, OWNER)).error ?? "")).toMatchObject(expected);
  await (await renderingOf("b")).finish();
  await until(async () => (await stateOf(second.key)) === "completed");
});

it("stops at once when a task is cancelled or removed, and continues with the next one", async () => {
  const service = open();
  const [cancelled, removed, last] = [taskOf("a"), taskOf("b"), taskOf("c")];
  for (const task of [cancelled, removed, last]) await service.create(task);
  const first = await renderingOf("a");
  await service.cancel(await service.find(cancelled.key, OWNER));
  expect(first.aborted).toBe(true);
  expect(await stateOf(cancelled.key)).toBe("failed");
  const second = await renderingOf("b");
  await service.remove(await service.find(removed.key, OWNER));
  expect(second.aborted).toBe(true);
  await (await renderingOf("c")).finish();
  await until(async () => (await stateOf(last.key)) === "completed");
  expect(await store.videoTasks.find(removed.key)).toBeUndefined();
  expect(lines).toEqual([]);
});

it("notices that another process has cancelled its task", async () => {
  const service = open();
  const task = taskOf("a");
  await service.create(task);
  const rendering = await renderingOf("a");
  await store.videoTasks.remove(task.key);
  rendering.progress(50);
  await until(() => rendering.aborted);
});

it("stops when closed, and continues in the next process without losing progress", async () => {
  const service = open();
  const task = taskOf("a");
  await service.create(task);
  const first = await renderingOf("a");
  first.progress(40);
  await until(async () => (await store.videoTasks.find(task.key))?.progress === 40);
  await service.close();
  expect(first.aborted).toBe(true);
  expect(await store.videoTasks.find(task.key)).toMatchObject({ state: "in_progress", claimedBy: null });
  open();
  const second = await renderingOf("a");
  second.progress(10);
  await delay(50);
  expect(await store.videoTasks.find(task.key)).toMatchObject({ state: "in_progress", progress: 40, attempts: 2 });
  await second.finish();
  await until(async () => (await stateOf(task.key)) === "completed");
});

const openInstanceHere = (): Promise<Instance> =>
  openInstance({ folder: join(folder, "spool"), presence: lockPresence, log: (line) => lines.push(line) });

it.each([
  ["an instance that runs", ({ id }: Instance) => id],
  // Containers have process ids and hostnames in common.
  ["a process of the same id on the same host", () => `${hostname()}/${process.pid}/other`],
  ["an instance that could show no sign of life", () => `unseen-${createRandomName(24)}`],
])("a task that %s has claimed is not taken", async (_holder, holderOf) => {
  const [running, own] = [await openInstanceHere(), await openInstanceHere()];
  const claim = { claimedBy: holderOf(running), claimedUntil: Date.now() + 60_000 };
  await store.videoTasks.create(taskOf("a", claim), { idempotentSince: 0 });
  await store.videoTasks.create(taskOf("b"), { idempotentSince: 0 });
  open({ instance: own });
  await renderingOf("b");
  expect(renderings).toHaveLength(1);
  for (const instance of [running, own]) await instance.close();
});

it.each([
  ["whose folder is there", true],
  ["whose folder another instance has removed", false],
])("a task of an instance that was killed and %s is taken over at once", async (_, hasFolder) => {
  const claimedBy = "k".repeat(24);
  if (hasFolder) {
    // A lock that nobody holds is all that a killed process leaves.
    await mkdir(join(folder, "spool", claimedBy), { recursive: true });
    await writeFile(join(folder, "spool", claimedBy, "lock"), "");
  }
  await store.videoTasks.create(taskOf("a", { claimedBy, claimedUntil: Date.now() + 60_000 }), { idempotentSince: 0 });
  const own = await openInstanceHere();
  open({ instance: own });
  await renderingOf("a");
  await own.close();
});

it("a task is taken over when its claim has expired", async () => {
  const claim = { claimedBy: createRandomName(24), claimedUntil: Date.now() - 1 };
  await store.videoTasks.create(taskOf("a", claim), { idempotentSince: 0 });
  open();
  await renderingOf("a");
});

it("two services on one store do each task once", async () => {
  const keys: string[] = [];
  for (const prompt of ["a", "b", "c", "d", "e", "f"]) {
    const task = taskOf(prompt);
    keys.push(task.key);
    await store.videoTasks.create(task, { idempotentSince: 0 });
  }
  open({ concurrency: 2 });
  open({ concurrency: 2 });
  for (let done = 0; done < keys.length; done++) {
    await until(() => renderings.length > done);
    await renderings[done]?.finish();
  }
  for (const key of keys) await until(async () => (await stateOf(key)) === "completed");
  expect(renderings.map(({ prompt }) => prompt).sort()).toEqual(["a", "b", "c", "d", "e", "f"]);
  expect(await recentRows(store, 20)).toHaveLength(6);
});

it("a task that crashes the process each time is given up", async () => {
  const task = taskOf("a", { attempts: 25, state: "in_progress" });
  await store.videoTasks.create(task, { idempotentSince: 0 });
  open();
  await until(async () => (await stateOf(task.key)) === "failed");
  expect(renderings).toEqual([]);
});

it("a task of a removed upstream fails with that reason", async () => {
  const task = taskOf("a", { upstream: "gone" });
  await store.videoTasks.create(task, { idempotentSince: 0 });
  open();
  await until(async () => (await stateOf(task.key)) === "failed");
  expect((await store.videoTasks.find(task.key))?.error).toContain("no longer configured");
});

it("a task that cannot be started by the gateway's fault is given up, and never sent", async () => {
  const task = taskOf("a", { upstream: "mine", attempts: 24 });
  await store.videoTasks.create(task, { idempotentSince: 0 });
  let starts = 0;
  const source = {
    idempotent: true,
    dropped: () => [],
    start: async () => {
      starts++;
      throw new Error("ENOENT: the first frame is gone");
    },
    check: () => Promise.reject(new Error("never begun")),
    fetchOutput: () => Promise.reject(new Error("never begun")),
  };
  open({ findVideos: () => ({ provider: source, dialect: "openai-videos" }) });
  await until(async () => (await stateOf(task.key)) === "failed");
  expect(starts).toBe(1);
  expect((await store.videoTasks.find(task.key))?.error).toContain("could not send this task to its provider");
  expect(lines.join()).toContain("the first frame is gone");
});

it("removes old tasks and all their files", async () => {
  const service = open({ videoLifetimeMs: 1 });
  const old = taskOf("a", { state: "completed", completedAt: Date.now() - 8 * 24 * 3_600_000 });
  const recent = taskOf("b", { state: "failed", completedAt: Date.now() - 6 * 24 * 3_600_000 });
  for (const task of [old, recent]) await store.videoTasks.create(task, { idempotentSince: 0 });
  await service.sweep();
  expect(await store.videoTasks.find(old.key)).toBeUndefined();
  expect(await store.videoTasks.find(recent.key)).toBeDefined();
});

it("limits a key to the tasks that can be done in a day", async () => {
  const service = open();
  const many = Array.from({ length: 1_000 }, (_, index) => taskOf(`p${index}`, { keyId: "key_9", upstream: "gone" }));
  await service.close();
  for (const task of many) await store.videoTasks.create(task, { idempotentSince: 0 });
  await expect(service.create(taskOf("one more", { keyId: "key_9" }))).rejects.toMatchObject({ status: 429 });
  expect(await service.create(taskOf("another's"))).toBeUndefined();
});
