/** Runs an image request on one model, in the lane of its upstream. */
import type { ImageCall } from "#lib/canonical/image-call.ts";
import { findImageModelRules, type OperationRules } from "#lib/contract/openai-images/model-rules.ts";
import { checkModelRules, readImageRequest as readFields } from "#lib/dialects/openai-images/read-request.ts";
import { requireNoLoss } from "#lib/gateway/lanes/dropped-fields.ts";
import type { SteeredCall } from "#lib/gateway/lanes/steer-call.ts";
import { UnsentRequest } from "#lib/gateway/lanes/unsent-request.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { getNameForRules, type ResolvedModel } from "#lib/gateway/routing/resolve-model.ts";
import { checkImageFiles } from "./check-image-files.ts";
import { findImageProvider, findImageRelay, listImageLosses } from "./find-image-provider.ts";
import type { ImageRequest } from "./read-image-request.ts";
import { relayImages } from "./relay-images.ts";
import { respondWithImages } from "./respond-with-images.ts";

export type ImageRequestContext = RequestContext &
  Pick<SteeredCall, "timeLimit" | "onLoss"> & { image: ImageRequest & Pick<ImageCall, "operation"> };

/** @throws GatewayError 400 for a request that breaks the model's rules, and all errors of its lane */
export async function runImageTarget(
  context: ImageRequestContext,
  {
    name,
    resolved,
    holdMs,
    onBegun,
  }: {
    /** Model as the client named it, or as the route does. */
    name: string;
    resolved: ResolvedModel;
    /** Longest wait for the first event of a stream, for a target of a route: until then the next one can take over. */
    holdMs?: number | undefined;
    /** Called once an image was made: no other target may make it again. */
    onBegun?: (() => void) | undefined;
  },
): Promise<EndpointResponse> {
  const { log, image } = context;
  const { wire, sources, operation } = image;
  const model = findImageModelRules(getNameForRules(resolved, name));
  const rules = model && checkModelRules(wire, { model, operation });
  const mask = await checkImageFiles(image, model);
  const upstream = findImageRelay(resolved);
  if (upstream) {
    log.lane = "relay";
    return relayImages(context, { request: { ...image, mask }, upstream, model: resolved.model, operation });
  }
  const { provide, lane } = findImageProvider(resolved, { ...context, onBegun });
  log.lane = lane;
  log.dropped = listImageLosses(wire, resolved);
  requireNoLoss(context);
  const call: ImageCall = {
    ...readFields(wire, { operation, rules }),
    model: resolved.model,
    sources,
    ...(mask ? { mask } : {}),
  };
  if (log.dryRun) {
    // A provider's generator sends at its first step; the sandbox would paint.
    if (lane !== "sandbox") await provide(call, context.request.client.signal)[Symbol.asyncIterator]().next();
    throw new UnsentRequest();
  }
  return respondWithImages(
    { ...context, call, responseFormat: wire.response_format ?? getDefaultFormat(rules) },
    provide,
    { holdMs },
  );
}

/** Returns URLs where they are the dialect's default, otherwise bytes. */
function getDefaultFormat(rules: OperationRules | undefined): "url" | "b64_json" {
  return rules?.fields.response_format ? "url" : "b64_json";
}
