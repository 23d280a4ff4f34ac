/** `GET /v1/videos`, `GET` and `DELETE /v1/videos/{id}` (spec, Video task; wire-formats §6.1). */
import { z } from "zod";
import type { VideoList } from "#lib/contract/openai-videos/wire.ts";
import { queryNumber } from "#lib/contract/wire-schema.ts";
import { parseVideoId, toVideoId } from "#lib/dialects/openai-videos/reply.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import type { VideoTaskRecord } from "#lib/store/video-task.ts";
import { readTaskPage } from "./task-page.ts";
import type { VideoContext } from "./video-context.ts";
import { createTaskResponse, toVideoTask } from "./video-response.ts";

export const videosQuery = z.object({
  limit: queryNumber(0, 100).default(20).describe("How many tasks a page has."),
  after: z.string().optional().describe("The id of the task behind which the page begins."),
  order: z.enum(["asc", "desc"]).default("desc").describe("Oldest or newest first."),
});

export type VideosQuery = z.output<typeof videosQuery>;

export function findVideo({ services, owner, params }: VideoContext): Promise<VideoTaskRecord> {
  return services.videos.find(parseVideoId(params.video_id ?? ""), owner);
}

export async function readVideo(context: VideoContext): Promise<EndpointResponse> {
  return createTaskResponse(context, await findVideo(context));
}

export async function deleteVideo(context: VideoContext): Promise<EndpointResponse> {
  const task = await findVideo(context);
  await context.services.videos.remove(task);
  return createJsonResponse({ id: toVideoId(task.key), object: "video.deleted", deleted: true });
}

export async function listVideos(context: VideoContext<VideosQuery>): Promise<EndpointResponse> {
  const { limit, after, order } = context.query;
  const { tasks, hasMore } = await readTaskPage(context, { order, limit }, { name: "after", id: after });
  const data = tasks.map((task) => toVideoTask(task, context.request));
  const list: VideoList = {
    object: "list",
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: hasMore,
  };
  return createJsonResponse(list);
}
