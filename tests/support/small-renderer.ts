/** The sandbox's renderer of videos, but at another size: one of the full size takes a core for some ten seconds. */
import { renderVideo } from "#lib/sandbox/renderer/render-video.ts";
import type { RenderVideo } from "#lib/sandbox/upstream.ts";

export function rendererOfSize(size: { width: number; height: number }): RenderVideo {
  return (request, options) => renderVideo({ ...request, ...size }, options);
}
