/** Errors of requests for video tasks and their contents. */
import { defineErrors } from "./define-errors.ts";
import { alternatives, code, count, sentence } from "./wording.ts";

const INVALID = { status: 400, code: "invalid_value" } as const;
/** A retry within the seconds that SDKs wait would fail in the same way (wire-formats §7.4). */
const FINAL = { "x-should-retry": "false" };

export const videoErrors = defineErrors({
  videoNotFound: {
    status: 404,
    code: "video_not_found",
    message: "Video not found. It may have expired, been deleted, or belong to another key.",
  },
  videoCursorNotFound: {
    ...INVALID,
    message: ({ param }: { param: string }) =>
      `${code(param)} must be the id of a video task of this key. Start again at the first page.`,
    sample: { param: "after" },
  },
  tooManyVideoTasks: {
    status: 429,
    headers: { "retry-after": "30" },
    message: ({ limit }: { limit: number }) =>
      `Too many videos in progress for this key (limit ${count(limit)}). Try again when some have ended.`,
    sample: { limit: 1_000 },
  },
  videoNotFinished: {
    status: 409,
    code: "video_not_completed",
    param: "video_id",
    headers: FINAL,
    message: ({ progress }: { /** In percent. */ progress: number }) =>
      `This video isn't finished yet (${progress} %). Download it when its \`status\` is "completed".`,
    sample: { progress: 40 },
  },
  videoFailed: {
    status: 409,
    code: "video_failed",
    param: "video_id",
    headers: FINAL,
    message: ({ reason }: { reason: string | undefined }) =>
      `This video's task failed${reason === undefined ? ". Create the video again." : `: ${sentence(reason)}`}`,
    sample: { reason: "The prompt was refused" },
  },
  remixOfUnfinished: {
    status: 409,
    code: "video_not_completed",
    param: "video_id",
    headers: FINAL,
    message: ({ failed }: { failed: boolean }) =>
      failed
        ? "This video's task failed, so it can't be remixed. Create a new video."
        : "This video isn't finished yet, so it can't be remixed. Wait until its `status` is \"completed\".",
    sample: { failed: false },
  },
  videoExpired: {
    status: 410,
    code: "video_expired",
    param: "video_id",
    message: ({ time }: { /** ISO 8601. */ time: string }) =>
      `This video expired at ${time} and was removed. Create it again.`,
    sample: { time: "2026-01-01T00:00:00.000Z" },
  },
  stillsExpired: {
    status: 410,
    code: "video_expired",
    message: "This video has expired, and its thumbnail and sprite sheet with it. Create it again.",
  },
  stillNotAvailable: {
    status: 404,
    code: "variant_not_available",
    param: "variant",
    message: ({ reason }: { reason: string }) => `This video has no still images: ${sentence(reason)}`,
    sample: { reason: "its codec is not supported" },
  },
  idempotencyKeyInvalid: {
    ...INVALID,
    param: "idempotency-key",
    message: "Header `idempotency-key` must have 1 to 255 printable ASCII characters without spaces.",
  },
  idempotencyKeyReused: {
    status: 409,
    code: "idempotency_key_reused",
    param: "idempotency-key",
    headers: FINAL,
    message: "This `idempotency-key` was used for another request within the last 24 hours. Use a new one.",
  },
  videoValueNotTaken: {
    ...INVALID,
    message: ({
      param,
      model,
      values,
      got,
    }: {
      param: string;
      model: string;
      values: readonly string[];
      got: string;
    }) =>
      `${code(param)} must be ${alternatives(values.map((value) => `"${value}"`))} for ${model}; got ${JSON.stringify(got)}.`,
    sample: { param: "seconds", model: "video-model-a", values: ["4", "8", "12"], got: "5" },
  },
  videoSizeNotTaken: {
    ...INVALID,
    message: ({
      param,
      model,
      sizes,
      got,
      size,
    }: {
      param: string;
      model: string;
      sizes: readonly string[];
      got: string;
      size: string;
    }) => `${code(param)} must give a size of ${alternatives(sizes)} for ${model}; ${got} gives ${size}.`,
    sample: {
      param: "parameters.aspectRatio",
      model: "video-model-a",
      sizes: ["1280x720", "720x1280"],
      got: "4:3",
      size: "960x720",
    },
  },
});
