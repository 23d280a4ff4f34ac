/** Fetches what an upstream has made, before it lets it expire. */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { StartedVideoJob, VideoOutput, VideoSource } from "#lib/canonical/video-source.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { FinishedFile } from "./end-task.ts";
import { isTransient, requireAnswer, retryAfterMs, waitAfter } from "./upstream-failure.ts";
import type { Work } from "./work.ts";

const MOST_TRIES = 8;

/**
 * @param use told of the files, which are removed afterwards
 * @throws GatewayError when there is no video, or it cannot be fetched
 */
export async function collectOutputs(
  { folder, task, signal }: Pick<Work, "folder" | "task" | "signal">,
  { job, source, outputs }: { job: StartedVideoJob; source: VideoSource; outputs: VideoOutput[] },
  use: (files: FinishedFile[]) => Promise<unknown>,
): Promise<void> {
  if (outputs.length === 0) {
    const message = `The upstream "${task.upstream}" ended the task without a video.`;
    throw new GatewayError({ status: 502, message, code: "no_video" });
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const paths = outputs.map((_, index) => join(folder, `${task.key}-${index}.mp4`));
  try {
    const files: FinishedFile[] = [];
    for (const [index, file] of paths.entries()) {
      const output = outputs[index] ?? {};
      const { mediaType } = await fetchPatiently({ source, job, output, file, signal });
      files.push({ file, mediaType });
    }
    await use(files);
  } finally {
    for (const file of paths) await rm(file, { force: true });
  }
}

async function fetchPatiently({
  source,
  job,
  output,
  file,
  signal,
}: {
  source: VideoSource;
  job: StartedVideoJob;
  output: VideoOutput;
  file: string;
  signal: AbortSignal;
}): Promise<{ mediaType: string }> {
  for (let tries = 1; ; tries++) {
    try {
      return await source.fetchOutput(job, output, { signal, file });
    } catch (thrown) {
      const error = requireAnswer(thrown, signal);
      // Some upstreams say that it is done a moment before it can be read.
      const mayCome = isTransient(error) || error.status === 404;
      if (!mayCome || tries === MOST_TRIES) throw error;
      await delay(waitAfter(tries, retryAfterMs(error)), undefined, { signal });
    }
  }
}
