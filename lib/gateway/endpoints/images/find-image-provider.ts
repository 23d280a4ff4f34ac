/** Finds what makes the images of a model, and the fields of a request that it ignores. */
import type { ImageProvider } from "#lib/canonical/image-call.ts";
import { findImageModelRules, IMAGE_MODELS } from "#lib/contract/openai-images/model-rules.ts";
import type { ImageFields } from "#lib/contract/openai-images/wire.ts";
import type { Lane } from "#lib/gateway/request/log-entry.ts";
import { getUpstreamId, type ResolvedModel } from "#lib/gateway/routing/resolve-model.ts";
import { errors } from "#lib/http/errors.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import { type GenerateContext, generateContentImages } from "./generate-content-images.ts";
import { imagesDialect } from "./relay-images.ts";

/** `supports`: fields that the provider itself applies, beside those of every provider. */
type FoundProvider = { provide: ImageProvider; supports: readonly string[]; lane: Lane };

/** Returns the upstream that gets image requests unchanged; undefined for a model whose images the gateway writes. */
export function findImageRelay(resolved: ResolvedModel): Upstream | undefined {
  if (resolved.kind !== "upstream") return undefined;
  return resolved.upstream.media.includes(imagesDialect.id) ? resolved.upstream : undefined;
}

/** @throws GatewayError 400 for a model that creates no images */
export function requireImageModel(resolved: ResolvedModel): void {
  if (resolved.kind === "sandbox" && findImageModelRules(resolved.model)) return;
  if (findImageRelay(resolved) || speaksGenerateContent(resolved)) return;
  throw errors.modelMakesNoImages({
    model: `${getUpstreamId(resolved)}/${resolved.model}`,
    models: Object.keys(IMAGE_MODELS),
  });
}

/** @throws GatewayError 400 for a model that creates no images */
export function findImageProvider(resolved: ResolvedModel, context: GenerateContext): FoundProvider {
  requireImageModel(resolved);
  if (resolved.kind === "sandbox") return { ...resolved.builtIn.images, lane: "sandbox" };
  const { upstream } = resolved as Extract<ResolvedModel, { kind: "upstream" }>;
  return { provide: generateContentImages(upstream, context), supports: [], lane: "translate" };
}

/** Returns the names of the fields that a model would not get. */
export function listImageLosses(wire: ImageFields, resolved: ResolvedModel): string[] {
  if (findImageRelay(resolved)) return [];
  return listDroppedFields(wire, resolved.kind === "sandbox" ? resolved.builtIn.images.supports : []);
}

function speaksGenerateContent(resolved: ResolvedModel): boolean {
  return resolved.kind === "upstream" && resolved.upstream.dialects.includes("google-generate");
}

/** Fields that the gateway itself applies, for every image provider. */
const COMMON_FIELDS = [
  ...["prompt", "model", "n", "size", "output_format", "output_compression", "response_format", "stream"],
];

/** Names the fields that the client set and the provider ignores (architecture.md, law 4). */
function listDroppedFields(wire: ImageFields, supports: readonly string[]): string[] {
  const supported = new Set([...COMMON_FIELDS, ...supports]);
  const isIdle = (value: unknown) => value === undefined || value === null || value === "auto" || value === 0;
  return Object.entries(wire).flatMap(([name, value]) => (supported.has(name) || isIdle(value) ? [] : [name]));
}
