/** `POST /v1/videos` and `POST /v1/videos/{id}/remix` (wire-formats §6.1). */
import type { ImageInput } from "#lib/canonical/image-call.ts";
import { DEFAULT_VIDEO_MODEL } from "#lib/contract/openai-videos/model-rules.ts";
import { remixRequest, videoRequest } from "#lib/contract/openai-videos/wire.ts";
import { readVideoRequest } from "#lib/dialects/openai-videos/read-request.ts";
import { parseVideoId } from "#lib/dialects/openai-videos/reply.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { createFileLoader } from "#lib/gateway/request/file-loader.ts";
import { readImageReference } from "#lib/gateway/request/read-image-reference.ts";
import { validate } from "#lib/http/validate.ts";
import type { RequestFiles } from "#lib/media/temp-files.ts";
import { createRemixCall } from "./create-remix-call.ts";
import { createTask, findRepeated, readRepeatable } from "./create-task.ts";
import { findVideoTargets, planRemix } from "./find-video-targets.ts";
import { preflightVideo } from "./preflight-video.ts";
import { readVideoBody } from "./read-video-body.ts";
import { storeImage } from "./store-image.ts";
import { UNSTORED, withImages } from "./task-plan.ts";
import type { VideoContext } from "./video-context.ts";
import { createTaskResponse } from "./video-response.ts";

const REFERENCE = "input_reference";

export function createVideo(context: VideoContext): Promise<EndpointResponse> {
  return withRequestFiles(context, async (requestFiles) => {
    const body = await readVideoBody(context, requestFiles);
    const { [REFERENCE]: reference, ...wire } = validate(videoRequest, body.value);
    const name = wire.model ?? DEFAULT_VIDEO_MODEL;
    const file = body.image ? [await body.image.read()] : [];
    const parts = ["create", JSON.stringify(wire), JSON.stringify(reference ?? null), ...file];
    const repeatable = readRepeatable(context, parts);
    const repeated = await findRepeated(context, repeatable);
    if (repeated) return createTaskResponse(context, repeated);
    const hasImage = body.image !== undefined || Boolean(reference);
    const found = await findVideoTargets(context, {
      name,
      readCall: (rules) => ({ ...readVideoRequest(wire, rules), ...(hasImage ? { image: UNSTORED } : {}) }),
    });
    if (context.log.dryRun) return preflightVideo(context, { name, found });
    const input = body.image ?? (reference ? await load(context, reference) : undefined);
    const image = input ? await storeImage(context, { input, param: REFERENCE }, found.rules) : undefined;
    const targets = image ? withImages(found, { image }) : found;
    return createTaskResponse(context, await createTask(context, { model: name, ...targets, repeatable }));
  });
}

export function remixVideo(context: VideoContext): Promise<EndpointResponse> {
  return withRequestFiles(context, async (requestFiles) => {
    const { services, log, owner, params } = context;
    const source = await services.videos.find(parseVideoId(params.video_id ?? ""), owner);
    log.model = source.model;
    log.upstream = source.upstream;
    const { value } = await readVideoBody(context, requestFiles);
    const { prompt, ...extra } = validate(remixRequest, value);
    const repeatable = readRepeatable(context, ["remix", source.key, prompt, JSON.stringify(extra)]);
    const repeated = await findRepeated(context, repeatable);
    if (repeated) return createTaskResponse(context, repeated);
    const call = await createRemixCall(context, { source, prompt, extra });
    const { model, upstream } = source;
    const plan = await planRemix(context, { model, upstream, call });
    return createTaskResponse(context, await createTask(context, { model, upstream, call, plan, repeatable }));
  });
}

function load(
  { services, principal }: VideoContext,
  reference: NonNullable<Parameters<typeof readImageReference>[0]>,
): Promise<ImageInput> {
  return readImageReference(reference, REFERENCE, createFileLoader(services, principal));
}

/** Runs the handler with temp files, which are removed at the end of the request. */
async function withRequestFiles<Result>(
  { services, log }: VideoContext,
  handle: (requestFiles: RequestFiles) => Promise<Result>,
): Promise<Result> {
  const requestFiles = services.tempFiles.open();
  log.whenFinished(() => {
    requestFiles.clear().catch((error) => services.log(`${log.id} ${String(error)}`));
  });
  return handle(requestFiles);
}
