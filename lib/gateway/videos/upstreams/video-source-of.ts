/** Whoever makes the videos of an upstream's models, by the convention of its routes. */
import type { VideoDialectId, VideoSource } from "#lib/canonical/video-source.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import type { VideoUpstream } from "#lib/upstreams/videos/video-target.ts";
import { dialects } from "../../dialects.ts";
import { createOperationSource } from "./operation-source.ts";
import { createVideoTaskSource } from "./video-task-source.ts";

/** In bytes; some minutes in the best quality that there is. */
const LARGEST_VIDEO = 2 * 1024 ** 3;

/** Undefined for an upstream without video routes; of one that has both, those that its entry names first. */
export function videoSourceOf(upstream: Upstream): VideoSource | undefined {
  const dialect = videoDialectOf(upstream);
  return dialect && SOURCES[dialect](upstream);
}

/** The convention in which that source speaks to its upstream. */
export function videoDialectOf({ media }: Pick<Upstream, "media">): VideoDialectId | undefined {
  return media.find(isVideoDialect);
}

const SOURCES: Record<VideoDialectId, (upstream: Upstream) => VideoSource> = {
  "openai-videos": (upstream) => createVideoTaskSource(targetOf(upstream, "openai-chat")),
  "google-operations": (upstream) => createOperationSource(targetOf(upstream, "google-generate")),
};

/** Refusals are written as on the text routes beside these. */
function targetOf(upstream: Upstream, textDialect: keyof typeof dialects): VideoUpstream {
  return { upstream, readError: dialects[textDialect].readError, largestBytes: LARGEST_VIDEO };
}

function isVideoDialect(id: string): id is VideoDialectId {
  return Object.hasOwn(SOURCES, id);
}
