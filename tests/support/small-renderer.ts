/** The sandbox's renderer of videos, but at another size: one of the full size takes a core for some ten seconds. */
import type { RenderVideo } from "#lib/sandbox/upstream.ts";

export function rendererOfSize(size: { width: number; height: number }): RenderVideo {
  return async (request, options) => {
    // Loaded for the first video, as the gateway does.
    const { renderVideo } = await import("#lib/sandbox/renderer/render-video.ts");
    await renderVideo({ ...request, ...size }, options);
  };
}
