/** `POST /v1/images/generations` and `/v1/images/edits`, end to end (spec; wire-formats §5). */
import type { ImageCall, ImageSource } from "#lib/canonical/image-call.ts";
import { checkModelRules } from "#lib/dialects/openai-images/check-model-rules.ts";
import {
  DEFAULT_IMAGE_MODEL,
  findImageModelRules,
  IMAGE_MODELS,
  type OperationRules,
} from "#lib/dialects/openai-images/model-rules.ts";
import { readImageRequest as readFields } from "#lib/dialects/openai-images/request.ts";
import type { ImageFields } from "#lib/dialects/openai-images/wire.ts";
import type { ClientPresence } from "#lib/http/client-presence.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { paintImages } from "#lib/sandbox/paint-images.ts";
import { answerImages } from "./answer-images.ts";
import { authenticate } from "./authenticate.ts";
import { checkImageFiles } from "./check-image-files.ts";
import { generateContentImages } from "./generate-content-images.ts";
import { readImageRequest } from "./image-request.ts";
import { relayImages } from "./relay-images.ts";
import { type ResolvedModel, resolveModel, upstreamIdOf } from "./resolve-model.ts";
import type { Handler } from "./route.ts";

export function handleImages(operation: ImageCall["operation"]): Handler {
  return async (exchange, runtime, record) => {
    record.dialect = "openai-images";
    const principal = await authenticate(exchange, runtime, "inference");
    const spool = runtime.spools.open();
    record.whenFinished(() => {
      spool.clear().catch((error) => runtime.log(`${record.id} ${String(error)}`));
    });
    const request = await readImageRequest({ exchange, runtime, record, principal, operation, spool });
    const { wire, sources } = request;
    const name = wire.model ?? DEFAULT_IMAGE_MODEL;
    record.model = name;
    record.stream = wire.stream ?? false;
    const resolved = resolveModel(name, runtime);
    record.upstream = upstreamIdOf(resolved);
    const model = findImageModelRules(name);
    const rules = model && checkModelRules(wire, { model, operation });
    const mask = await checkImageFiles(request, model);
    const context = { exchange, runtime, record, principal };
    if (resolved.kind === "upstream" && resolved.upstream.media.includes("openai-images")) {
      record.lane = "relay";
      return relayImages({
        context,
        request: { ...request, mask },
        upstream: resolved.upstream,
        model: resolved.model,
        operation,
      });
    }
    const maker = imageMakerOf(resolved, exchange.client);
    record.lane = resolved.kind === "sandbox" ? "sandbox" : "translate";
    record.dropped = droppedFields(wire, maker.carries);
    const call: ImageCall = {
      ...readFields(wire, { operation, rules }),
      model: resolved.model,
      sources,
      ...(mask ? { mask } : {}),
    };
    return answerImages(
      { ...context, call, responseFormat: wire.response_format ?? defaultFormat(rules) },
      maker.source,
    );
  };
}

type Maker = { source: ImageSource; carries: ReadonlySet<string> };

/** @throws GatewayError 400 for a model that makes no images */
function imageMakerOf(resolved: ResolvedModel, client: ClientPresence): Maker {
  if (resolved.kind === "sandbox" && findImageModelRules(resolved.model)) {
    return { source: paintImages, carries: CARRIED_BY_PAINTER };
  }
  if (resolved.kind === "upstream" && resolved.upstream.dialects.includes("google-generate")) {
    return { source: generateContentImages(resolved.upstream, client), carries: CARRIED_BY_GENERATE_CONTENT };
  }
  throw new GatewayError({
    status: 400,
    message: `"${upstreamIdOf(resolved)}/${resolved.model}" makes no images here: use ${Object.keys(IMAGE_MODELS).join(", ")}, or a model of an upstream that has image routes or speaks google-generate.`,
    param: "model",
    code: "model_not_supported",
  });
}

/** What a stream, a size and the like come to is the gateway's own work, whoever makes the images. */
const CARRIED_BY_GENERATE_CONTENT = new Set([
  ...["prompt", "model", "n", "size", "output_format", "output_compression", "response_format", "stream"],
]);
const CARRIED_BY_PAINTER = new Set([
  ...CARRIED_BY_GENERATE_CONTENT,
  ...["background", "input_fidelity", "partial_images", "quality", "style"],
]);

/** The fields that the client set and nobody heeds (architecture.md, law 4). */
function droppedFields(wire: ImageFields, carried: ReadonlySet<string>): string[] {
  const idle = (value: unknown) => value === undefined || value === null || value === "auto" || value === 0;
  return Object.entries(wire).flatMap(([name, value]) => (carried.has(name) || idle(value) ? [] : [name]));
}

/** Addresses where the convention gives them by default, bytes elsewhere. */
function defaultFormat(rules: OperationRules | undefined): "url" | "b64_json" {
  return rules?.fields.response_format ? "url" : "b64_json";
}
