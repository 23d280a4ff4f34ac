/** Whoever makes videos of an upstream's models, by the convention of its routes. */
import type { VideoDialectId, VideoSource } from "#lib/canonical/video-source.ts";
import type { Upstream } from "../upstream.ts";
import type { VideoUpstream } from "./exchange.ts";
import { createGoogleOperations } from "./google-operations.ts";
import { createOpenAiVideos } from "./openai-videos.ts";

const SOURCES: Record<VideoDialectId, (target: VideoUpstream) => VideoSource> = {
  "openai-videos": createOpenAiVideos,
  "google-operations": createGoogleOperations,
};

export function createVideoSource(dialect: VideoDialectId, target: VideoUpstream): VideoSource {
  return SOURCES[dialect](target);
}

/** Of the conventions that an upstream has video routes of, the client's own if it can be; undefined where it has none. */
export function videoDialectOf({ media }: Pick<Upstream, "media">, client: VideoDialectId): VideoDialectId | undefined {
  if (media.includes(client)) return client;
  return (Object.keys(SOURCES) as VideoDialectId[]).find((dialect) => media.includes(dialect));
}
