/** `POST /v1/images/generations` and `/v1/images/edits`, end to end (spec; wire-formats §5). */
import type { ImageCall, ImageProvider } from "#lib/canonical/image-call.ts";
import {
  DEFAULT_IMAGE_MODEL,
  findImageModelRules,
  IMAGE_MODELS,
  type OperationRules,
} from "#lib/contract/openai-images/model-rules.ts";
import type { ImageFields } from "#lib/contract/openai-images/wire.ts";
import { checkModelRules, readImageRequest as readFields } from "#lib/dialects/openai-images/read-request.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import type { Lane } from "#lib/gateway/request/log-entry.ts";
import { admitModels } from "#lib/gateway/routing/admit-models.ts";
import { recordTarget } from "#lib/gateway/routing/record-target.ts";
import {
  getNameForRules,
  getUpstreamId,
  type ResolvedModel,
  resolveModel,
} from "#lib/gateway/routing/resolve-model.ts";
import { errors } from "#lib/http/errors.ts";
import { checkImageFiles } from "./check-image-files.ts";
import { generateContentImages } from "./generate-content-images.ts";
import { readImageRequest } from "./read-image-request.ts";
import { imagesDialect, relayImages } from "./relay-images.ts";
import { respondWithImages } from "./respond-with-images.ts";

/** @throws GatewayError 400, 413, 415 for an invalid request, and all errors of its lane */
export async function handleImages(
  context: RequestContext,
  operation: ImageCall["operation"],
): Promise<EndpointResponse> {
  const { services, log } = context;
  const requestFiles = services.tempFiles.open();
  log.whenFinished(() => {
    requestFiles.clear().catch((error) => services.log(`${log.id} ${String(error)}`));
  });
  const request = await readImageRequest(context, { operation, requestFiles });
  const { wire, sources } = request;
  const name = wire.model ?? DEFAULT_IMAGE_MODEL;
  log.model = name;
  log.stream = wire.stream ?? false;
  const resolved = resolveModel(name, services);
  recordTarget(log, resolved, services);
  await admitModels(context, { name, resolved: [resolved], maxTokens: 0 });
  const model = findImageModelRules(getNameForRules(resolved, name));
  const rules = model && checkModelRules(wire, { model, operation });
  const mask = await checkImageFiles(request, model);
  if (resolved.kind === "upstream" && resolved.upstream.media.includes(imagesDialect.id)) {
    log.lane = "relay";
    const { upstream, model } = resolved;
    return relayImages(context, { request: { ...request, mask }, upstream, model, operation });
  }
  const { provide, supports, lane } = findImageProvider(resolved, context);
  log.lane = lane;
  log.dropped = listDroppedFields(wire, supports);
  const call: ImageCall = {
    ...readFields(wire, { operation, rules }),
    model: resolved.model,
    sources,
    ...(mask ? { mask } : {}),
  };
  return respondWithImages(
    { ...context, call, responseFormat: wire.response_format ?? getDefaultFormat(rules) },
    provide,
  );
}

/** `supports`: fields that the provider itself applies, beside those of every provider. */
type FoundProvider = { provide: ImageProvider; supports: readonly string[]; lane: Lane };

/** @throws GatewayError 400 for a model that creates no images */
function findImageProvider(resolved: ResolvedModel, context: RequestContext): FoundProvider {
  if (resolved.kind === "sandbox" && findImageModelRules(resolved.model)) {
    return { ...resolved.builtIn.images, lane: "sandbox" };
  }
  if (resolved.kind === "upstream" && resolved.upstream.dialects.includes("google-generate")) {
    return { provide: generateContentImages(resolved.upstream, context), supports: [], lane: "translate" };
  }
  throw errors.modelMakesNoImages({
    model: `${getUpstreamId(resolved)}/${resolved.model}`,
    models: Object.keys(IMAGE_MODELS),
  });
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

/** Returns URLs where they are the dialect's default, otherwise bytes. */
function getDefaultFormat(rules: OperationRules | undefined): "url" | "b64_json" {
  return rules?.fields.response_format ? "url" : "b64_json";
}
