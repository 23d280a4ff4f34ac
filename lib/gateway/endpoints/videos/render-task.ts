/** Renders the videos of a task with the sandbox. After a crash they are rendered again, which costs nothing. */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { VideoCall, VideoImage } from "#lib/canonical/video-call.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { hash } from "#lib/sandbox/random.ts";
import type { VideoRequest } from "#lib/sandbox/renderer/render-video.ts";
import { completeTask, failTask } from "./end-task.ts";
import { readTaskCall } from "./task-facts.ts";
import { ClaimLostError, MOST_ATTEMPTS, updateTask, type Work } from "./work.ts";

/** Shortest interval between writes of the progress, in milliseconds. */
const PROGRESS_MS = 400;

export async function renderTask(work: Work): Promise<void> {
  const { task, folder, videoLifetimeMs, by } = work;
  const ending = { ...work, lane: "sandbox", by } as const;
  if (task.attempts >= MOST_ATTEMPTS) {
    const message = `The server ended ${MOST_ATTEMPTS} times while it rendered this video; it is not tried again.`;
    await failTask(ending, { error: { code: "render_failed", message }, status: 500 });
    return;
  }
  await updateTask(work, {
    state: "in_progress",
    startedAt: task.startedAt ?? Date.now(),
    attempts: task.attempts + 1,
  });
  const files: string[] = [];
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const call = readTaskCall(task);
    const images = await readImages(call, work);
    for (let index = 0; index < call.count; index++) {
      const file = join(folder, `${task.key}-${index}.mp4`);
      files.push(file);
      const failure = await render(work, {
        request: createRenderRequest(call, index, images),
        file,
        index,
        count: call.count,
      });
      if (failure) {
        await failTask(ending, failure);
        return;
      }
    }
    await completeTask(ending, { files: files.map((file) => ({ file, mediaType: "video/mp4" })), videoLifetimeMs });
  } finally {
    for (const file of files) await rm(file, { force: true });
  }
}

type Failure = Parameters<typeof failTask>[1];
type Images = Pick<VideoRequest, "image" | "lastFrame">;

/** @returns the reason when there is no video */
async function render(
  work: Work,
  { request, file, index, count }: { request: VideoRequest; file: string; index: number; count: number },
): Promise<Failure | undefined> {
  const { renderer, signal, task } = work;
  // Stops the renderer when a write of progress finds that another process cancelled the task.
  const stop = new AbortController();
  const stopSignal = AbortSignal.any([signal, stop.signal]);
  let writing: Promise<void> | undefined;
  let writtenAt = Number.NEGATIVE_INFINITY;
  const onProgress = (percent: number) => {
    // 100 is reached only when its bytes are stored.
    const progress = Math.min(99, Math.floor((index * 100 + percent) / count));
    if (writing || progress <= task.progress || performance.now() - writtenAt < PROGRESS_MS) return;
    writtenAt = performance.now();
    writing = updateTask(work, { progress })
      .catch((error: unknown) => {
        if (error instanceof ClaimLostError) stop.abort(error);
      })
      .finally(() => {
        writing = undefined;
      });
  };
  try {
    await renderer.render(request, { file, signal: stopSignal, onProgress });
    await writing;
    stop.signal.throwIfAborted();
    return undefined;
  } catch (error) {
    await writing;
    if (stopSignal.aborted) throw stop.signal.aborted ? stop.signal.reason : error;
    if (!GatewayError.isInstance(error)) work.log(`Video ${task.key} was not rendered: ${describe(error)}`);
    return toFailure(error);
  }
}

function toFailure(error: unknown): Failure {
  if (!GatewayError.isInstance(error)) {
    const message = "The video could not be rendered.";
    return { error: { code: "render_failed", message, type: "server_error" }, status: 500 };
  }
  const { code, message, type, status } = error;
  return { error: { code: code ?? (status < 500 ? "invalid_value" : "render_failed"), message, type }, status };
}

/** The same request gives the same videos; several videos of one request differ. */
function createRenderRequest(call: VideoCall, index: number, images: Images): VideoRequest {
  const { prompt, remix, negativePrompt, size = { width: 720, height: 1280 }, seconds = 4 } = call;
  const source = remix?.prompt ?? prompt;
  return {
    prompt: source,
    seed: (call.seed ?? hash("video", source)) + index,
    ...size,
    seconds,
    ...(negativePrompt ? { negativePrompt } : {}),
    ...(remix ? { remix: { prompt } } : {}),
    ...images,
  };
}

async function readImages({ image, lastFrame }: VideoCall, { assets }: Work): Promise<Images> {
  const read = (one: VideoImage) => assets.blobs.read(one.blob);
  return {
    ...(image ? { image: await read(image) } : {}),
    ...(lastFrame ? { lastFrame: await read(lastFrame) } : {}),
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
