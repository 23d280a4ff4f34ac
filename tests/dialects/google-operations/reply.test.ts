import { describe, expect, it } from "vitest";
import { readOperation } from "#lib/dialects/google-operations/reply.ts";

const read = (operation: Record<string, unknown>) =>
  readOperation({ name: "models/m/operations/o", ...operation }, "veo");
const done = (response: unknown) => read({ done: true, response });

describe("a running operation", () => {
  it.each([
    [{}, {}],
    [{ done: false, metadata: { state: "RUNNING" } }, {}],
    [{ metadata: { progressPercent: 40 } }, { progress: 40 }],
    [{ metadata: { progressPercentage: "55%" } }, { progress: 55 }],
    [{ metadata: { progressPercent: 400 } }, {}],
  ])("%j", (operation, progress) => {
    expect(read(operation)).toEqual({ state: "in_progress", ...progress });
  });
});

describe("the videos of a finished operation", () => {
  const uri = "https://host/v1beta/files/a:download?alt=media";
  it.each<[string, unknown, unknown]>([
    ["Gemini's", { generateVideoResponse: { generatedSamples: [{ video: { uri } }] } }, [{ uri }]],
    ["the specification's", { videoUri: uri }, [{ uri }]],
    [
      "the SDK's",
      { generatedVideos: [{ video: { videoBytes: "AAAA", mimeType: "video/mp4" } }] },
      [{ base64: "AAAA", mediaType: "video/mp4" }],
    ],
    [
      "Vertex's, with bytes",
      { videos: [{ bytesBase64Encoded: "AAAA", mimeType: "video/mp4" }] },
      [{ base64: "AAAA", mediaType: "video/mp4" }],
    ],
    [
      "within the reply",
      { generateVideoResponse: { generatedSamples: [{ video: { encodedVideo: "AAAA", encoding: "video/mp4" } }] } },
      [{ base64: "AAAA", mediaType: "video/mp4" }],
    ],
    [
      "several, of which the rules on content held one back",
      {
        generateVideoResponse: {
          generatedSamples: [{ video: { uri } }, {}, { video: { uri: `${uri}2` } }],
          raiMediaFilteredCount: 1,
        },
      },
      [{ uri }, { uri: `${uri}2` }],
    ],
  ])("in %s form", (_name, response, outputs) => {
    expect(done(response)).toEqual({ state: "completed", outputs });
  });
});

describe("a failed operation", () => {
  it.each<[string, Record<string, unknown>, { code: string; message: string }]>([
    [
      "with the whole error",
      { error: { code: 3, message: "Bad prompt.", status: "INVALID_ARGUMENT" } },
      { code: "invalid_argument", message: "Bad prompt." },
    ],
    [
      "with a number for its code",
      { error: { code: 8, message: "Quota." } },
      { code: "resource_exhausted", message: "Quota." },
    ],
    ["with an error that is a number", { error: 13, message: "Broken." }, { code: "internal", message: "Broken." }],
    ["with an error that is a text", { error: "Broken." }, { code: "upstream_failed", message: "Broken." }],
    [
      "without a reason",
      { error: {} },
      {
        code: "upstream_failed",
        message: 'Provider "veo" failed the operation and gave no reason. Create the video again.',
      },
    ],
  ])("%s", (_name, operation, error) => {
    expect(read({ done: true, ...operation })).toEqual({ state: "failed", error });
  });

  it.each<[string, unknown, { code: string; message: string }]>([
    [
      "for the rules on content",
      { generateVideoResponse: { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ["A face.", "A name."] } },
      { code: "content_filtered", message: "A face. A name." },
    ],
    [
      "for them as Vertex says it",
      { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ["A face."] },
      { code: "content_filtered", message: "A face." },
    ],
    [
      "for them without a word",
      { generateVideoResponse: { raiMediaFilteredCount: 2 } },
      {
        code: "content_filtered",
        message:
          'Provider "veo" withheld the video because of its content rules and gave no reason. Change the prompt.',
      },
    ],
    [
      "done without a video",
      {},
      { code: "no_video", message: 'Provider "veo" finished its operation without a video. Create the video again.' },
    ],
    [
      "done without a response",
      undefined,
      { code: "no_video", message: 'Provider "veo" finished its operation without a video. Create the video again.' },
    ],
  ])("%s", (_name, response, error) => {
    const type = error.code === "content_filtered" ? { type: "invalid_request_error" } : {};
    expect(done(response)).toEqual({ state: "failed", error: { ...error, ...type } });
  });
});
