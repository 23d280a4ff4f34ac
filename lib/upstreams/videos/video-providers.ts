/** Video providers of all configured upstreams. */
import type { BuiltInUpstream } from "#lib/canonical/built-in-upstream.ts";
import type { LocalVideoProvider, VideoDialectId, VideoProvider } from "#lib/canonical/video-provider.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { listExtraFields, listSetFields } from "#lib/dialects/video-fields.ts";
import type { Bridge } from "../ai-sdk/bridge.ts";
import type { BridgeVideos } from "../ai-sdk/bridge-videos.ts";
import type { Upstream } from "../upstream.ts";
import { createOperationProvider } from "./operation-provider.ts";
import { createTaskProvider } from "./task-provider.ts";
import type { VideoUpstream } from "./video-target.ts";

/** Video provider of an upstream. `dialect` is that of its video routes; a package of the AI SDK has none. */
export type RemoteVideos = { provider: VideoProvider; dialect: VideoDialectId | undefined };
/** Video provider that renders in this process. */
export type LocalVideos = { provider: LocalVideoProvider };
export type UpstreamVideos = RemoteVideos | LocalVideos;

/**
 * Finds a provider by its upstream's id; undefined when the upstream creates no videos.
 * @param options.withoutRetries true while another target of a route is left
 */
export type FindVideos = (upstreamId: string, options?: { withoutRetries?: boolean }) => UpstreamVideos | undefined;

export function isLocal(videos: UpstreamVideos): videos is LocalVideos {
  return "render" in videos.provider;
}

/** Size limit of one video in bytes: some minutes in the best quality on offer. */
const LARGEST_VIDEO = 2 * 1024 ** 3;

/**
 * Creates each provider when it is first asked for. An upstream whose settings change is replaced by another object.
 */
export function createVideoProviders({
  builtIns,
  upstreams,
  bridges,
}: {
  builtIns: ReadonlyMap<string, BuiltInUpstream>;
  upstreams: ReadonlyMap<string, Upstream>;
  bridges: ReadonlyMap<string, Bridge>;
}): FindVideos {
  const known = new WeakMap<BuiltInUpstream | Upstream | Bridge, UpstreamVideos>();

  return (upstreamId, { withoutRetries = false } = {}) => {
    const builtIn = builtIns.get(upstreamId);
    if (builtIn) return remember(builtIn, createLocalVideos);
    const upstream = upstreams.get(upstreamId);
    if (upstream && withoutRetries) {
      return createUpstreamVideos({ ...upstream, retries: { attempts: 0, maxDelayMs: 0 } });
    }
    if (upstream) return remember(upstream, createUpstreamVideos);
    const bridge = bridges.get(upstreamId);
    return bridge && remember(bridge, createBridgeVideosProvider);
  };

  function remember<Owner extends BuiltInUpstream | Upstream | Bridge>(
    owner: Owner,
    create: (owner: Owner) => UpstreamVideos | undefined,
  ): UpstreamVideos | undefined {
    const found = known.get(owner) ?? create(owner);
    if (found) known.set(owner, found);
    return found;
  }
}

function createLocalVideos({ videos }: BuiltInUpstream): LocalVideos {
  const dropped: LocalVideoProvider["dropped"] = (call, dialect) => [
    ...listSetFields(["referenceImages"], call, dialect),
    ...listExtraFields(call, dialect),
  ];
  return { provider: { ...videos, dropped } };
}

function createBridgeVideosProvider({ videos }: Bridge): RemoteVideos | undefined {
  return videos && { provider: createBridgeProvider(videos), dialect: undefined };
}

/** Returns the provider of an upstream's own video routes. With two dialects configured, the first one counts. */
export function createUpstreamVideos(upstream: Upstream): RemoteVideos | undefined {
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
