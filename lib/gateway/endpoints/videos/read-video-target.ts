/** Reads the request for a video as one model would get it, and what that model would lose of it. */
import type { VideoCall } from "#lib/canonical/video-call.ts";
import type { OnLoss, RouteSettings } from "#lib/config/model-routes.ts";
import { findVideoModelRules, VIDEO_MODELS, type VideoModelRules } from "#lib/contract/openai-videos/model-rules.ts";
import { listRefusedLosses } from "#lib/gateway/routing/request-steering.ts";
import { getNameForRules, getUpstreamId, type ResolvedModel } from "#lib/gateway/routing/resolve-model.ts";
import { errors } from "#lib/http/errors.ts";
import type { VideoTarget } from "./task-plan.ts";
import type { VideoContext } from "./video-context.ts";

/** Reads the call of a request by the rules of a model; undefined: an upstream's own model has none. */
export type ReadVideoCall = (rules: VideoModelRules | undefined) => Omit<VideoCall, "model">;

export type TargetReader = {
  /** @throws GatewayError 400 for a model that creates no videos, or whose rules the request breaks */
  read(resolved: ResolvedModel, target?: string): VideoTarget;
  findRules(resolved: ResolvedModel): VideoModelRules | undefined;
  /** Returns the names of the fields that a model would not get. @throws GatewayError as `read` */
  listLosses(resolved: ResolvedModel): string[];
  /** @throws GatewayError 400 for fields that may not be lost, and as `read` */
  requireNoLoss(resolved: ResolvedModel): void;
};

/** @param name model as the client named it; on a route, each target's own name counts for its rules */
export function createTargetReader(
  { services, dialect }: Pick<VideoContext, "services" | "dialect">,
  {
    name,
    route,
    onLoss,
    readCall,
  }: {
    name: string;
    route: RouteSettings | undefined;
    onLoss: OnLoss | undefined;
    readCall: ReadVideoCall;
  },
): TargetReader {
  const findRules = (resolved: ResolvedModel) =>
    findVideoModelRules(getNameForRules(resolved, route ? `${getUpstreamId(resolved)}/${resolved.model}` : name));
  const read = (resolved: ResolvedModel, target = name): VideoTarget => {
    const { model } = resolved;
    const upstream = getUpstreamId(resolved);
    if (!createsVideos(resolved, services)) {
      throw errors.modelMakesNoVideos({ model: `${upstream}/${model}`, models: Object.keys(VIDEO_MODELS) });
    }
    services.videos.findVideos(upstream)?.provider.checkModel?.(model);
    return { target, upstream, call: { ...readCall(findRules(resolved)), model } };
  };
  const listLosses = (resolved: ResolvedModel): string[] => {
    const { upstream, call } = read(resolved);
    return services.videos.findVideos(upstream)?.provider.dropped(call, dialect) ?? [];
  };
  const requireNoLoss = (resolved: ResolvedModel): void => {
    const fields = listRefusedLosses(onLoss, listLosses(resolved));
    const model = `${getUpstreamId(resolved)}/${resolved.model}`;
    if (fields.length > 0) throw errors.fieldsWouldBeDropped({ model, fields });
  };
  return { read, findRules, listLosses, requireNoLoss };
}

function createsVideos(resolved: ResolvedModel, { videos }: VideoContext["services"]): boolean {
  if (resolved.kind === "sandbox") return findVideoModelRules(resolved.model) !== undefined;
  // A package's video models are configured, because packages create them by another function.
  if (resolved.kind === "bridge") return resolved.bridge.videos?.models.includes(resolved.model) ?? false;
  return videos.findVideos(resolved.upstream.id) !== undefined;
}
