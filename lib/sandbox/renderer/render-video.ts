/**
 * The sandbox's video model: renders an MP4 from the prompt, with the painter's scenes in motion. It runs on workers,
 * which this file starts; no native module is loaded here.
 */
import { rm, writeFile } from "node:fs/promises";
import { startWorker } from "#lib/workers/start-worker.ts";
import { createWorkerPool, type WorkerPool } from "#lib/workers/worker-pool.ts";
import type { VideoRequest } from "./video-request.ts";

export type { VideoRequest } from "./video-request.ts";

type RenderOptions = {
  /** Path of the finished MP4. */
  file: string;
  signal?: AbortSignal;
  /** Percentage of frames that are done, 0 to 100. */
  onProgress?(percent: number): void;
};

/**
 * Limit on workers, the most renderings that can be configured (docs/guide/configuration.md); each starts on demand.
 */
const MOST_THREADS = 16;

let pool: WorkerPool<VideoRequest, Uint8Array, number> | undefined;

/**
 * Renders a video. The caller limits concurrent renderings: each uses one core.
 *
 * @throws the signal's reason when aborted, which leaves no file; a GatewayError of 400 that names the field that
 * cannot be used (`size`, `seconds`, `image`, `lastFrame`), of 500 when the renderer fails
 */
export async function renderVideo(request: VideoRequest, { file, signal, onProgress }: RenderOptions): Promise<void> {
  pool ??= createWorkerPool({
    name: "sandbox renderer",
    start: () => startWorker("sandbox/renderer"),
    size: MOST_THREADS,
  });
  const bytes = await pool.run(request, { signal, onStep: onProgress });
  try {
    await writeFile(file, bytes, { signal, mode: 0o600 });
  } catch (error) {
    await rm(file, { force: true });
    throw signal?.aborted ? signal.reason : error;
  }
}
