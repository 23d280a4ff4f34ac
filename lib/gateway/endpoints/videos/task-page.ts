/** Page of a key's tasks, for the lists of both dialects. */
import { parseVideoId } from "#lib/dialects/openai-videos/reply.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { VideoTaskQuery, VideoTaskRecord } from "#lib/store/video-task.ts";
import type { VideoContext } from "./video-context.ts";

/**
 * @param cursor task before the page, and the parameter that names it
 * @throws GatewayError 400 when the task no longer exists
 */
export async function readTaskPage(
  { services, owner }: VideoContext,
  query: Pick<VideoTaskQuery, "order" | "limit" | "model">,
  { name, id }: { name: string; id: string | undefined },
): Promise<{ tasks: VideoTaskRecord[]; hasMore: boolean }> {
  const after =
    id === undefined
      ? undefined
      : await services.videos.find(parseVideoId(id), owner).catch((error: unknown) => {
          if (!GatewayError.isInstance(error) || error.status !== 404) throw error;
          throw errors.videoCursorNotFound({ param: name });
        });
  const found = await services.videos.list({ ...query, after, limit: query.limit + 1 }, owner);
  return { tasks: found.slice(0, query.limit), hasMore: found.length > query.limit };
}
