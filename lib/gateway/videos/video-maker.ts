/** Which upstream makes the videos of a model, and what the model takes. */
import { findVideoModelRules, VIDEO_MODELS, type VideoModelRules } from "#lib/dialects/openai-videos/model-rules.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { type ResolvedModel, resolveModel, upstreamIdOf } from "../resolve-model.ts";
import type { VideoContext } from "./video-context.ts";

export type VideoMaker = {
  upstream: string;
  /** Its own name of the model. */
  model: string;
  /** None for an upstream's own model. */
  rules: VideoModelRules | undefined;
};

/** @throws GatewayError 404 for a model that does not exist, 400 for one that makes no videos */
export function videoMakerOf(name: string, { runtime, record }: VideoContext): VideoMaker {
  record.model = name;
  const resolved = resolveModel(name, runtime);
  const upstream = upstreamIdOf(resolved);
  record.upstream = upstream;
  const { model } = resolved;
  const able = makesVideos(resolved, runtime);
  if (able) return { upstream, model, rules: findVideoModelRules(name) };
  throw new GatewayError({
    status: 400,
    message: `"${upstream}/${model}" makes no videos here: use ${Object.keys(VIDEO_MODELS).join(", ")}, or a model of an upstream whose entry names "openai-videos" or "google-operations" among its dialects, or the model among its videoModels.`,
    param: "model",
    code: "model_not_supported",
  });
}

function makesVideos(resolved: ResolvedModel, { videos }: VideoContext["runtime"]): boolean {
  if (resolved.kind === "sandbox") return findVideoModelRules(resolved.model) !== undefined;
  // Of a package it must be said: it asks for a video model otherwise than for one of text.
  if (resolved.kind === "bridge") return resolved.bridge.videos?.models.includes(resolved.model) ?? false;
  return videos.sourceOf(resolved.upstream.id) !== undefined;
}
