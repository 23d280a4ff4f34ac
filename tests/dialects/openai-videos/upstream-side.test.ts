import { describe, expect, it } from "vitest";
import { readTask } from "#lib/dialects/openai-videos/reply.ts";
import { listDroppedFields, writeRemix, writeRequest } from "#lib/dialects/openai-videos/write-request.ts";
import { errors } from "#lib/http/errors.ts";
import { videoJob } from "#tests/support/video-job.ts";

describe("a call written for /v1/videos", () => {
  it("has seconds as text, the size as one string, and unknown fields", () => {
    const call = { seconds: 8, size: { width: 1792, height: 1024 }, extra: { quality: "high" } };
    expect(writeRequest(videoJob({ call }))).toEqual({
      model: "film-1",
      prompt: "A lighthouse at dusk",
      seconds: "8",
      size: "1792x1024",
      quality: "high",
    });
  });

  it("omits fields that the client did not set", () => {
    expect(writeRequest(videoJob())).toEqual({ model: "film-1", prompt: "A lighthouse at dusk" });
  });

  it("of a remix has only the changes", () => {
    const call = { prompt: "By night", seconds: 8, remix: { of: "k", prompt: "A lighthouse" } };
    expect(writeRemix(videoJob({ call }))).toEqual({ prompt: "By night" });
  });

  it("reports unsupported fields by the client's names", () => {
    const image = { blob: "b", mediaType: "image/png", bytes: 1 };
    const call = {
      seed: 7,
      count: 2,
      negativePrompt: "rain",
      lastFrame: image,
      referenceImages: [{ image, kind: "asset" }],
      image,
      extra: {
        instance: { video: {} },
        parameters: { personGeneration: "allow_all", none: null },
        body: { labels: {} },
      },
    };
    const job = videoJob({ call, dialect: "google-operations" });
    expect(writeRequest(job)).toEqual({ model: "film-1", prompt: "A lighthouse at dusk" });
    expect(listDroppedFields(job.call, job.dialect)).toEqual([
      "parameters.sampleCount",
      "parameters.seed",
      "parameters.negativePrompt",
      "instances[].lastFrame",
      "instances[].referenceImages",
      "instances[].video",
      "parameters.personGeneration",
      "labels",
    ]);
  });
});

describe("the status of a task", () => {
  it.each([
    ["queued", { state: "queued" }],
    ["pending", { state: "queued" }],
    ["in_progress", { state: "in_progress" }],
    ["processing", { state: "in_progress" }],
    ["a word of tomorrow", { state: "in_progress" }],
    ["completed", { state: "completed", outputs: [{}] }],
    ["succeeded", { state: "completed", outputs: [{}] }],
  ])("that is %s", (status, progress) => {
    expect(readTask({ id: "v", status }, "studio")).toEqual(progress);
  });

  it.each([
    [40, 40],
    ["40%", 40],
    [0, 0],
    [140, undefined],
    [null, undefined],
  ])("reports progress %j", (progress, read) => {
    expect(readTask({ status: "in_progress", progress }, "studio")).toEqual({
      state: "in_progress",
      ...(read === undefined ? {} : { progress: read }),
    });
  });

  it.each([
    [{ code: "moderation_blocked", message: "Not this.", type: "image_generation_user_error" }, {}],
    ["Out of memory.", { code: "upstream_failed", message: "Out of memory." }],
    [
      null,
      { code: "upstream_failed", message: errors.upstreamTaskFailed({ provider: "studio", state: "failed" }).message },
    ],
  ])("gives the reason of a failure: %j", (error, read) => {
    expect(readTask({ status: "failed", error }, "studio")).toEqual({
      state: "failed",
      error: { ...(typeof error === "object" ? error : {}), ...read },
    });
  });

  it("is undefined without a status", () => {
    expect(readTask({ id: "v" }, "studio")).toBeUndefined();
  });
});
