/** Finds the upstream that creates the videos of a model, and the model's rules. */
import { findVideoModelRules, VIDEO_MODELS, type VideoModelRules } from "#lib/contract/openai-videos/model-rules.ts";
import { admitModels } from "#lib/gateway/routing/admit-models.ts";
import { recordTarget } from "#lib/gateway/routing/record-target.ts";
import {
  getNameForRules,
  getUpstreamId,
  type ResolvedModel,
  resolveModel,
} from "#lib/gateway/routing/resolve-model.ts";
import { errors } from "#lib/http/errors.ts";
import type { VideoContext } from "./video-context.ts";

export type VideoMaker = {
  upstream: string;
  /** Upstream's name of the model. */
  model: string;
  /** Rules of the model; none for an upstream's own model. */
  rules: VideoModelRules | undefined;
};

/**
 * @throws GatewayError 404 for an unknown model, 400 for one that creates no videos or cannot be named to its upstream
 */
export async function findVideoMaker(name: string, { services, log }: VideoContext): Promise<VideoMaker> {
  log.model = name;
  const resolved = resolveModel(name, services);
  recordTarget(log, resolved, services);
  await admitModels({ log, services }, { name, resolved: [resolved], maxTokens: 0 });
  const upstream = getUpstreamId(resolved);
  const { model } = resolved;
  const alternatives = createsVideos(resolved, services);
  if (alternatives) {
    services.videos.findVideos(upstream)?.provider.checkModel?.(model);
    return { upstream, model, rules: findVideoModelRules(getNameForRules(resolved, name)) };
  }
  throw errors.modelMakesNoVideos({ model: `${upstream}/${model}`, models: Object.keys(VIDEO_MODELS) });
}

function createsVideos(resolved: ResolvedModel, { videos }: VideoContext["services"]): boolean {
  if (resolved.kind === "sandbox") return findVideoModelRules(resolved.model) !== undefined;
  // A package's video models are configured, because packages create them by another function.
  if (resolved.kind === "bridge") return resolved.bridge.videos?.models.includes(resolved.model) ?? false;
  return videos.findVideos(resolved.upstream.id) !== undefined;
}
