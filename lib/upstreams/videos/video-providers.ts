/** Video providers of all configured upstreams. */
import type { VideoDialectId, VideoProvider } from "#lib/canonical/video-provider.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { listExtraFields, listSetFields } from "#lib/dialects/video-fields.ts";
import type { Bridge } from "../ai-sdk/bridge.ts";
import type { BridgeVideos } from "../ai-sdk/bridge-videos.ts";
import type { Upstream } from "../upstream.ts";
import { createOperationProvider } from "./operation-provider.ts";
import { createTaskProvider } from "./task-provider.ts";
import type { VideoUpstream } from "./video-target.ts";

/** Video provider of an upstream. `dialect` is that of its video routes; a package of the AI SDK has none. */
export type UpstreamVideos = { provider: VideoProvider; dialect: VideoDialectId | undefined };

/** Size limit of one video in bytes: some minutes in the best quality on offer. */
const LARGEST_VIDEO = 2 * 1024 ** 3;

/**
 * Creates each provider when it is first asked for. An upstream whose settings change is replaced by another object.
 * @returns a function that finds a provider by its upstream's id; undefined when the upstream creates no videos
 */
export function createVideoProviders({
  upstreams,
  bridges,
}: {
  upstreams: ReadonlyMap<string, Upstream>;
  bridges: ReadonlyMap<string, Bridge>;
}): (upstreamId: string) => UpstreamVideos | undefined {
  const known = new WeakMap<Upstream | Bridge, UpstreamVideos>();

  return (upstreamId) => {
    const upstream = upstreams.get(upstreamId);
    const bridge = upstream ? undefined : bridges.get(upstreamId);
    const owner = upstream ?? bridge;
    if (!owner) return undefined;
    const found = known.get(owner) ?? (upstream ? createUpstreamVideos(upstream) : createBridgeVideosProvider(bridge));
    if (found) known.set(owner, found);
    return found;
  };
}

function createBridgeVideosProvider(bridge: Bridge | undefined): UpstreamVideos | undefined {
  return bridge?.videos && { provider: createBridgeProvider(bridge.videos), dialect: undefined };
}

/** Returns the provider of an upstream's own video routes. With two dialects configured, the first one counts. */
export function createUpstreamVideos(upstream: Upstream): UpstreamVideos | undefined {
  const dialect = upstream.media.find(isVideoDialect);
  return dialect && { provider: PROVIDERS[dialect](upstream), dialect };
}

const PROVIDERS: Record<VideoDialectId, (upstream: Upstream) => VideoProvider> = {
  "openai-videos": (upstream) => createTaskProvider(createTarget(upstream, "openai-chat")),
  "google-operations": (upstream) => createOperationProvider(createTarget(upstream, "google-generate")),
};

/** @param textDialect dialect whose error bodies the video routes share */
function createTarget(upstream: Upstream, textDialect: keyof typeof dialects): VideoUpstream {
  return { upstream, readError: dialects[textDialect].readError, largestBytes: LARGEST_VIDEO };
}

function isVideoDialect(id: string): id is VideoDialectId {
  return Object.hasOwn(PROVIDERS, id);
}

/**
 * Creates a provider from the video models of an AI SDK package. Fields that its interface cannot carry are dropped.
 */
function createBridgeProvider(videos: BridgeVideos): VideoProvider {
  return {
    ...videos,
    dropped: (call, dialect) => [
      ...listSetFields(["negativePrompt", "remix"], call, dialect),
      ...(call.count > videos.mostVideos(call.model) ? listSetFields(["count"], call, dialect) : []),
      ...listExtraFields(call, dialect),
    ],
  };
}
