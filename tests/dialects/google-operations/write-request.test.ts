import { describe, expect, it } from "vitest";
import type { VideoCall } from "#lib/canonical/video-call.ts";
import { listDroppedFields, writeRequest } from "#lib/dialects/google-operations/write-request.ts";
import { videoJob } from "#tests/support/video-job.ts";

const photo = { blob: "b1", mediaType: "image/png", bytes: 3 };
const images = { b1: Buffer.from("one"), b2: Buffer.from("two") };

describe("a call written for :predictLongRunning", () => {
  it("has the fields of a /v1/videos client", async () => {
    const call = { seconds: 8, size: { width: 1280, height: 720 }, image: photo };
    expect(await writeRequest(videoJob({ call, images }))).toEqual({
      instances: [{ prompt: "A lighthouse at dusk", image: { bytesBase64Encoded: "b25l", mimeType: "image/png" } }],
      parameters: { sampleCount: 1, aspectRatio: "16:9", durationSeconds: 8 },
    });
  });

  it("has all fields of this API's own client, including unknown ones", async () => {
    const second = { ...photo, blob: "b2", mediaType: "image/jpeg" };
    const call: Partial<VideoCall> = {
      seconds: 5,
      size: { width: 1080, height: 1920 },
      count: 3,
      seed: 7,
      negativePrompt: "rain",
      lastFrame: second,
      referenceImages: [{ image: photo, kind: "style" }],
      extra: {
        instance: { video: { uri: "https://files/v" } },
        parameters: { personGeneration: "allow_all" },
        body: { labels: { a: "b" }, webhookConfig: { uri: "https://hook" } },
      },
    };
    const job = videoJob({ call, images, dialect: "google-operations" });
    expect(await writeRequest(job)).toEqual({
      labels: { a: "b" },
      instances: [
        {
          prompt: "A lighthouse at dusk",
          video: { uri: "https://files/v" },
          lastFrame: { bytesBase64Encoded: "dHdv", mimeType: "image/jpeg" },
          referenceImages: [{ image: { bytesBase64Encoded: "b25l", mimeType: "image/png" }, referenceType: "style" }],
        },
      ],
      parameters: {
        personGeneration: "allow_all",
        sampleCount: 3,
        aspectRatio: "9:16",
        resolution: "1080p",
        durationSeconds: 5,
        seed: 7,
        negativePrompt: "rain",
      },
    });
    expect(listDroppedFields(job.call, job.dialect)).toEqual(["webhookConfig"]);
  });

  it("omits fields that the client did not set", async () => {
    expect(await writeRequest(videoJob())).toMatchObject({ parameters: { sampleCount: 1 } });
    expect(Object.keys((await writeRequest(videoJob())).parameters as object)).toEqual(["sampleCount"]);
  });

  it("writes a remix as a new prompt, and reports it", async () => {
    const job = videoJob({ call: { prompt: "By night", remix: { of: "k", prompt: "A lighthouse" } } });
    expect(await writeRequest(job)).toMatchObject({ instances: [{ prompt: "A lighthouse\n\nBy night" }] });
    expect(listDroppedFields(job.call, job.dialect)).toEqual(["remix"]);
  });

  it.each([
    ["1280x720", "16:9", undefined, []],
    ["720x1280", "9:16", undefined, []],
    ["1920x1080", "16:9", "1080p", []],
    ["2160x3840", "9:16", "4k", []],
    ["854x480", "16:9", "480p", []],
    ["720x720", "1:1", undefined, []],
    ["1792x1024", "16:9", undefined, ["size"]],
    ["1024x1792", "9:16", undefined, ["size"]],
  ])(
    "writes the size %s as %s and %s, and reports it where that differs",
    async (size, aspectRatio, resolution, dropped) => {
      const [width = 0, height = 0] = size.split("x").map(Number);
      const call = videoJob({ call: { size: { width, height } } }).call;
      const { parameters } = await writeRequest(videoJob({ call }));
      expect(parameters).toEqual({ sampleCount: 1, aspectRatio, ...(resolution ? { resolution } : {}) });
      expect(listDroppedFields(call, "openai-videos")).toEqual(dropped);
    },
  );

  it("reports fields that only the other API's upstreams know", () => {
    const { call } = videoJob({ call: { extra: { quality: "high", user: null } } });
    expect(listDroppedFields(call, "openai-videos")).toEqual(["quality"]);
  });
});
