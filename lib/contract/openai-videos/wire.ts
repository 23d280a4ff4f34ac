/**
 * The wire of `/v1/videos` (spec, Video task; wire-formats §6.1, §6.2). Requests are loose: upstreams know more fields.
 */
import { z } from "zod";
import { fieldRules } from "../errors/field-rules.ts";

/** The highest limit of any model. */
const LONGEST_PROMPT = 32_000;
/** Characters of a data URL of 50 MB. */
const LONGEST_DATA_URL = 70_000_000;

const prompt = z
  .string()
  .min(1, fieldRules.notEmpty)
  .max(LONGEST_PROMPT)
  .describe("What the video should show, or what should change.");

/** Exactly one of the two; a form has `input_reference[image_url]` and `input_reference[file_id]` for them. */
const inputReference = z
  .looseObject({
    image_url: z.string().min(1).max(LONGEST_DATA_URL).optional().describe("A data URL."),
    file_id: z.string().min(1).max(200).optional().describe("Of a file uploaded to /v1/files."),
  })
  .refine(({ image_url: url, file_id: id }) => (url === undefined) !== (id === undefined), {
    error: fieldRules.eitherOf(["image_url", "file_id"]),
  });

/** The fields of `POST /v1/videos` that are no files. */
export const videoFields = z.looseObject({
  prompt,
  model: z.string().min(1).nullish().describe("video-model-a, an alias, or <provider>/<model>."),
  seconds: z
    .union([z.string().regex(/^[1-9]\d{0,2}$/, fieldRules.secondsAsText), z.int().min(1)])
    .nullish()
    .describe("Text. Which values there are depends on the model."),
  size: z
    .string()
    .regex(/^[1-9]\d{1,4}x[1-9]\d{1,4}$/, fieldRules.size)
    .nullish()
    .describe("Which sizes there are depends on the model."),
});

/** `POST /v1/videos` as JSON. */
export const videoRequest = videoFields.extend({
  input_reference: inputReference.nullish().describe("The first frame: an image of the video's size."),
});

/** `POST /v1/videos/{id}/remix`. */
export const remixRequest = z.looseObject({ prompt });

export type VideoFields = z.infer<typeof videoFields>;

/** The specification's states, and `queued`, which takes the place of `pending` for an SDK's own poll helper. */
export type VideoStatus = "pending" | "queued" | "in_progress" | "completed" | "failed";

/** A video task; every field is there at all times. Times are Unix seconds. */
export type VideoTask = {
  /** `video_` and 32 characters of [0-9a-z]. */
  id: string;
  object: "video";
  model: string;
  status: VideoStatus;
  /** 0 to 100. */
  progress: number;
  created_at: number;
  completed_at: number | null;
  expires_at: number | null;
  prompt: string;
  size: string;
  seconds: string;
  remixed_from_video_id: string | null;
  error: { code: string; message: string; type: string } | null;
};

export type VideoList = {
  object: "list";
  data: VideoTask[];
  first_id: string | null;
  last_id: string | null;
  has_more: boolean;
};
