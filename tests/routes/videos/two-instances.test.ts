/** Two gateways on one data folder whose process ids and hostnames are equal, as those of containers are. */
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadSettings } from "#lib/config/load-settings.ts";
import type { VideoTask } from "#lib/contract/openai-videos/wire.ts";
import { createServices } from "#lib/gateway/assembly/create-services.ts";
import { ADMIN_KEY, AUTHORIZED } from "#tests/support/gateway.ts";
import { createGatewayHome, type GatewayHome, type KillableGateway } from "#tests/support/killable-gateway.ts";
import { startVideoTaskStub, UPSTREAM_KEY, type VideoStub } from "#tests/support/stub-videos.ts";
import { DONE, upstreamOf } from "#tests/support/video-gateway.ts";

const TASKS = 10;
const EQUAL_PID = "--import=data:text/javascript,Object.defineProperty(process,'pid',{value:1})";

let clips: VideoStub;
let home: GatewayHome;
beforeAll(async () => {
  clips = await startVideoTaskStub();
  clips.looks = [{ status: "in_progress", progress: 30 }, DONE];
  // Long enough that the other gateway looks for tasks meanwhile.
  clips.startMs = 300;
  clips.idempotent = false;
  home = createGatewayHome(
    { upstreams: { clips: { ...upstreamOf(clips.url, "openai-videos"), videos: { idempotent: false } } } },
    { VIDEO_KEY: UPSTREAM_KEY, NODE_OPTIONS: EQUAL_PID },
  );
});
afterAll(async () => {
  await home?.close();
  await clips?.close();
});

async function send({ url }: KillableGateway, path: string, init: RequestInit = {}): Promise<VideoTask> {
  return (await (await fetch(url + path, { headers: AUTHORIZED, ...init })).json()) as VideoTask;
}

it("each video is submitted once and completes", { timeout: 120_000 }, async () => {
  const gateways = [await home.start(), await home.start()];
  const tasks = await Promise.all(
    Array.from({ length: TASKS }, async (_, index) => {
      const gateway = gateways[index % 2] as KillableGateway;
      const body = JSON.stringify({ model: "clips/m", prompt: `Fox number ${index}`, seconds: "4" });
      return { gateway, task: await send(gateway, "/v1/videos", { method: "POST", body }) };
    }),
  );
  for (const { gateway, task } of tasks) {
    let now = task;
    while (now.status !== "completed" && now.status !== "failed") {
      await delay(100);
      now = await send(gateway, `/v1/videos/${task.id}`);
    }
    expect(now.status, JSON.stringify(now.error)).toBe("completed");
  }
  expect(clips.started()).toBe(TASKS);
});

it("one that stops leaves the temp files of the other", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "parlance-two-"));
  await writeFile(join(dataDir, "config.json"), "{}");
  const settings = loadSettings({
    PARLANCE_ADMIN_KEY: ADMIN_KEY,
    PARLANCE_CONFIG: join(dataDir, "config.json"),
    DATA_DIR: dataDir,
  });
  const [first, second] = [await createServices(settings), await createServices(settings)];
  async function* bytes() {
    for (let megabytes = 0; megabytes < 40; megabytes++) yield Buffer.alloc(1024 * 1024, "a");
  }
  const file = await first.tempFiles.open().add(bytes(), 64 * 1024 * 1024, () => new Error("too large"));
  await second.close();
  expect((await file.read()).length).toBe(40 * 1024 * 1024);
  await first.close();
  expect(await readdir(join(dataDir, "spool"))).toEqual([]);
  await rm(dataDir, { recursive: true });
});
