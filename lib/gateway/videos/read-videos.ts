/** `GET /v1/videos`, `GET` and `DELETE /v1/videos/{id}` (spec, Video task; wire-formats §6.1). */
import { z } from "zod";
import { parseVideoId, toVideoId } from "#lib/dialects/openai-videos/result.ts";
import type { VideoList } from "#lib/dialects/openai-videos/wire.ts";
import type { ExchangeResponse } from "#lib/http/exchange.ts";
import { validate } from "#lib/http/validate.ts";
import { queryNumber } from "#lib/http/wire-schema.ts";
import type { VideoTaskRecord } from "#lib/store/video-task.ts";
import { jsonResponse } from "../files-context.ts";
import { readTaskPage } from "./task-page.ts";
import { queryOf, type VideoContext } from "./video-context.ts";
import { taskResponse, toVideoTask } from "./video-response.ts";

export const videosQuery = z.object({
  limit: queryNumber(0, 100).default(20).describe("How many tasks a page has."),
  after: z.string().optional().describe("The id of the task behind which the page begins."),
  order: z.enum(["asc", "desc"]).default("desc").describe("Oldest or newest first."),
});

export function findVideo({ runtime, owner, parameters }: VideoContext): Promise<VideoTaskRecord> {
  return runtime.videos.find(parseVideoId(parameters.video_id ?? ""), owner);
}

export async function readVideo(context: VideoContext): Promise<ExchangeResponse> {
  return taskResponse(context, await findVideo(context));
}

export async function deleteVideo(context: VideoContext): Promise<ExchangeResponse> {
  const task = await findVideo(context);
  await context.runtime.videos.remove(task);
  return jsonResponse({ id: toVideoId(task.key), object: "video.deleted", deleted: true });
}

export async function listVideos(context: VideoContext): Promise<ExchangeResponse> {
  const { limit, after, order } = validate(videosQuery, queryOf(context));
  const { tasks, hasMore } = await readTaskPage(context, { order, limit }, { name: "after", id: after });
  const data = tasks.map((task) => toVideoTask(task, context.exchange));
  const list: VideoList = {
    object: "list",
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: hasMore,
  };
  return jsonResponse(list, { "cache-control": "no-store" });
}
