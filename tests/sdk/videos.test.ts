/**
 * Videos by the official SDKs, in both of their lines: openai, @google/genai and the AI SDK, over upstreams of both
 * APIs.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { GenerateVideosOperation, type GenerateVideosParameters, GoogleGenAI } from "@google/genai";
import { experimental_generateVideo as generateVideo } from "ai";
import { createGoogleGenerativeAI as createGoogle3 } from "ai-google-v3";
import { experimental_generateVideo as generateVideo6 } from "ai-v6";
import { GoogleGenAI as GoogleGenAI2 } from "google-genai-v2";
import OpenAI, { toFile } from "openai";
import OpenAI6 from "openai-v6";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ADMIN_KEY, mounts } from "../support/gateway.ts";
import { picture } from "../support/image-fixtures.ts";
import { startVideoGateway, type VideoGateway } from "../support/video-gateway.ts";
import { failureOf, itemsOf } from "./sdk-gateways.ts";

vi.setConfig({ testTimeout: 60_000 });

/** Both lines have the same types where they are used here. */
const openais = [
  { version: "7.x", Sdk: OpenAI },
  { version: "6.x", Sdk: OpenAI6 as unknown as typeof OpenAI },
];
const googles = [
  // Its `generateVideos` refuses every server but one, before it asks any: the route is called as the older line does.
  { version: "3.x", Sdk: GoogleGenAI, generates: false },
  { version: "2.x", Sdk: GoogleGenAI2 as unknown as typeof GoogleGenAI, generates: true },
];
const aiSdks = [
  { version: "7.x", generate: generateVideo, create: createGoogleGenerativeAI },
  {
    version: "6.x",
    generate: generateVideo6 as unknown as typeof generateVideo,
    create: createGoogle3 as unknown as typeof createGoogleGenerativeAI,
  },
];
/** Its own API upstream, and the other one. */
const models = ["clips/m", "veo/m"];

describe.each(mounts)("on the %s mount", (mount) => {
  let gateway: VideoGateway;
  beforeAll(async () => {
    gateway = await startVideoGateway(mount);
  });
  afterAll(() => gateway?.close());

  describe.each(openais)("openai $version", ({ Sdk }) => {
    let client: OpenAI;
    beforeAll(() => {
      client = new Sdk({ baseURL: `${gateway.url}/v1`, apiKey: ADMIN_KEY, maxRetries: 0 });
    });

    /** As its users poll, and its Python line's own helper does. */
    async function untilEnded(id: string) {
      for (;;) {
        const video = await client.videos.retrieve(id);
        if (video.status !== "queued" && video.status !== "in_progress") return video;
        await delay(20);
      }
    }

    it.each(models)("creates, polls and downloads: %s", async (model) => {
      const created = await client.videos.create({ model, prompt: "A fox", seconds: "8", size: "1280x720" });
      expect(created).toMatchObject({ status: "queued", seconds: "8", size: "1280x720", prompt: "A fox" });
      const video = await untilEnded(created.id);
      expect(video).toMatchObject({ id: created.id, status: "completed", progress: 100, error: null });
      const content = await client.videos.downloadContent(video.id);
      expect(content.headers.get("content-type")).toBe("video/mp4");
      expect(Buffer.from(await content.arrayBuffer()).equals(gateway.clips.video)).toBe(true);
    });

    it("sends an image as the first frame, remixes, lists and deletes", async () => {
      const file = await toFile(await picture({ width: 1280, height: 720 }), "fox.png", { type: "image/png" });
      const created = await client.videos.create({
        model: "clips/m",
        prompt: "A fox",
        size: "1280x720",
        input_reference: file,
      });
      expect((await untilEnded(created.id)).status).toBe("completed");
      const uploaded = await client.files.create({ file, purpose: "vision" });
      const byId = await client.videos.create({
        model: "clips/m",
        prompt: "A fox",
        size: "1280x720",
        input_reference: { file_id: uploaded.id },
      });
      expect((await untilEnded(byId.id)).status).toBe("completed");
      const remix = await client.videos.remix(created.id, { prompt: "At night" });
      expect(remix.remixed_from_video_id).toBe(created.id);
      expect((await untilEnded(remix.id)).status).toBe("completed");

      const listed = await itemsOf(client.videos.list({ limit: 2 }));
      const ids = listed.map(({ id }) => id);
      expect(ids).toEqual(expect.arrayContaining([remix.id, byId.id, created.id]));
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.indexOf(remix.id), "newest first").toBeLessThan(ids.indexOf(created.id));

      expect(await client.videos.delete(remix.id)).toEqual({ id: remix.id, object: "video.deleted", deleted: true });
      const failure = await failureOf<InstanceType<typeof Sdk.APIError>>(client.videos.retrieve(remix.id));
      expect(failure).toBeInstanceOf(Sdk.NotFoundError);
      expect(failure.message).toContain("Video not found");
    });

    it("reports errors", async () => {
      const failure = await failureOf<InstanceType<typeof Sdk.APIError>>(
        client.videos.create({ model: "video-model-a", prompt: "A fox", size: "1024x1792" }),
      );
      expect(failure).toBeInstanceOf(Sdk.BadRequestError);
      expect(failure.message).toContain("for video-model-a; got");
      expect(failure.param).toBe("size");
    });

    it("gets an error once for a video that is not complete", async () => {
      const { looks } = gateway.clips;
      gateway.clips.looks = [{ status: "in_progress", progress: 5 }];
      const patient = new Sdk({ baseURL: `${gateway.url}/v1`, apiKey: ADMIN_KEY, maxRetries: 2 });
      const { id } = await patient.videos.create({ model: "clips/m", prompt: "A fox" });
      const failure = await failureOf<InstanceType<typeof Sdk.APIError>>(patient.videos.downloadContent(id));
      expect(failure).toBeInstanceOf(Sdk.ConflictError);
      expect(failure.message).toContain("isn't finished yet");
      await patient.videos.delete(id);
      gateway.clips.looks = looks;
    });
  });

  describe.each(googles)("@google/genai $version", ({ Sdk, generates }) => {
    let client: GoogleGenAI;
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "videos-"));
      // As behind a proxy that speaks https: the SDK reads no other address of a file.
      const headers = { "x-forwarded-proto": "https" };
      client = new Sdk({ apiKey: ADMIN_KEY, httpOptions: { baseUrl: gateway.url, headers } });
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    async function start(request: GenerateVideosParameters): Promise<GenerateVideosOperation> {
      if (generates) return client.models.generateVideos(request);
      const { model, source, config } = request;
      const { imageBytes: bytesBase64Encoded, mimeType } = source?.image ?? {};
      const image = bytesBase64Encoded ? { image: { bytesBase64Encoded, mimeType } } : {};
      const response = await fetch(`${gateway.url}/v1/models/${model}:predictLongRunning`, {
        method: "POST",
        headers: { "x-goog-api-key": ADMIN_KEY, "content-type": "application/json" },
        body: JSON.stringify({ instances: [{ prompt: source?.prompt, ...image }], parameters: config }),
      });
      const operation = new GenerateVideosOperation();
      operation.name = ((await response.json()) as { name: string }).name;
      return operation;
    }

    async function untilDone(started: GenerateVideosOperation) {
      let operation = started;
      while (!operation.done) {
        await delay(20);
        operation = await client.operations.getVideosOperation({ operation });
      }
      return operation;
    }

    it.each(models)("generates, polls and downloads: %s", async (model) => {
      const started = await start({
        model,
        source: {
          prompt: "A fox",
          image: {
            imageBytes: (await picture({ width: 1280, height: 720 })).toString("base64"),
            mimeType: "image/png",
          },
        },
        config: { aspectRatio: "16:9", durationSeconds: 8 },
      });
      expect(started.name).toMatch(/^operations\/[0-9a-z]{32}$/);
      const operation = await untilDone(started);
      expect(operation.error).toBeUndefined();
      const [generated] = operation.response?.generatedVideos ?? [];
      if (!generated) throw new Error(`No video in ${JSON.stringify(operation)}`);
      const downloadPath = join(folder, `${model.replace("/", "-")}.mp4`);
      await client.files.download({ file: generated, downloadPath });
      await vi.waitFor(async () => expect((await readFile(downloadPath)).equals(gateway.veo.video)).toBe(true));
    });

    it("reads the reason of a failure", async () => {
      const { looks } = gateway.veo;
      gateway.veo.looks = [{ done: true, error: { code: 3, message: "Not this.", status: "INVALID_ARGUMENT" } }];
      const started = await start({ model: "veo/m", source: { prompt: "A fox" } });
      const operation = await untilDone(started);
      gateway.veo.looks = looks;
      expect(operation.response).toBeUndefined();
      expect(operation.error).toMatchObject({
        message: expect.stringContaining("Not this."),
        code: expect.any(Number),
      });
    });

    it("reports errors", async (context) => {
      if (!generates) context.skip("3.x itself makes videos on Google's cloud alone");
      const call = client.models.generateVideos({
        model: "video-model-a",
        source: { prompt: "A fox" },
        config: { resolution: "1080p" },
      });
      const failure = await failureOf<Error & { status: number }>(call);
      expect(failure.status).toBe(400);
      expect(failure.message).toContain("must give a size of");
    });
  });

  describe.each(aiSdks)("ai $version", ({ generate, create }) => {
    /** Its own refuses addresses of this machine. */
    const download = async ({ url }: { url: URL }) => {
      const response = await fetch(url);
      return {
        data: new Uint8Array(await response.arrayBuffer()),
        mediaType: response.headers.get("content-type") ?? undefined,
      };
    };

    it.each(models)("generates with Google's provider: %s", async (model) => {
      const provider = create({ baseURL: `${gateway.url}/v1beta`, apiKey: ADMIN_KEY });
      const { videos } = await generate({
        model: provider.video(model),
        prompt: "A fox",
        aspectRatio: "16:9",
        duration: 8,
        download,
        providerOptions: { google: { pollIntervalMs: 20 } },
        poll: { intervalMs: 20 },
      });
      expect(videos).toHaveLength(1);
      expect(videos[0]?.mediaType).toBe("video/mp4");
      expect(Buffer.from(videos[0]?.uint8Array ?? []).equals(gateway.veo.video)).toBe(true);
    });
  });
});
