/** Renders the videos of a task in this process. After a crash they are rendered again, which costs nothing. */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { LocalVideoProvider, VideoJob } from "#lib/canonical/video-provider.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { completeTask, failTask } from "./end-task.ts";
import { createJob } from "./run-upstream-task.ts";
import { ClaimLostError, MOST_ATTEMPTS, updateTask, type Work } from "./work.ts";

/** Shortest interval between writes of the progress, in milliseconds. */
const PROGRESS_MS = 400;

export async function renderTask(work: Work, provider: LocalVideoProvider): Promise<void> {
  const { task, folder, videoLifetimeMs } = work;
  const ending = { ...work, lane: "sandbox" } as const;
  if (task.attempts >= MOST_ATTEMPTS) {
    await failTask(ending, toFailure(errors.videoRenderingInterrupted({ attempts: MOST_ATTEMPTS })));
    return;
  }
  await updateTask(work, {
    state: "in_progress",
    startedAt: task.startedAt ?? Date.now(),
    attempts: task.attempts + 1,
  });
  const job = await readImages(await createJob(work));
  const files = Array.from({ length: job.call.count }, (_, index) => join(folder, `${task.key}-${index}.mp4`));
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const rendered = await render(work, { provider, job, files });
    if ("failure" in rendered) await failTask(ending, rendered.failure);
    else {
      const { mediaType } = rendered;
      await completeTask(ending, { files: files.map((file) => ({ file, mediaType })), videoLifetimeMs });
    }
  } finally {
    for (const file of files) await rm(file, { force: true });
  }
}

type Failure = Parameters<typeof failTask>[1];
type Rendered = { mediaType: string } | { failure: Failure };

/** Reads the job's images at once: a failure to read them is a fault of the gateway, not of the rendering. */
async function readImages(job: VideoJob): Promise<VideoJob> {
  const { image, lastFrame } = job.call;
  const bytes = new Map<string, Uint8Array>();
  for (const one of [image, lastFrame]) if (one) bytes.set(one.blob, await job.readImage(one));
  return { ...job, readImage: async (one) => bytes.get(one.blob) ?? job.readImage(one) };
}

async function render(
  work: Work,
  { provider, job, files }: { provider: LocalVideoProvider; job: VideoJob; files: readonly string[] },
): Promise<Rendered> {
  const { signal, task } = work;
  // Stops the renderer when a write of progress finds that another process cancelled the task.
  const stop = new AbortController();
  const stopSignal = AbortSignal.any([signal, stop.signal]);
  let writing: Promise<void> | undefined;
  let writtenAt = Number.NEGATIVE_INFINITY;
  const onProgress = (percent: number) => {
    // 100 is reached only when its bytes are stored.
    const progress = Math.min(99, Math.floor(percent));
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
    const rendered = await provider.render(job, { files, signal: stopSignal, onProgress });
    await writing;
    stop.signal.throwIfAborted();
    return rendered;
  } catch (error) {
    await writing;
    if (stopSignal.aborted) throw stop.signal.aborted ? stop.signal.reason : error;
    if (!GatewayError.isInstance(error)) work.log(`Video ${task.key} was not rendered: ${describe(error)}`);
    return { failure: toFailure(error) };
  }
}

function toFailure(error: unknown): Failure {
  if (!GatewayError.isInstance(error)) return toFailure(errors.videoNotRendered());
  const { code, message, type, status } = error;
  return { error: { code: code ?? (status < 500 ? "invalid_value" : "render_failed"), message, type }, status };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
