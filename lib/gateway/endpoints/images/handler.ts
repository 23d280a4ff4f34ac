/** `POST /v1/images/generations` and `/v1/images/edits`, end to end (spec; wire-formats §5). */
import type { ImageCall } from "#lib/canonical/image-call.ts";
import { DEFAULT_IMAGE_MODEL } from "#lib/contract/openai-images/model-rules.ts";
import { planTargets } from "#lib/gateway/lanes/plan-targets.ts";
import { type PreflightTerms, preflight } from "#lib/gateway/lanes/preflight.ts";
import { describeChoice } from "#lib/gateway/lanes/preflight-call.ts";
import { runRoute } from "#lib/gateway/lanes/run-route.ts";
import { steerCall } from "#lib/gateway/lanes/steer-call.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { admitModels, resolveTargets } from "#lib/gateway/routing/admit-models.ts";
import { mayRepeatMedia } from "#lib/gateway/routing/failure-triggers.ts";
import { recordTarget } from "#lib/gateway/routing/record-target.ts";
import { type ResolvedModel, resolveModel } from "#lib/gateway/routing/resolve-model.ts";
import { countTokens } from "#lib/prompts/count-tokens.ts";
import { listImageLosses, requireImageModel } from "./find-image-provider.ts";
import { readImageRequest } from "./read-image-request.ts";
import { type ImageRequestContext, runImageTarget } from "./run-image-target.ts";

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
  const name = request.wire.model ?? DEFAULT_IMAGE_MODEL;
  log.model = name;
  log.stream = request.wire.stream ?? false;
  const images = request.wire.n ?? 1;
  const characters = request.wire.prompt.length;
  Object.assign(log, { images, characters });
  const { route, only, ...steering } = steerCall(context, name);
  const steered = { ...context, ...steering, image: { ...request, operation } };
  if (route) return callRoute(steered, { name, route, only });
  const resolved = resolveModel(name, services);
  recordTarget(log, resolved, services);
  await admitModels(context, { name, resolved: [resolved], maxTokens: 0, units: { images, characters } });
  if (log.dryRun) return preflightImages(steered, { name, targets: [{ model: `${log.target}`, resolved }] });
  return runImageTarget(steered, { name, resolved });
}

/** The next target is asked only when the one before surely made nothing. */
async function callRoute(
  context: ImageRequestContext,
  { name, route, only }: { name: string } & Pick<Parameters<typeof runRoute>[1], "route" | "only">,
): Promise<EndpointResponse> {
  const { services, image, log } = context;
  const { images, characters } = log;
  const resolved = resolveTargets(route, services);
  await admitModels(context, { name, resolved, maxTokens: 0, units: { images, characters } });
  if (log.dryRun) {
    const losses = async (resolved: ResolvedModel) => listImageLosses(image.wire, resolved);
    const targets = await planTargets(context, { route, only, requireAble: requireImageModel, listLosses: losses });
    return preflightImages(context, { name, targets, route: route.name, reason: describeChoice(only) });
  }
  let hasBegun = false;
  return runRoute(
    { ...context, wire: image.wire },
    {
      route,
      only,
      requireAble: requireImageModel,
      listLosses: async (resolved) => listImageLosses(image.wire, resolved),
      mayRepeat: (error) => !hasBegun && mayRepeatMedia(error, route.on),
      attempt: (resolved, hold) =>
        runImageTarget(context, {
          name: context.log.target ?? name,
          resolved,
          holdMs: hold.ms,
          onBegun: () => {
            hasBegun = true;
          },
        }),
    },
  );
}

/** Describes what the request would become, and sends nothing. */
function preflightImages(
  context: ImageRequestContext,
  terms: Pick<PreflightTerms, "name" | "targets" | "route" | "reason">,
): Promise<EndpointResponse> {
  const { wire } = context.image;
  const { n: images = 1, prompt } = wire;
  return preflight(context, {
    ...terms,
    run: (resolved) => runImageTarget(context, { name: context.log.target ?? terms.name, resolved }),
    listLosses: async (resolved) => listImageLosses(wire, resolved),
    expect: async () => ({
      inputTokens: countTokens(prompt),
      outputTokens: null,
      images: images ?? 1,
      characters: prompt.length,
    }),
  });
}
