/** `POST /v1beta/models/{model}:predictLongRunning` (wire-formats §6.3). */
import type { ImageInput } from "#lib/canonical/image-call.ts";
import type { VideoCall, VideoImage } from "#lib/canonical/video-call.ts";
import { readPredictRequest } from "#lib/dialects/google-operations/request.ts";
import { type PredictImage, type PredictRequest, predictRequest } from "#lib/dialects/google-operations/wire.ts";
import type { ExchangeResponse } from "#lib/http/exchange.ts";
import { validate } from "#lib/http/validate.ts";
import { parseFileId, parseFileUri } from "#lib/media/file-id.ts";
import { inMemoryImage } from "../in-memory-image.ts";
import { createFileLoader, type FileLoader } from "../inline-files.ts";
import { readJson } from "../read-json.ts";
import { createTask, findRepeated, readRepeatable } from "./create-task.ts";
import { keepImage } from "./keep-image.ts";
import { invalidValue, type VideoContext } from "./video-context.ts";
import { videoMakerOf } from "./video-maker.ts";
import { taskResponse } from "./video-response.ts";

const INSTANCE = "instances[0]";

export async function predictLongRunning(context: VideoContext): Promise<ExchangeResponse> {
  const { exchange, runtime, record, parameters } = context;
  const name = parameters.model ?? "";
  const { value, text, size } = await readJson(exchange, runtime.settings.limits.bodyBytes);
  record.requestBytes = size;
  const wire = validate(predictRequest, value);
  const repeatable = readRepeatable(context, [name, text]);
  const repeated = await findRepeated(context, repeatable);
  if (repeated) return taskResponse(context, repeated);
  const { upstream, model, rules } = videoMakerOf(name, context);
  const fields = readPredictRequest(wire, rules);
  const images = await keepImages(context, wire, (image) => keepImage(context, image, rules));
  const call: VideoCall = { ...fields, model, ...images };
  return taskResponse(context, await createTask(context, { model: name, upstream, call, repeatable }));
}

type Images = Pick<VideoCall, "image" | "lastFrame" | "referenceImages">;

async function keepImages(
  { runtime, principal }: VideoContext,
  { instances: [instance] }: PredictRequest,
  keep: (image: { input: ImageInput; param: string }) => Promise<VideoImage>,
): Promise<Images> {
  const load = createFileLoader(runtime, principal);
  const take = async (image: PredictImage, param: string) => keep({ input: await read(image, param, load), param });
  const { image, lastFrame, referenceImages } = instance ?? {};
  // What is kept for a request that is refused after all expires like the rest.
  const kept: Images = {
    ...(image ? { image: await take(image, `${INSTANCE}.image`) } : {}),
    ...(lastFrame ? { lastFrame: await take(lastFrame, `${INSTANCE}.lastFrame`) } : {}),
  };
  if (!referenceImages?.length) return kept;
  const references: NonNullable<Images["referenceImages"]> = [];
  for (const [index, reference] of referenceImages.entries()) {
    const stored = await take(reference.image, `${INSTANCE}.referenceImages[${index}].image`);
    references.push({ image: stored, kind: reference.referenceType ?? "asset" });
  }
  return { ...kept, referenceImages: references };
}

/** @throws GatewayError 400 */
async function read(image: PredictImage, param: string, load: FileLoader): Promise<ImageInput> {
  const { bytesBase64Encoded, inlineData, fileData, fileUri, gcsUri } = image;
  if (gcsUri !== undefined)
    throw invalidValue(`${param}.gcsUri`, "the gateway fetches nothing: send the bytes, or upload the file");
  const base64 = bytesBase64Encoded ?? inlineData?.data;
  if (base64 !== undefined) {
    const bytes = Buffer.from(base64, "base64");
    if (bytes.length === 0) throw invalidValue(param, "its base64 holds no bytes");
    return inMemoryImage(bytes, "image");
  }
  const uri = fileUri ?? fileData?.fileUri ?? "";
  const file = await load(parseFileUri(uri) ?? parseFileId(uri) ?? "");
  if (!file) throw invalidValue(`${param}.fileUri`, "there is no uploaded file of this name that this key may see");
  return inMemoryImage(Buffer.from(file.base64, "base64"), file.filename);
}
