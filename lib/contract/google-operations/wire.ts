/** The wire of `:predictLongRunning` and its operations (spec, Long-running operation; wire-formats §6.3, §6.4). */
import { z } from "zod";
import { fieldRules } from "../errors/field-rules.ts";

const LONGEST_PROMPT = 32_000;
/** Characters of base64 of 50 MB. */
const LONGEST_BASE64 = 70_000_000;

const mimeType = z.string().max(100).optional();

/** An image in one of the forms in which clients send it: exactly one. */
export const image = z
  .looseObject({
    bytesBase64Encoded: z.string().min(1).max(LONGEST_BASE64).optional().describe("The image in base64."),
    mimeType,
    inlineData: z.looseObject({ mimeType, data: z.string().min(1).max(LONGEST_BASE64) }).optional(),
    fileData: z.looseObject({ mimeType, fileUri: z.string().min(1).max(2_000) }).optional(),
    fileUri: z.string().min(1).max(2_000).optional(),
    gcsUri: z.string().min(1).max(2_000).optional(),
  })
  .refine(
    ({ bytesBase64Encoded, inlineData, fileData, fileUri, gcsUri }) =>
      [bytesBase64Encoded, inlineData, fileData, fileUri, gcsUri].filter((form) => form !== undefined).length === 1,
    { error: fieldRules.eitherOf(["bytesBase64Encoded", "inlineData", "fileData", "fileUri"]) },
  )
  .meta({ id: "VideoImage" });

const instance = z.looseObject({
  prompt: z.string().min(1, fieldRules.notEmpty).max(LONGEST_PROMPT).describe("What the video should show."),
  image: image.nullish().describe("The first frame."),
  lastFrame: image.nullish().describe("The last frame."),
  referenceImages: z
    .array(z.looseObject({ image, referenceType: z.string().max(64).optional().describe("`asset` or `style`.") }))
    .max(3)
    .nullish()
    .describe("What is to appear in it."),
});

const parameters = z.looseObject({
  sampleCount: z.int().min(1).max(4).nullish().describe("How many videos."),
  aspectRatio: z
    .string()
    .regex(/^\d{1,2}:\d{1,2}$/, fieldRules.ratio)
    .nullish(),
  durationSeconds: z.union([z.int().min(1).max(999), z.string().regex(/^[1-9]\d{0,2}$/, fieldRules.seconds)]).nullish(),
  resolution: z
    .string()
    .regex(/^(?:\d{3,4}p|[48]k|[1-9]\d{1,4}x[1-9]\d{1,4})$/i, fieldRules.resolution)
    .nullish(),
  negativePrompt: z.string().max(LONGEST_PROMPT).nullish().describe("What to leave out."),
  seed: z.int().min(0).max(4_294_967_295).nullish().describe("The same seed and prompt make the same video."),
});

/** `POST /v1beta/models/{model}:predictLongRunning`. */
export const predictRequest = z.looseObject({
  instances: z.array(instance).length(1, fieldRules.oneInstance),
  parameters: parameters.nullish(),
});

export type PredictRequest = z.infer<typeof predictRequest>;
export type PredictImage = z.infer<typeof image>;

/** Facts of a task that the gateway adds to the API's own fields; times are RFC 3339. */
export type OperationMetadata = {
  "@type": string;
  model: string;
  state: "PENDING" | "RUNNING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
  progressPercent: number;
  createTime: string;
  startTime?: string;
  endTime?: string;
  /** Until when the videos can be read. */
  expireTime?: string;
  /** The same task in `/v1/videos`. */
  videoId: string;
};

export type Operation = {
  /** `operations/` and 32 characters of [0-9a-z]. */
  name: string;
  done: boolean;
  metadata: OperationMetadata;
  response?: {
    "@type": string;
    /** URI of the first video. */
    videoUri: string;
    generateVideoResponse: { generatedSamples: { video: { uri: string } }[] };
  };
  error?: { code: number; message: string; status: string };
};

export type OperationList = { operations: Operation[]; nextPageToken?: string };
