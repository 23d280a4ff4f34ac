/** VideoContext: input of a handler of the video endpoints. */
import type { VideoDialectId } from "#lib/canonical/video-provider.ts";
import { getOwner, type RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { saveAll } from "#lib/media/save-all.ts";
import type { FileOwner } from "#lib/media/uploaded-file.ts";
import type { VideoService } from "./video-service.ts";

export type VideoServices = Services & { videos: VideoService };

export type VideoContext<Query = unknown> = RequestContext<VideoServices, Query> & {
  owner: FileOwner;
  dialect: VideoDialectId;
};

/**
 * Creates a handler for the owner of a key, in one of the two dialects. Input images of a failed request are removed.
 */
export function createVideoHandler<Query>(
  dialect: VideoDialectId,
  handle: (context: VideoContext<Query>) => EndpointResponse | Promise<EndpointResponse>,
) {
  return (context: RequestContext<VideoServices, Query>) =>
    saveAll(context.services.assets, async (assets) =>
      handle({ ...context, services: { ...context.services, assets }, owner: getOwner(context.principal), dialect }),
    );
}
