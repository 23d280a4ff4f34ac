/** `POST /v1/videos` and `POST /v1/videos/{id}/remix` (wire-formats §6.1). */
import type { ImageInput } from "#lib/canonical/image-call.ts";
import type { VideoCall } from "#lib/canonical/video-call.ts";
import { DEFAULT_VIDEO_MODEL } from "#lib/dialects/openai-videos/model-rules.ts";
import { readVideoRequest } from "#lib/dialects/openai-videos/request.ts";
import { parseVideoId } from "#lib/dialects/openai-videos/result.ts";
import { remixRequest, videoRequest } from "#lib/dialects/openai-videos/wire.ts";
import type { ExchangeResponse } from "#lib/http/exchange.ts";
import { validate } from "#lib/http/validate.ts";
import type { Spool } from "#lib/media/spool.ts";
import { readImageReference } from "../image-reference.ts";
import { createFileLoader } from "../inline-files.ts";
import { createTask, findRepeated, readRepeatable } from "./create-task.ts";
import { keepImage } from "./keep-image.ts";
import { readVideoBody } from "./read-video-body.ts";
import { remixOf } from "./remix-of.ts";
import type { VideoContext } from "./video-context.ts";
import { videoMakerOf } from "./video-maker.ts";
import { taskResponse } from "./video-response.ts";

const REFERENCE = "input_reference";

export function createVideo(context: VideoContext): Promise<ExchangeResponse> {
  return withSpool(context, async (spool) => {
    const body = await readVideoBody(context, spool);
    const { [REFERENCE]: reference, ...wire } = validate(videoRequest, body.value);
    const name = wire.model ?? DEFAULT_VIDEO_MODEL;
    const file = body.image ? [await body.image.read()] : [];
    const parts = ["create", JSON.stringify(wire), JSON.stringify(reference ?? null), ...file];
    const repeatable = readRepeatable(context, parts);
    const repeated = await findRepeated(context, repeatable);
    if (repeated) return taskResponse(context, repeated);
    const { upstream, model, rules } = videoMakerOf(name, context);
    const fields = readVideoRequest(wire, rules);
    const input = body.image ?? (reference ? await load(context, reference) : undefined);
    const image = input ? await keepImage(context, { input, param: REFERENCE }, rules) : undefined;
    const call: VideoCall = { ...fields, model, ...(image ? { image } : {}) };
    return taskResponse(context, await createTask(context, { model: name, upstream, call, repeatable }));
  });
}

export function remixVideo(context: VideoContext): Promise<ExchangeResponse> {
  return withSpool(context, async (spool) => {
    const { runtime, record, owner, parameters } = context;
    const source = await runtime.videos.find(parseVideoId(parameters.video_id ?? ""), owner);
    record.model = source.model;
    record.upstream = source.upstream;
    const { value } = await readVideoBody(context, spool);
    const { prompt, ...extra } = validate(remixRequest, value);
    const repeatable = readRepeatable(context, ["remix", source.key, prompt, JSON.stringify(extra)]);
    const repeated = await findRepeated(context, repeatable);
    if (repeated) return taskResponse(context, repeated);
    const call = await remixOf(context, { source, prompt, extra });
    const { model, upstream } = source;
    return taskResponse(context, await createTask(context, { model, upstream, call, repeatable }));
  });
}

function load(
  { runtime, principal }: VideoContext,
  reference: NonNullable<Parameters<typeof readImageReference>[0]>,
): Promise<ImageInput> {
  return readImageReference(reference, REFERENCE, createFileLoader(runtime, principal));
}

/** Files of the request wait in a spool until it has been answered. */
async function withSpool<Result>(
  { runtime, record }: VideoContext,
  handle: (spool: Spool) => Promise<Result>,
): Promise<Result> {
  const spool = runtime.spools.open();
  record.whenFinished(() => {
    spool.clear().catch((error) => runtime.log(`${record.id} ${String(error)}`));
  });
  return handle(spool);
}
