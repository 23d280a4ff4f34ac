/** Operations: read, listed, cancelled and deleted (spec, Long-running operation; wire-formats §6.4). */
import { z } from "zod";
import type { OperationList } from "#lib/contract/google-operations/wire.ts";
import { queryNumber } from "#lib/contract/wire-schema.ts";
import { toOperationName } from "#lib/dialects/google-operations/reply.ts";
import { parseVideoId } from "#lib/dialects/openai-videos/reply.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import type { VideoTaskRecord } from "#lib/store/video-task.ts";
import { readTaskPage } from "./task-page.ts";
import type { VideoContext } from "./video-context.ts";
import { createTaskResponse, toOperation } from "./video-response.ts";

const PAGE = 50;
const LARGEST_PAGE = 100;

export const operationsQuery = z.object({
  pageSize: queryNumber(0, 1_000_000)
    .optional()
    .describe(`How many operations a page has: ${PAGE}, and at most ${LARGEST_PAGE}.`),
  pageToken: z.string().optional().describe("What the page before gave as `nextPageToken`."),
});

export type OperationsQuery = z.output<typeof operationsQuery>;

function findOperation({ services, owner, params }: VideoContext): Promise<VideoTaskRecord> {
  return services.videos.find(parseVideoId(params.operation_id ?? ""), owner);
}

export async function readOperation(context: VideoContext): Promise<EndpointResponse> {
  return createTaskResponse(context, await findOperation(context));
}

/** Cancels an operation; one that has ended does not change. */
export async function cancelOperation(context: VideoContext): Promise<EndpointResponse> {
  await context.services.videos.cancel(await findOperation(context));
  return createJsonResponse({});
}

export async function deleteOperation(context: VideoContext): Promise<EndpointResponse> {
  await context.services.videos.remove(await findOperation(context));
  return createJsonResponse({});
}

/** No `nextPageToken` on the last page: an empty one makes the pager loop (wire-formats §4.7). */
export async function listOperations(context: VideoContext<OperationsQuery>): Promise<EndpointResponse> {
  const { pageSize, pageToken } = context.query;
  const limit = Math.min(pageSize || PAGE, LARGEST_PAGE);
  const { tasks, hasMore } = await readTaskPage(
    context,
    { order: "desc", limit, model: context.params.model },
    { name: "pageToken", id: pageToken || undefined },
  );
  const last = tasks.at(-1);
  const list: OperationList = {
    operations: tasks.map((task) => toOperation(task, context.request)),
    ...(hasMore && last ? { nextPageToken: toOperationName(last.key) } : {}),
  };
  return createJsonResponse(list);
}
