/**
 * Both sources of videos against stub upstreams: what they send, what they make of the responses, and what they do
 * about faults.
 */
import { readFileSync } from "node:fs";
import sharp from "sharp";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StartedVideoJob, VideoProvider } from "#lib/canonical/video-provider.ts";
import type { UpstreamSettings } from "#lib/config/upstream-settings.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import { createUpstreamVideos } from "#lib/upstreams/videos/video-providers.ts";
import { closeBeforeHeaders, jsonReply } from "#tests/support/stub-upstream.ts";
import {
  redirectTo,
  startOperationStub,
  startVideoTaskStub,
  UPSTREAM_KEY,
  type VideoStub,
} from "#tests/support/stub-videos.ts";
import { tinyMp4 } from "#tests/support/tiny-mp4.ts";
import { KEY, scratchFolder, videoJob, videoUpstream } from "#tests/support/video-job.ts";

const signal = new AbortController().signal;
const folder = scratchFolder();
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
afterAll(() => folder.remove());

function sourceFor(
  stub: VideoStub,
  media: string,
  settings: Partial<UpstreamSettings> = {},
): { source: VideoProvider; upstream: Upstream } {
  const upstream = videoUpstream(stub.url, { media: [media], ...settings });
  closing.push(() => upstream.pool.destroy());
  const source = createUpstreamVideos(upstream)?.provider;
  if (!source) throw new Error("The upstream has no video routes.");
  return { source, upstream };
}

const idempotent = { videos: { idempotent: true } };

describe.each([
  { media: "openai-videos", start: startVideoTaskStub, path: /\/videos$/, reference: "vid-1", missing: "No video" },
  {
    media: "google-operations",
    start: startOperationStub,
    path: /:predictLongRunning$/,
    reference: "models/veo/operations/op-1",
    missing: "No such operation",
  },
])("a provider of $media", ({ media, start, path, reference, missing }) => {
  let stub: VideoStub;
  beforeEach(async () => {
    stub = await start();
    closing.push(() => stub.close());
  });

  it("starts a task under its key, and stores the reply without the upstream's key", async () => {
    const { source } = sourceFor(stub, media);
    stub.failNext("GET", /./, (_request, response) => {
      response.end(
        JSON.stringify({ id: "v", name: "n", status: "queued", note: `sent with ${UPSTREAM_KEY}`, engine: 4 }),
      );
    });
    expect(await source.start(videoJob(), { signal })).toMatchObject({ reference, pollAfterMs: 20 });
    expect(stub.requests[0]?.headers).toMatchObject({ "idempotency-key": KEY, "content-type": "application/json" });
    const { raw } = await source.check(videoJob({ reference }), { signal });
    expect(raw).toMatchObject({ note: "sent with [redacted]", engine: 4 });
  });

  it.each([429, 503])("retries a start that was refused with %i", async (status) => {
    const { source } = sourceFor(stub, media);
    stub.failNext("POST", path, jsonReply({ error: { message: "Later." } }, { status }), 2);
    await source.start(videoJob(), { signal });
    expect(stub.requests).toHaveLength(3);
    expect(stub.started()).toBe(1);
  });

  it.each([
    ["broke off", closeBeforeHeaders()],
    ["ended with 500", jsonReply({ error: { message: "Oops." } }, { status: 500 })],
  ])("does not repeat a start that %s", async (_what, fault) => {
    const { source } = sourceFor(stub, media);
    stub.failNext("POST", path, fault);
    await expect(source.start(videoJob(), { signal })).rejects.toMatchObject({ name: "GatewayError" });
    expect(stub.requests).toHaveLength(1);
  });

  it("repeats it where the upstream supports the key", async () => {
    const { source } = sourceFor(stub, media, idempotent);
    expect(source.idempotent).toBe(true);
    stub.failNext("POST", path, closeBeforeHeaders());
    stub.failNext("POST", path, jsonReply({}, { status: 500 }));
    await source.start(videoJob(), { signal });
    expect(stub.requests.map(({ headers }) => headers["idempotency-key"])).toEqual([KEY, KEY, KEY]);
    expect(stub.started()).toBe(1);
  });

  it("passes on the upstream's refusal of a start", async () => {
    const { source } = sourceFor(stub, media);
    stub.failNext("POST", path, jsonReply({ error: { message: `Not this, ${UPSTREAM_KEY}.` } }, { status: 400 }));
    await expect(source.start(videoJob(), { signal })).rejects.toMatchObject({
      status: 400,
      message: "Not this, [redacted].",
    });
  });

  it.each([
    ["no JSON", "<p>Welcome"],
    ["no name for the task", {}],
  ])("fails when a start's reply has %s", async (_what, body) => {
    const { source } = sourceFor(stub, media);
    stub.failNext("POST", path, jsonReply(body));
    await expect(source.start(videoJob(), { signal })).rejects.toMatchObject({
      status: 502,
      code: "upstream_malformed",
    });
  });

  it("fails the task when the upstream no longer knows it", async () => {
    const { source } = sourceFor(stub, media);
    const progress = await source.check(videoJob({ reference: "models/veo/operations/gone" }), { signal });
    expect(progress).toMatchObject({ state: "failed", error: { code: "upstream_task_not_found" } });
    expect(progress.state === "failed" && progress.error.message).toContain(missing);
  });

  it.each([401, 403, 429, 500])("leaves a status request refused with %i to the next one", async (status) => {
    const { source } = sourceFor(stub, media);
    stub.failNext("GET", /./, jsonReply({ error: { message: "No." } }, { status, headers: { "retry-after": "7" } }), 9);
    const look = source.check(videoJob({ reference }), { signal });
    await expect(look).rejects.toMatchObject({ status, headers: { "retry-after": "7" } });
  });

  it("returns the upstream's poll delay", async () => {
    const { source } = sourceFor(stub, media);
    stub.failNext("GET", /./, jsonReply({ status: "in_progress" }, { headers: { "retry-after": "7" } }));
    expect(await source.check(videoJob({ reference }), { signal })).toMatchObject({ pollAfterMs: 7_000 });
  });

  it("cancels the work, and ignores the reply", async () => {
    const { source } = sourceFor(stub, media);
    const { reference: started } = await source.start(videoJob(), { signal });
    await source.cancel?.(videoJob({ reference: started }));
    const cancelled = stub.requests.at(-1);
    expect([cancelled?.method, cancelled?.path.replace(/^.*\/(videos|operations)/, "")]).toEqual(
      media === "openai-videos" ? ["DELETE", "/vid-1"] : ["POST", "/op-1:cancel"],
    );
    await source.cancel?.(videoJob({ reference: "gone" }));
    await stub.close();
    await source.cancel?.(videoJob({ reference: started }));
  });

  it("ends when it is aborted", async () => {
    const { source } = sourceFor(stub, media);
    const stop = new AbortController();
    stub.failNext("GET", /./, () => stop.abort(new Error("shut down")));
    await expect(source.check(videoJob({ reference }), { signal: stop.signal })).rejects.toThrow("shut down");
  });
});

describe("an upstream of /v1/videos", () => {
  let stub: VideoStub;
  let source: VideoProvider;
  beforeEach(async () => {
    stub = await startVideoTaskStub();
    closing.push(() => stub.close());
    source = sourceFor(stub, "openai-videos").source;
  });

  it("gets the first frame in a form, in the video's size", async () => {
    const photo = await sharp({ create: { width: 90, height: 90, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    const job = videoJob({
      call: {
        seconds: 4,
        size: { width: 128, height: 72 },
        image: { blob: "b", mediaType: "image/png", bytes: photo.length },
        extra: { tags: ["a"] },
      },
      images: { b: photo },
    });
    await source.start(job, { signal });
    const [request] = stub.requests;
    const form = await new Response(request?.body as BodyInit, {
      headers: { "content-type": request?.headers["content-type"] ?? "" },
    }).formData();
    expect(Object.fromEntries([...form].filter(([name]) => name !== "input_reference"))).toEqual({
      model: "film-1",
      prompt: "A lighthouse at dusk",
      seconds: "4",
      size: "128x72",
      tags: '["a"]',
    });
    const file = form.get("input_reference") as File;
    expect([file.name, file.type]).toEqual(["input_reference.png", "image/png"]);
    expect(await sharp(await file.arrayBuffer()).metadata()).toMatchObject({ width: 128, height: 72 });
  });

  it("is sent no first frame that cannot be decoded", async () => {
    const whole = await sharp({ create: { width: 90, height: 90, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    const image = { blob: "b", mediaType: "image/png", bytes: 60 };
    const job = videoJob({ call: { size: { width: 128, height: 72 }, image }, images: { b: whole.subarray(0, 60) } });
    await expect(source.start(job, { signal })).rejects.toMatchObject({ status: 400, param: "input_reference" });
    expect(stub.requests).toHaveLength(0);
  });

  it.each([415, 422])("that reads forms only (%i) gets the same as a form", async (status) => {
    stub.failNext("POST", /\/videos$/, jsonReply({ detail: [{ msg: "Field required" }] }, { status }));
    await source.start(videoJob({ call: { seconds: 8 } }), { signal });
    expect(stub.requests.map(({ headers }) => headers["content-type"]?.split(";")[0])).toEqual([
      "application/json",
      "multipart/form-data",
    ]);
    expect(stub.requests[1]?.body.toString()).toContain('name="seconds"\r\n\r\n8\r\n');
  });

  it("remixes its own videos", async () => {
    const call = { prompt: "By night", remix: { of: "k", prompt: "A lighthouse" } };
    await source.start(videoJob({ call, remixReference: "vid 9" }), { signal });
    expect(stub.requests.map(({ path, body }) => [path, JSON.parse(body.toString())])).toEqual([
      ["/v1/videos/vid%209/remix", { prompt: "By night" }],
    ]);
  });

  it("does not remix another upstream's video", async () => {
    const call = { prompt: "By night", remix: { of: "k", prompt: "A lighthouse" } };
    const start = source.start(videoJob({ call }), { signal });
    await expect(start).rejects.toMatchObject({ status: 400, code: "remix_elsewhere" });
    expect(stub.requests).toHaveLength(0);
  });

  it("is polled until done, at its own interval", async () => {
    const { reference } = await source.start(videoJob(), { signal });
    stub.looks = [{ status: "queued" }, { status: "in_progress", progress: 40 }, { status: "completed" }];
    const look = () => source.check(videoJob({ reference }), { signal });
    expect(await look()).toMatchObject({ state: "queued", raw: { engine: "stub" } });
    stub.failNext(
      "GET",
      /./,
      jsonReply({ status: "in_progress", progress: 20 }, { headers: { "openai-poll-after-ms": "1500" } }),
    );
    expect(await look()).toMatchObject({ state: "in_progress", progress: 20, pollAfterMs: 1_500 });
    expect(await look()).toMatchObject({ state: "in_progress", progress: 40 });
    expect(await look()).toMatchObject({ state: "completed", outputs: [{}] });
  });

  it("serves the bytes of its video", async () => {
    const { reference } = await source.start(videoJob(), { signal });
    const file = folder.path("task.mp4");
    expect(await source.fetchOutput(videoJob({ reference }), {}, { signal, file })).toEqual({ mediaType: "video/mp4" });
    expect(readFileSync(file).equals(stub.video)).toBe(true);
    expect(stub.requests.at(-1)?.path).toBe("/v1/videos/vid-1/content");
  });
});

describe("an upstream of operations", () => {
  let stub: Awaited<ReturnType<typeof startOperationStub>>;
  let source: VideoProvider;
  let job: StartedVideoJob;
  beforeEach(async () => {
    stub = await startOperationStub();
    closing.push(() => stub.close());
    source = sourceFor(stub, "google-operations").source;
    job = videoJob(await source.start(videoJob(), { signal }));
  });
  const fetchFrom = (uri: string, file: string) =>
    source.fetchOutput(job, { uri }, { signal, file: folder.path(file) });

  it("is called at the model's path, also for names with slashes", async () => {
    await source.start(videoJob({ call: { model: "tunedModels/film 1" } }), { signal });
    expect(stub.requests.map(({ path }) => path)).toEqual([
      "/v1beta/models/film-1:predictLongRunning",
      "/v1beta/tunedModels/film%201:predictLongRunning",
    ]);
  });

  it("is polled by the operation's name until done, and its videos are not stored with the reply", async () => {
    const uri = `${stub.url}/files/abc:download?alt=media`;
    stub.looks = [
      { metadata: { progressPercent: 30, engine: "stub" } },
      { done: true, response: { generateVideoResponse: { generatedSamples: [{ video: { uri } }], note: "n" } } },
    ];
    expect(await source.check(job, { signal })).toMatchObject({
      state: "in_progress",
      progress: 30,
      raw: { metadata: { engine: "stub" } },
    });
    const done = await source.check(job, { signal });
    expect(done).toMatchObject({ state: "completed", outputs: [{ uri }], raw: { done: true } });
    expect(JSON.stringify(done.raw)).not.toContain("download");
    expect(done.raw).toHaveProperty("response.generateVideoResponse.note", "n");
    expect(stub.requests.at(-1)?.path).toBe("/v1beta/models/veo/operations/op-1");
  });

  it("has its key redacted in errors", async () => {
    stub.looks = [{ done: true, error: { code: 3, message: `Bad key ${UPSTREAM_KEY}.` } }];
    expect(await source.check(job, { signal })).toMatchObject({
      state: "failed",
      error: { code: "invalid_argument", message: "Bad key [redacted]." },
    });
  });

  it("serves videos from storage, which never gets its key", async () => {
    await fetchFrom(`${stub.url}/files/abc:download?alt=media`, "veo.mp4");
    expect(readFileSync(folder.path("veo.mp4")).equals(stub.video)).toBe(true);
    expect(stub.storage.requests).toHaveLength(1);
    expect(JSON.stringify(stub.storage.requests)).not.toContain(UPSTREAM_KEY);
  });

  it("that returns URLs of another server's files is asked for them itself", async () => {
    stub.storage.respondWith((request, response) =>
      request.path.startsWith("/v1beta/files")
        ? jsonReply({ error: { code: 403, message: "No key." } }, { status: 403 })(request, response)
        : void response.end(stub.video),
    );
    const foreign = stub.storage.url.replace("/v1", "/v1beta/files/abc:download?alt=media");
    await fetchFrom(foreign, "passed-on.mp4");
    expect(stub.requests.at(-1)?.path).toBe("/v1beta/files/abc:download?alt=media");
    expect(JSON.stringify(stub.storage.requests)).not.toContain(UPSTREAM_KEY);
  });

  it("returns videos within its reply", async () => {
    const video = tinyMp4(9_000);
    const file = folder.path("inline.mp4");
    await source.fetchOutput(job, { base64: video.toString("base64"), mediaType: "video/mp4" }, { signal, file });
    expect(readFileSync(file).equals(video)).toBe(true);
  });

  it.each(["gs://bucket/video.mp4", "ftp://host/v", "nowhere"])("cannot be fetched from at %s", async (uri) => {
    await expect(fetchFrom(uri, "none.mp4")).rejects.toMatchObject({ status: 502, code: "upstream_malformed" });
  });

  it("is not followed through endless redirects", async () => {
    stub.failNext("GET", /files/, redirectTo("/v1beta/files/abc:download"), 99);
    await expect(fetchFrom(`${stub.url}/files/abc:download`, "round.mp4")).rejects.toThrow("more than 5 redirects");
  });
});

it("an upstream without video routes has no provider", () => {
  const upstream = videoUpstream("http://127.0.0.1:1", { media: ["openai-images"] });
  expect(createUpstreamVideos(upstream)).toBeUndefined();
});
