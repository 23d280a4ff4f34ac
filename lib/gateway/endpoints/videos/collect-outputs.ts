/** Fetches the finished videos of an upstream before they expire there. */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { StartedVideoJob, VideoOutput, VideoProvider } from "#lib/canonical/video-provider.ts";
import { errors } from "#lib/http/errors.ts";
import type { FinishedFile } from "./end-task.ts";
import { computeDelay, isTransient, readRetryAfter, requireGatewayError } from "./upstream-failure.ts";
import type { Work } from "./work.ts";

const MOST_TRIES = 8;

/**
 * @param use called with the files, which are removed afterwards
 * @throws GatewayError when there is no video, or the download fails
 */
export async function collectOutputs(
  { folder, task, signal }: Pick<Work, "folder" | "task" | "signal">,
  { job, provider, outputs }: { job: StartedVideoJob; provider: VideoProvider; outputs: VideoOutput[] },
  use: (files: FinishedFile[]) => Promise<unknown>,
): Promise<void> {
  if (outputs.length === 0) {
    throw errors.taskWithoutVideo({ provider: task.upstream });
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const paths = outputs.map((_, index) => join(folder, `${task.key}-${index}.mp4`));
  try {
    const files: FinishedFile[] = [];
    for (const [index, file] of paths.entries()) {
      const output = outputs[index] ?? {};
      const { mediaType } = await fetchPatiently({ provider, job, output, file, signal });
      files.push({ file, mediaType });
    }
    await use(files);
  } finally {
    for (const file of paths) await rm(file, { force: true });
  }
}

async function fetchPatiently({
  provider,
  job,
  output,
  file,
  signal,
}: {
  provider: VideoProvider;
  job: StartedVideoJob;
  output: VideoOutput;
  file: string;
  signal: AbortSignal;
}): Promise<{ mediaType: string }> {
  for (let tries = 1; ; tries++) {
    try {
      return await provider.fetchOutput(job, output, { signal, file });
    } catch (thrown) {
      const error = requireGatewayError(thrown, signal);
      // Some upstreams report completion shortly before the video is readable.
      const mayCome = isTransient(error) || error.status === 404;
      if (!mayCome || tries === MOST_TRIES) throw error;
      await delay(computeDelay(tries, readRetryAfter(error)), undefined, { signal });
    }
  }
}
