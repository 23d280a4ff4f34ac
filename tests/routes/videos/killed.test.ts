/** Accepted video tasks outlive the process: it is killed ten times at random, and each task completes once. */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { VideoTask } from "#lib/contract/openai-videos/wire.ts";
import { openStore } from "#lib/store/open-store.ts";
import { ADMIN_KEY, AUTHORIZED } from "#tests/support/gateway.ts";
import { createGatewayHome, type GatewayHome, type KillableGateway } from "#tests/support/killable-gateway.ts";
import { recentRows } from "#tests/support/recent-rows.ts";
import { startOperationStub, startVideoTaskStub, UPSTREAM_KEY, type VideoStub } from "#tests/support/stub-videos.ts";
import { DONE, operationDone, upstreamOf } from "#tests/support/video-gateway.ts";

const TASKS = 20;
const KILLS = 10;
/** Which one is rendered for real: one of the last, for each kill has it begin anew. */
const RENDERED = 16;
/** Longer than a task of an upstream takes: some kills hit one under way, some do not. */
const LONGEST_MS = 400;
const BEARER = { authorization: `Bearer ${ADMIN_KEY}` };

let clips: VideoStub;
let veo: VideoStub;
let home: GatewayHome;
beforeAll(async () => {
  clips = await startVideoTaskStub();
  clips.looks = [{ status: "queued" }, { status: "in_progress", progress: 30 }, DONE];
  veo = await startOperationStub();
  veo.looks = [{ done: false }, operationDone(veo)];
  home = createGatewayHome(
    {
      upstreams: { clips: upstreamOf(clips.url, "openai-videos"), veo: upstreamOf(veo.url, "google-operations") },
    },
    { VIDEO_KEY: UPSTREAM_KEY },
  );
});
afterAll(async () => {
  await home?.close();
  await clips?.close();
  await veo?.close();
});

function modelOf(index: number): string {
  if (index === RENDERED) return "video-model-a";
  return index % 2 === 0 ? "clips/m" : "veo/m";
}

/** Undefined when the server was killed before it answered: the client does not know whether it was heard. */
async function create({ url }: KillableGateway, index: number): Promise<string | undefined> {
  try {
    const response = await fetch(`${url}/v1/videos`, {
      method: "POST",
      headers: { ...AUTHORIZED, "idempotency-key": `task-${index}` },
      body: JSON.stringify({ model: modelOf(index), prompt: `Fox number ${index}`, seconds: "4" }),
    });
    return ((await response.json()) as VideoTask).id;
  } catch {
    return undefined;
  }
}

async function read({ url }: KillableGateway, id: string): Promise<VideoTask> {
  return (await (await fetch(`${url}/v1/videos/${id}`, { headers: BEARER })).json()) as VideoTask;
}

it("ten kills during twenty tasks leave twenty videos, none of them billed twice", { timeout: 180_000 }, async () => {
  const ids = new Map<number, string>();
  const progress = new Map<string, number>();
  let gateway = await home.start();

  async function createMissing(most: number): Promise<void> {
    const missing = Array.from({ length: TASKS }, (_, index) => index).filter((index) => !ids.has(index));
    await Promise.all(
      missing.slice(0, most).map(async (index) => {
        const id = await create(gateway, index);
        if (id !== undefined) ids.set(index, id);
      }),
    );
  }

  for (let kill = 0; kill < KILLS; kill++) {
    const creating = createMissing(3);
    await delay(Math.random() * LONGEST_MS);
    await gateway.kill();
    await creating;
    gateway = await home.start();
    for (const id of ids.values()) {
      const task = await read(gateway, id);
      expect(task.progress, "progress does not fall").toBeGreaterThanOrEqual(progress.get(id) ?? 0);
      progress.set(id, task.progress);
    }
  }
  await createMissing(TASKS);
  expect(ids.size).toBe(TASKS);

  for (const [index, id] of ids) {
    let task = await read(gateway, id);
    while (task.status !== "completed") {
      expect(task.status, JSON.stringify(task.error)).not.toBe("failed");
      await delay(100);
      task = await read(gateway, id);
    }
    const content = await fetch(`${gateway.url}/v1/videos/${id}/content`, { headers: BEARER });
    const bytes = Buffer.from(await content.arrayBuffer());
    expect(bytes.subarray(4, 8).toString(), `the video of ${modelOf(index)}`).toBe("ftyp");
  }
  await gateway.kill();

  const store = await openStore({ dataDir: home.dataDir });
  const rows = await recentRows(store, 1_000);
  const tasks = await store.videoTasks.list({ order: "asc", limit: 100 });
  await store.close();
  expect(tasks.map(({ key }) => `video_${key}`).sort()).toEqual([...ids.values()].sort());
  const billed = rows.filter(({ id }) => id.startsWith("video_"));
  expect(billed.map(({ id }) => id).sort(), "each is billed once").toEqual([...ids.values()].sort());
  expect(billed.every(({ status, videoSeconds }) => status === 200 && videoSeconds === 4)).toBe(true);
  expect(clips.started() + veo.started(), "each is started once upstream").toBe(TASKS - 1);
});
