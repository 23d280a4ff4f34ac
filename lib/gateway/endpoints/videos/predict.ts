/** `POST /v1beta/models/{model}:predictLongRunning` (wire-formats §6.3). */
import type { ImageInput } from "#lib/canonical/image-call.ts";
import type { VideoImage } from "#lib/canonical/video-call.ts";
import { type PredictImage, type PredictRequest, predictRequest } from "#lib/contract/google-operations/wire.ts";
import { readPredictRequest } from "#lib/dialects/google-operations/read-request.ts";
import { createInMemoryImage } from "#lib/gateway/request/create-in-memory-image.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { createFileLoader, type FileLoader } from "#lib/gateway/request/file-loader.ts";
import { readInlineImage } from "#lib/gateway/request/read-inline-image.ts";
import { readJson } from "#lib/gateway/request/read-json.ts";
import { decodeBase64 } from "#lib/http/decode-base64.ts";
import { errors } from "#lib/http/errors.ts";
import { validate } from "#lib/http/validate.ts";
import { parseFileId, parseFileUri } from "#lib/media/file-id.ts";
import { createTask, findRepeated, readRepeatable } from "./create-task.ts";
import { findVideoTargets } from "./find-video-targets.ts";
import { preflightVideo } from "./preflight-video.ts";
import { storeImage } from "./store-image.ts";
import { UNSTORED, type VideoImages, withImages } from "./task-plan.ts";
import type { VideoContext } from "./video-context.ts";
import { createTaskResponse } from "./video-response.ts";

const INSTANCE = "instances[0]";

export async function predictLongRunning(context: VideoContext): Promise<EndpointResponse> {
  const { request, services, log, params } = context;
  const name = params.model ?? "";
  const { value, text, size } = await readJson(request, services.settings.limits.bodyBytes);
  log.requestBytes = size;
  const wire = validate(predictRequest, value);
  const repeatable = readRepeatable(context, [name, text]);
  const repeated = await findRepeated(context, repeatable);
  if (repeated) return createTaskResponse(context, repeated);
  const unstored = listUnstored(wire);
  const found = await findVideoTargets(context, {
    name,
    readCall: (rules) => ({ ...readPredictRequest(wire, rules), ...unstored }),
  });
  if (log.dryRun) return preflightVideo(context, { name, found });
  const images = await storeImages(context, wire, (image) => storeImage(context, image, found.rules));
  const targets = withImages(found, images);
  return createTaskResponse(context, await createTask(context, { model: name, ...targets, repeatable }));
}

function listUnstored({ instances: [instance] }: PredictRequest): VideoImages {
  const { image, lastFrame, referenceImages } = instance ?? {};
  return {
    ...(image ? { image: UNSTORED } : {}),
    ...(lastFrame ? { lastFrame: UNSTORED } : {}),
    ...(referenceImages?.length ? { referenceImages: [{ image: UNSTORED, kind: "asset" }] } : {}),
  };
}

async function storeImages(
  { services, principal }: VideoContext,
  { instances: [instance] }: PredictRequest,
  store: (image: { input: ImageInput; param: string }) => Promise<VideoImage>,
): Promise<VideoImages> {
  const load = createFileLoader(services, principal);
  const take = async (image: PredictImage, param: string) => store({ input: await read(image, param, load), param });
  const { image, lastFrame, referenceImages } = instance ?? {};
  const frames: VideoImages = {
    ...(image ? { image: await take(image, `${INSTANCE}.image`) } : {}),
    ...(lastFrame ? { lastFrame: await take(lastFrame, `${INSTANCE}.lastFrame`) } : {}),
  };
  if (!referenceImages?.length) return frames;
  const references: NonNullable<VideoImages["referenceImages"]> = [];
  for (const [index, reference] of referenceImages.entries()) {
    const stored = await take(reference.image, `${INSTANCE}.referenceImages[${index}].image`);
    references.push({ image: stored, kind: reference.referenceType ?? "asset" });
  }
  return { ...frames, referenceImages: references };
}

/** @throws GatewayError 400 */
async function read(image: PredictImage, param: string, load: FileLoader): Promise<ImageInput> {
  const { bytesBase64Encoded, inlineData, fileData, fileUri, gcsUri } = image;
  if (gcsUri !== undefined) throw errors.gcsImageNotFetched({ param: `${param}.gcsUri` });
  const base64 = bytesBase64Encoded ?? inlineData?.data;
  if (base64 !== undefined) return readInlineImage(base64, param);
  const uri = fileUri ?? fileData?.fileUri ?? "";
  const file = await load(parseFileUri(uri) ?? parseFileId(uri) ?? "");
  if (!file) throw errors.imageFileNotFound({ param: `${param}.fileUri`, id: uri });
  return createInMemoryImage(await decodeBase64(file.base64), file.filename);
}
