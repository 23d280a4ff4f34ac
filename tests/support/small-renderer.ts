/** The sandbox's renderer of videos, but at another size: one of the full size takes a core for some ten seconds. */
import { sandboxRenderer, type VideoRenderer } from "#lib/gateway/endpoints/videos/work.ts";

export function rendererOfSize(size: { width: number; height: number }): VideoRenderer {
  return {
    ...sandboxRenderer,
    render: (request, options) => sandboxRenderer.render({ ...request, ...size }, options),
  };
}
