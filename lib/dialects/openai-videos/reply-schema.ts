/** Video tasks and lists of them, for the OpenAPI document (spec, Video task; wire-formats §6.2). */
import { z } from "zod";

export const videoTask = z
  .looseObject({
    id: z.string().describe("`video_` and 32 characters of [0-9a-z]."),
    object: z.literal("video"),
    model: z.string(),
    status: z
      .enum(["pending", "queued", "in_progress", "completed", "failed"])
      .describe("`queued` in place of `pending` for the poll helpers of OpenAI's SDKs."),
    progress: z.int().min(0).max(100).describe("It never falls."),
    created_at: z.int().describe("Unix seconds."),
    completed_at: z.int().nullable().describe("Unix seconds."),
    expires_at: z.int().nullable().describe("Unix seconds: until when the video can be read."),
    prompt: z.string(),
    size: z.string().describe("<width>x<height>."),
    seconds: z.string().describe("How long it is."),
    remixed_from_video_id: z.string().nullable(),
    error: z.looseObject({ code: z.string(), message: z.string(), type: z.string() }).nullable(),
  })
  .meta({ id: "VideoTask" });

export const videoList = z
  .looseObject({
    object: z.literal("list"),
    data: z.array(videoTask),
    first_id: z.string().nullable(),
    last_id: z.string().nullable().describe("The `after` of the next page."),
    has_more: z.boolean(),
  })
  .meta({ id: "VideoList" });

export const videoDeleted = z
  .looseObject({ id: z.string(), object: z.literal("video.deleted"), deleted: z.literal(true) })
  .meta({ id: "VideoDeleted" });
