/**
 * The bytes of finished videos: ranges, HEAD, pictures, expiry, and who may read them (spec; wire-formats §6.1, §6.4).
 */
import { setTimeout as delay } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectError } from "#tests/support/expect-error.ts";
import { ADMIN_KEY, AUTHORIZED, mounts } from "#tests/support/gateway.ts";
import { jsonReply } from "#tests/support/stub-upstream.ts";
import { BEARER, startVideoGateway, type VideoGateway } from "#tests/support/video-gateway.ts";

describe.each(mounts)("on the %s mount", (mount) => {
  let gateway: VideoGateway;
  let id: string;
  let output: string;
  beforeAll(async () => {
    gateway = await startVideoGateway(mount);
    id = (await gateway.create({ model: "clips/m", prompt: "A fox", seconds: "4" })).id;
    await gateway.ended(id);
    const { response } = await gateway.operation(`operations/${id}`);
    output = new URL(response?.videoUri ?? "").pathname;
  });
  afterAll(() => gateway?.close());

  const get = (path: string, init: RequestInit = {}) =>
    fetch(gateway.url + path, { ...init, headers: { ...BEARER, ...init.headers } });
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

  /** Next takes it off the responses of route handlers. */
  const expectLength = ({ headers }: Response) =>
    expect(headers.get("content-length")).toBe(mount === "next" ? null : String(gateway.clips.video.length));

  it.each([
    ["the task's content", () => `/v1/videos/${id}/content`],
    ["variant=video", () => `/v1/videos/${id}/content?variant=video`],
    ["its own address", () => `${output}?alt=media`],
    ["its own address under /v1", () => `${output.replace("/v1beta/", "/v1/")}?alt=media`],
    ["its own address, the colon encoded", () => output.replace(":download", "%3Adownload")],
  ])("are sent whole, in part, or not at all: %s", async (_name, path) => {
    const { video } = gateway.clips;
    const whole = await get(path());
    expect(whole.status).toBe(200);
    expect(whole.headers.get("content-type")).toBe("video/mp4");
    expectLength(whole);
    expect(whole.headers.get("accept-ranges")).toBe("bytes");
    expect(whole.headers.get("x-content-type-options")).toBe("nosniff");
    expect(whole.headers.get("content-disposition")).toMatch(/^inline; filename="[\w-]+\.mp4"$/);
    expect((await bytesOf(whole)).equals(video)).toBe(true);

    const part = await get(path(), { headers: { range: "bytes=4-11" } });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe(`bytes 4-11/${video.length}`);
    expect((await bytesOf(part)).equals(video.subarray(4, 12))).toBe(true);
    const end = await get(path(), { headers: { range: "bytes=-8" } });
    expect((await bytesOf(end)).equals(video.subarray(-8))).toBe(true);
    const beyond = await get(path(), { headers: { range: `bytes=${video.length}-` } });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get("content-range")).toBe(`bytes */${video.length}`);

    const head = await get(path(), { method: "HEAD" });
    expect(head.status).toBe(200);
    expectLength(head);
    expect(await head.text()).toBe("");

    const etag = whole.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[0-9a-z]{32}"$/);
    expect((await get(path(), { headers: { "if-none-match": etag } })).status).toBe(304);
    const changed = await get(path(), { headers: { range: "bytes=0-3", "if-range": '"other"' } });
    expect(changed.status, "a range of other bytes").toBe(200);
    await changed.arrayBuffer();
  });

  it("are sent to a client that asks for application/binary", async () => {
    const response = await get(`/v1/videos/${id}/content`, { headers: { accept: "application/binary" } });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  });

  it("accept the key in the query", async () => {
    const response = await fetch(`${gateway.url}${output}?alt=media&key=${ADMIN_KEY}`);
    expect((await bytesOf(response)).equals(gateway.clips.video)).toBe(true);
    expect((await fetch(`${gateway.url}${output}?alt=media`)).status).toBe(401);
  });

  it("refuse an unknown variant", async () => {
    await expectError(await get(`/v1/videos/${id}/content?variant=audio`), {
      status: 400,
      message: /"video", "thumbnail", "spritesheet"/,
      type: "invalid_request_error",
      param: "variant",
    });
  });

  it("are not available while the task runs", async () => {
    const hold = Promise.withResolvers<void>();
    gateway.clips.failNext("POST", /\/videos$/, async (request, response) => {
      await hold.promise;
      return jsonReply({ error: { message: "Not now." } }, { status: 400 })(request, response);
    });
    const waiting = await gateway.create({ model: "clips/m", prompt: "A fox" });
    for (const variant of ["video", "thumbnail", "spritesheet"]) {
      const response = await get(`/v1/videos/${waiting.id}/content?variant=${variant}`);
      expect(response.headers.get("x-should-retry")).toBe("false");
      await expectError(response, {
        status: 409,
        message: /isn't finished yet \(0 %\)/,
        type: "conflict_error",
        param: "video_id",
        code: "video_not_completed",
      });
    }
    hold.resolve();
    await gateway.ended(waiting.id);
  });

  it.each(["video_unknown", `video_${"0".repeat(32)}`, "..", "%2F", "video_%00"])("are not found: %s", async (name) => {
    const response = await get(`/v1/videos/${name}/content`);
    expect(response.status).toBe(404);
    await response.text();
  });

  it("belong to the key that created them", async () => {
    const [owner, other] = [await gateway.newKey("owner"), await gateway.newKey("other")];
    const created = await gateway.create({ model: "clips/m", prompt: "A fox" }, owner);
    await gateway.ended(created.id);
    const task = await gateway.read(created.id, owner);
    const operation = await gateway.operation(`operations/${task.id}`);
    const address = new URL(operation.response?.videoUri ?? "").pathname;
    const key = task.id.slice("video_".length);
    const paths: [path: string, method: string][] = [
      [`/v1/videos/${task.id}`, "GET"],
      [`/v1/videos/${task.id}/content`, "GET"],
      [`/v1/videos/${task.id}/content?variant=thumbnail`, "GET"],
      [`/v1beta/operations/${key}`, "GET"],
      [address, "GET"],
      [`/v1/videos/${task.id}/remix`, "POST"],
      [`/v1beta/operations/${key}:cancel`, "POST"],
      [`/v1beta/operations/${key}`, "DELETE"],
      [`/v1/videos/${task.id}`, "DELETE"],
    ];
    for (const [path, method] of paths) {
      const body = method === "POST" ? JSON.stringify({ prompt: "Make it night" }) : undefined;
      const response = await fetch(gateway.url + path, { method, headers: other, ...(body ? { body } : {}) });
      expect(response.status, `${method} ${path}`).toBe(404);
      await response.text();
    }
    for (const headers of [owner, AUTHORIZED]) {
      for (const path of [`/v1/videos/${task.id}/content`, address]) {
        const response = await fetch(gateway.url + path, { headers });
        expect(response.status, path).toBe(200);
        await response.arrayBuffer();
      }
    }
  });

  // A gateway of its own takes a while to start beside others.
  it("are removed once they have expired, and the task shows when", { timeout: 60_000 }, async () => {
    const brief = await startVideoGateway(mount, { config: { videos: { keepSeconds: 1 } } });
    try {
      const task = await brief.create({ model: "clips/m", prompt: "A fox" });
      const { expires_at: expiresAt } = await brief.ended(task.id);
      await delay(Math.max(0, (expiresAt ?? 0) * 1000 - Date.now()) + 50);
      for (const variant of ["video", "thumbnail"]) {
        const response = await fetch(`${brief.url}/v1/videos/${task.id}/content?variant=${variant}`, {
          headers: BEARER,
        });
        await expectError(response, {
          status: 410,
          message: /expired at 2/,
          type: "invalid_request_error",
          param: "video_id",
          code: "video_expired",
        });
      }
      expect(await brief.read(task.id)).toMatchObject({ status: "completed", expires_at: expiresAt });
    } finally {
      await brief.close();
    }
  });

  // Rendering takes many seconds: on the Node mount killed.test.ts has one rendered for real.
  if (mount === "node") return;
  it("of the sandbox are an MP4 with stills, created once", { timeout: 180_000 }, async () => {
    const { id } = await gateway.create({ prompt: "A lighthouse at dusk", seconds: "4", size: "1280x720" });
    const task = await gateway.ended(id);
    expect(task).toMatchObject({ status: "completed", model: "video-model-a", seconds: "4", size: "1280x720" });
    const video = await bytesOf(await get(`/v1/videos/${id}/content`));
    expect(video.subarray(4, 8).toString()).toBe("ftyp");
    const thumbnails = await Promise.all([1, 2].map(() => get(`/v1/videos/${id}/content?variant=thumbnail`)));
    expect(thumbnails[0]?.headers.get("content-type")).toBe("image/webp");
    expect(thumbnails[0]?.headers.get("etag")).toBe(thumbnails[1]?.headers.get("etag"));
    const [thumbnail] = await Promise.all(thumbnails.map(bytesOf));
    const facts = await sharp(thumbnail).metadata();
    expect(facts.format).toBe("webp");
    expect((facts.width ?? 0) / (facts.height ?? 1)).toBeCloseTo(16 / 9, 1);
    const sheet = await get(`/v1/videos/${id}/content?variant=spritesheet`);
    expect(sheet.headers.get("content-type")).toBe("image/jpeg");
    expect((await sharp(await bytesOf(sheet)).metadata()).format).toBe("jpeg");
  });
});
