/**
 * Video models of packages of the AI SDK: Google's own package against a stub of Veo, and a scripted one for the rest.
 */
import { readFileSync } from "node:fs";
import type {
  Experimental_VideoModelV4CallOptions as VideoModelV4CallOptions,
  Experimental_VideoModelV4OperationStatusResult as VideoModelV4Status,
} from "@ai-sdk/provider";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { VideoProvider } from "#lib/canonical/video-provider.ts";
import type { BridgeSettings } from "#lib/config/upstream-settings.ts";
import { type Bridge, openBridge } from "#lib/upstreams/ai-sdk/bridge.ts";
import { createVideoProviders } from "#lib/upstreams/videos/video-providers.ts";
import { jsonReply } from "#tests/support/stub-upstream.ts";
import { startOperationStub, UPSTREAM_KEY } from "#tests/support/stub-videos.ts";
import { tinyMp4 } from "#tests/support/tiny-mp4.ts";
import { KEY, scratchFolder, videoJob } from "#tests/support/video-job.ts";

const signal = new AbortController().signal;
const folder = scratchFolder();
afterAll(() => folder.remove());

async function open(settings: Partial<BridgeSettings>): Promise<{ bridge: Bridge; source: VideoProvider }> {
  const bridge = await openBridge(
    {
      id: "studio",
      source: "file",
      package: "films",
      specifier: "films",
      options: {},
      secrets: [UPSTREAM_KEY],
      models: [],
      videoModels: ["film-1"],
      timeouts: { connectMs: 2_000, firstByteMs: 5_000, idleMs: 5_000, totalMs: 20_000 },
      retries: { attempts: 2, maxDelayMs: 5 },
      ...settings,
    },
    { largestResponse: 64_000_000 },
  );
  if (!bridge.videos) throw new Error("The entry names models of videos.");
  const videos = createVideoProviders({
    builtIns: new Map(),
    upstreams: new Map(),
    bridges: new Map([[bridge.id, bridge]]),
  })(bridge.id);
  return { bridge, source: videos?.provider as VideoProvider };
}

describe("Google's package", () => {
  let stub: Awaited<ReturnType<typeof startOperationStub>>;
  let source: VideoProvider;
  let bridge: Bridge;
  beforeAll(async () => {
    stub = await startOperationStub();
    ({ bridge, source } = await open({
      specifier: "@ai-sdk/google",
      options: { baseURL: stub.url, apiKey: UPSTREAM_KEY },
      videoModels: ["veo-3"],
    }));
  });
  afterAll(async () => {
    await bridge?.close();
    await stub.close();
  });

  it("creates a video, which is fetched from storage without the key", async () => {
    const call = { model: "veo-3", seconds: 8, size: { width: 1080, height: 1920 }, seed: 7 };
    const { reference } = await source.start(videoJob({ call }), { signal });
    const [request] = stub.requests;
    expect(request?.path).toBe("/v1beta/models/veo-3:predictLongRunning");
    expect(request?.headers["idempotency-key"]).toBe(KEY);
    expect(JSON.parse(String(request?.body))).toEqual({
      instances: [{ prompt: "A lighthouse at dusk" }],
      parameters: { sampleCount: 1, aspectRatio: "9:16", resolution: "1080p", durationSeconds: 8, seed: 7 },
    });

    const uri = `${stub.url}/files/abc:download?alt=media`;
    stub.looks = [{}, { done: true, response: { generateVideoResponse: { generatedSamples: [{ video: { uri } }] } } }];
    // As after a restart: of the task only its reference is left.
    const job = videoJob({ call, reference: String(reference) });
    expect(await source.check(job, { signal })).toEqual({ state: "in_progress" });
    const done = await source.check(job, { signal });
    expect(done).toMatchObject({ state: "completed", outputs: [{ mediaType: "video/mp4" }] });

    const [output = {}] = done.state === "completed" ? done.outputs : [];
    const file = folder.path("veo.mp4");
    expect(await source.fetchOutput(job, output, { signal, file })).toEqual({ mediaType: "video/mp4" });
    expect(readFileSync(file).equals(stub.video)).toBe(true);
    expect(JSON.stringify(stub.storage.requests)).not.toContain(UPSTREAM_KEY);
  });

  it("reports failures without the key", async () => {
    const { reference } = await source.start(videoJob({ call: { model: "veo-3" } }), { signal });
    stub.looks = [{ done: true, error: { code: 3, message: `Not with ${UPSTREAM_KEY}.` } }];
    const job = videoJob({ call: { model: "veo-3" }, reference });
    const failed = await source.check(job, { signal });
    expect(failed).toMatchObject({
      state: "failed",
      error: { message: expect.stringMatching(/Not with \[redacted\]\./) },
    });
    stub.failNext(
      "GET",
      /operations/,
      jsonReply({ error: { code: 503, message: "Busy.", status: "UNAVAILABLE" } }, { status: 503 }),
    );
    await expect(source.check(job, { signal })).rejects.toMatchObject({ status: 503, message: "Busy." });
    stub.failNext(
      "GET",
      /operations/,
      jsonReply({ error: { code: 404, message: "Gone.", status: "NOT_FOUND" } }, { status: 404 }),
    );
    expect(await source.check(job, { signal })).toMatchObject({ error: { code: "upstream_task_not_found" } });
  });

  it("gets no second request for a video that it may have started", async () => {
    stub.requests.length = 0;
    stub.failNext(
      "POST",
      /predict/,
      jsonReply({ error: { code: 500, message: "Oops.", status: "INTERNAL" } }, { status: 500 }),
    );
    const start = source.start(videoJob({ call: { model: "veo-3" } }), { signal });
    await expect(start).rejects.toMatchObject({ status: 500, message: "Oops." });
    expect(stub.requests).toHaveLength(1);
  });
});

describe("a package", () => {
  const asked: VideoModelV4CallOptions[] = [];
  let status: Partial<VideoModelV4>;
  type VideoModelV4 = VideoModelV4Status;
  vi.doMock("films", () => ({
    films: {
      languageModel: () => ({}),
      videoModel: () => ({
        specificationVersion: "v4",
        maxVideosPerCall: 2,
        async doStart(options: VideoModelV4CallOptions) {
          asked.push(options);
          return { operation: { id: 4, at: ["eu"] }, warnings: [] };
        },
        async doStatus({ operation }: { operation: unknown }) {
          expect(operation).toEqual({ id: 4, at: ["eu"] });
          return status;
        },
      }),
    },
  }));
  let source: VideoProvider;
  beforeEach(async () => {
    asked.length = 0;
    ({ source } = await open({ providerOptions: { films: { mood: "calm" } } }));
  });

  it("gets all supported fields, and the others are reported", async () => {
    const image = { blob: "a", mediaType: "image/png", bytes: 1 };
    const job = videoJob({
      dialect: "google-operations",
      images: { a: Buffer.from("A"), b: Buffer.from("B") },
      call: {
        count: 3,
        seconds: 6,
        size: { width: 1280, height: 720 },
        image,
        lastFrame: { ...image, blob: "b" },
        referenceImages: [{ image, kind: "asset" }],
        negativePrompt: "rain",
        extra: { parameters: { personGeneration: "allow_all" } },
      },
    });
    const { reference } = await source.start(job, { signal });
    expect(JSON.parse(reference)).toEqual({ id: 4, at: ["eu"] });
    const first = { type: "file", mediaType: "image/png", data: Buffer.from("A") };
    expect(asked[0]).toMatchObject({
      prompt: "A lighthouse at dusk",
      n: 2,
      aspectRatio: "16:9",
      duration: 6,
      image: first,
      frameImages: [
        { image: first, frameType: "first_frame" },
        { image: { ...first, data: Buffer.from("B") }, frameType: "last_frame" },
      ],
      inputReferences: [first],
      providerOptions: { films: { mood: "calm" } },
      headers: { "idempotency-key": KEY },
    });
    expect(asked[0]?.resolution).toBeUndefined();
    expect(source.dropped(job.call, job.dialect)).toEqual([
      "parameters.negativePrompt",
      "parameters.sampleCount",
      "parameters.personGeneration",
    ]);
  });

  it("creates a remix from all prompts", async () => {
    const job = videoJob({ call: { prompt: "By night", remix: { of: "k", prompt: "A lighthouse" } } });
    await source.start(job, { signal });
    expect(asked[0]?.prompt).toBe("A lighthouse\n\nBy night");
    expect(source.dropped(job.call, job.dialect)).toEqual(["remix"]);
  });

  it("may return the bytes", async () => {
    const video = tinyMp4();
    const base64 = video.toString("base64");
    const mediaType = "video/mp4";
    status = {
      status: "completed",
      videos: [
        { type: "base64", data: base64, mediaType },
        { type: "binary", data: new Uint8Array(video), mediaType },
        { type: "uploaded", mediaType },
      ],
      warnings: [],
    };
    const job = videoJob({ reference: '{"id":4,"at":["eu"]}' });
    const done = await source.check(job, { signal });
    expect(done).toEqual({
      state: "completed",
      outputs: [
        { base64, mediaType },
        { base64, mediaType },
      ],
    });
    const file = folder.path("inline.mp4");
    await source.fetchOutput(job, { base64 }, { signal, file });
    expect(readFileSync(file).equals(video)).toBe(true);
  });

  it("cannot direct the gateway to its own network", async () => {
    const uri = "http://127.0.0.1:9/video.mp4";
    const fetched = source.fetchOutput(videoJob(), { uri }, { signal, file: folder.path("none.mp4") });
    await expect(fetched).rejects.toThrow("does not fetch from");
  });
});
