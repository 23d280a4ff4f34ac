/** Video tasks from their creation to their end, in both APIs, over upstreams of both (spec; wire-formats §6). */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { expectError } from "#tests/support/expect-error.ts";
import { AUTHORIZED, mounts } from "#tests/support/gateway.ts";
import { recentRows } from "#tests/support/recent-rows.ts";
import { jsonReply } from "#tests/support/stub-upstream.ts";
import { BEARER, DONE, GOOGLE_KEY, startVideoGateway, type VideoGateway } from "#tests/support/video-gateway.ts";

// Tasks from their beginning to their end, which a busy machine takes its time for.
vi.setConfig({ testTimeout: 60_000 });

const KEY = /^[0-9a-z]{32}$/;

describe.each(mounts)("on the %s mount", (mount) => {
  let gateway: VideoGateway;
  beforeAll(async () => {
    gateway = await startVideoGateway(mount);
  });
  afterAll(() => gateway?.close());

  it("returns a new task with all fields", async () => {
    const before = Math.floor(Date.now() / 1000);
    const task = await gateway.create({ model: "clips/m", prompt: "A fox", seconds: "8", size: "1280x720" });
    expect(task).toEqual({
      id: expect.stringMatching(/^video_[0-9a-z]{32}$/),
      object: "video",
      model: "clips/m",
      status: "pending",
      progress: 0,
      created_at: expect.any(Number),
      completed_at: null,
      expires_at: null,
      prompt: "A fox",
      size: "1280x720",
      seconds: "8",
      remixed_from_video_id: null,
      error: null,
    });
    expect(task.created_at).toBeGreaterThanOrEqual(before);
    await gateway.ended(task.id);
  });

  it("completes it when its bytes are stored, and keeps an upstream's extra fields", async () => {
    const { id } = await gateway.create({ model: "clips/m", prompt: "A fox", seconds: "4" });
    const task = await gateway.ended(id);
    expect(task).toMatchObject({
      id,
      status: "completed",
      progress: 100,
      model: "clips/m",
      engine: "stub",
      error: null,
    });
    expect(task.completed_at).toBeGreaterThanOrEqual(task.created_at);
    expect((task.expires_at ?? 0) - (task.completed_at ?? 0)).toBeGreaterThanOrEqual(86_399);
    const content = await fetch(`${gateway.url}/v1/videos/${id}/content`, { headers: BEARER });
    expect(content.headers.get("content-type")).toBe("video/mp4");
    expect(Buffer.from(await content.arrayBuffer()).equals(gateway.clips.video)).toBe(true);
  });

  it("shows the same task as an operation, with URLs that accept the key in the query", async () => {
    const started = await gateway.predict({
      instances: [{ prompt: "A fox" }],
      parameters: { aspectRatio: "9:16", durationSeconds: 8 },
    });
    expect(started).toMatchObject({ name: expect.stringMatching(/^operations\/[0-9a-z]{32}$/), done: false });
    const key = started.name.slice("operations/".length);
    expect(started.metadata).toMatchObject({ state: "PENDING", progressPercent: 0, videoId: `video_${key}` });
    const task = await gateway.ended(`video_${key}`);
    expect(task).toMatchObject({ status: "completed", size: "720x1280", seconds: "8", prompt: "A fox" });

    const done = await gateway.operation(started.name);
    expect(done).toMatchObject({ done: true, metadata: { state: "SUCCEEDED", progressPercent: 100 } });
    const { response } = done;
    expect(response?.videoUri).toMatch(
      new RegExp(`^${gateway.url.replaceAll(".", "\\.")}/v1beta/files/[0-9a-z]{32}:download\\?alt=media$`),
    );
    expect(response?.generateVideoResponse).toEqual({
      generatedSamples: [{ video: { uri: response?.videoUri } }],
      raiMediaFilteredCount: 0,
    });
    expect(response?.["@type"]).toBe(
      "type.googleapis.com/google.ai.generativelanguage.v1beta.PredictLongRunningResponse",
    );
    const key_ = GOOGLE_KEY["x-provider-api-key"];
    const video = await fetch(`${response?.videoUri}&key=${key_}`);
    expect(Buffer.from(await video.arrayBuffer()).equals(gateway.veo.video)).toBe(true);
    expect((await fetch(response?.videoUri ?? "")).status).toBe(401);
  });

  it("reads a task in either API, by either id, under every path", async () => {
    const { id } = await gateway.create({ model: "clips/m", prompt: "A fox" });
    const key = id.slice("video_".length);
    expect(key).toMatch(KEY);
    for (const path of [
      `/v1beta/operations/${key}`,
      `/v1/operations/${key}`,
      `/v1beta/operations/${id}`,
      `/v1beta/models/clips/m/operations/${key}`,
      `/v1beta/models/clips%2Fm/operations/${key}`,
      `/v1/models/clips/m/operations/${key}`,
      `/v1/videos/${key}`,
      `/api/v1/videos/${id}`,
    ]) {
      const response = await fetch(gateway.url + path, { headers: BEARER });
      expect(response.status, path).toBe(200);
      expect(JSON.stringify(await response.json()), path).toContain(key);
    }
    await gateway.ended(id);
  });

  it("writes https URLs for clients that use https", async () => {
    const { name, metadata } = await gateway.predict({ instances: [{ prompt: "A fox" }] });
    await gateway.ended(metadata.videoId);
    const headers = { ...GOOGLE_KEY, "x-forwarded-proto": "https", "x-forwarded-host": "gw.example.com" };
    const { response } = await (await fetch(`${gateway.url}/v1/${name}`, { headers })).json();
    expect(response.videoUri).toMatch(/^https:\/\/gw\.example\.com\/v1\/files\/[0-9a-z]{32}:download\?alt=media$/);
  });

  it.each([
    ["an SDK of OpenAI's", { "user-agent": "OpenAI/JS 7.55.0" }, "queued"],
    ["a poll helper", { "x-stainless-poll-helper": "true" }, "queued"],
    ["anybody else", { "user-agent": "curl/8" }, "pending"],
  ])("gives %s its own name of the waiting state", async (_who, headers, status) => {
    const hold = Promise.withResolvers<void>();
    gateway.clips.failNext("POST", /\/videos$/, async (request, response) => {
      await hold.promise;
      return jsonReply({ error: { message: "Not now." } }, { status: 400 })(request, response);
    });
    const { id } = await gateway.create({ model: "clips/m", prompt: "A fox" });
    const response = await fetch(`${gateway.url}/v1/videos/${id}`, { headers: { ...BEARER, ...headers } });
    expect(((await response.json()) as { status: string }).status).toBe(status);
    expect(Number(response.headers.get("openai-poll-after-ms"))).toBeGreaterThan(0);
    hold.resolve();
    await gateway.ended(id);
  });

  it("gives the reason of a failure, in both APIs", async () => {
    const { looks } = gateway.clips;
    gateway.clips.looks = [
      { status: "failed", error: { code: "moderation_blocked", message: "Not this.", type: "policy" } },
    ];
    const { id } = await gateway.create({ model: "clips/m", prompt: "A fox" });
    const task = await gateway.ended(id);
    gateway.clips.looks = looks;
    expect(task).toMatchObject({
      status: "failed",
      completed_at: expect.any(Number),
      expires_at: null,
      error: { code: "moderation_blocked", message: expect.stringContaining("Not this.") },
    });
    const operation = await gateway.operation(`operations/${id}`);
    expect(operation).toMatchObject({ done: true, metadata: { state: "FAILED" } });
    expect(operation.response).toBeUndefined();
    expect(operation.error).toEqual({
      code: expect.any(Number),
      message: task.error?.message,
      status: expect.any(String),
    });
    const content = await fetch(`${gateway.url}/v1/videos/${id}/content`, { headers: BEARER });
    await expectError(content, {
      status: 409,
      message: /failed.*Not this\./,
      type: "conflict_error",
      param: "video_id",
      code: "video_failed",
    });
  });

  it("does not let progress fall", async () => {
    const { looks } = gateway.clips;
    gateway.clips.looks = [
      { status: "in_progress", progress: 60 },
      { status: "in_progress", progress: 20 },
      { status: "in_progress", progress: 61 },
      { status: "queued", progress: 0 },
      DONE,
    ];
    const { id } = await gateway.create({ model: "clips/m", prompt: "A fox" });
    const seen: [number, string][] = [];
    for (;;) {
      const { progress, status } = await gateway.read(id);
      seen.push([progress, status]);
      if (status === "completed") break;
      expect(status).not.toBe("failed");
    }
    gateway.clips.looks = looks;
    const order = ["pending", "in_progress", "completed"];
    for (const [index, [progress, status]] of seen.entries()) {
      const [before = 0, statusBefore = "pending"] = seen[index - 1] ?? [];
      expect(progress).toBeGreaterThanOrEqual(before);
      expect(order.indexOf(status)).toBeGreaterThanOrEqual(order.indexOf(statusBefore));
    }
  });

  it("reports ignored fields", async () => {
    const fetchText = (model: string) =>
      fetch(`${gateway.url}/v1/videos`, {
        method: "POST",
        headers: AUTHORIZED,
        body: JSON.stringify({ model, prompt: "A fox", style: "noir" }),
      });
    const relayed = await fetchText("clips/m");
    expect(relayed.headers.get("x-gateway-lane")).toBe("relay");
    expect(relayed.headers.get("x-gateway-upstream")).toBe("clips");
    expect(relayed.headers.get("x-gateway-dropped")).toBeNull();
    const translated = await fetchText("veo/m");
    expect(translated.headers.get("x-gateway-lane")).toBe("translate");
    expect(translated.headers.get("x-gateway-dropped")).toBe("style");
    for (const response of [relayed, translated]) await gateway.ended(((await response.json()) as { id: string }).id);
    const [started] = gateway.clips.requests.filter(({ method, body }) => method === "POST" && body.includes("noir"));
    expect(JSON.parse(started?.body.toString() ?? "{}")).toMatchObject({ style: "noir", prompt: "A fox" });
  });

  it("is in the request log twice: the request and the video", async () => {
    const { id } = await gateway.create({ model: "clips/m", prompt: "A fox", seconds: "8" });
    await gateway.ended(id);
    const { openStore } = await import("#lib/store/open-store.ts");
    const store = await openStore({ dataDir: gateway.dataDir });
    const rows = await recentRows(store, 500);
    await store.close();
    expect(rows.filter((row) => row.id === id)).toMatchObject([
      { dialect: "openai-videos", lane: "relay", upstream: "clips", model: "clips/m", status: 200, videoSeconds: 8 },
    ]);
  });
});
