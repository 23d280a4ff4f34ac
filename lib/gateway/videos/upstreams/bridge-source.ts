/** The video models of a package of the AI SDK as a source: what their interface has no place for is named. */
import type { VideoSource } from "#lib/canonical/video-source.ts";
import { extraNames, namesOf } from "#lib/dialects/video-fields.ts";
import type { BridgeVideos } from "#lib/upstreams/ai-sdk/bridge-videos.ts";

export function createBridgeSource(videos: BridgeVideos): VideoSource {
  return {
    ...videos,
    dropped: (call, dialect) => [
      ...namesOf(["negativePrompt", "remix"], call, dialect),
      ...(call.count > videos.mostVideos(call.model) ? namesOf(["count"], call, dialect) : []),
      ...extraNames(call, dialect),
    ],
  };
}
