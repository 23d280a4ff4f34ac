/**
 * The sandbox's video model: renders an MP4 that follows the prompt's words, with the painter's scenes in motion. It
 * works on workers, which this file starts; nothing native is loaded here.
 */
import { rm, writeFile } from "node:fs/promises";
import { startWorker } from "#lib/workers/start-worker.ts";
import { createWorkerPool, type WorkerPool } from "#lib/workers/worker-pool.ts";
import type { RendererResult, RendererTask } from "./renderer-task.ts";
import type { VideoRequest } from "./video-request.ts";

export type { VideoRequest } from "./video-request.ts";

type RenderOptions = {
  /** The MP4 goes here once it is whole. */
  file: string;
  signal?: AbortSignal;
  /** 0 to 100: frames that are done. */
  onProgress?(percent: number): void;
};

/** As many as a server can be told to render at once (docs/guide/configuration.md); each is started when it is needed. */
const MOST_THREADS = 16;

let pool: WorkerPool<RendererTask, RendererResult, number> | undefined;

/**
 * Whoever calls decides how many are rendered side by side: each takes a core.
 *
 * @throws the signal's reason when aborted, which leaves no file; a GatewayError of 400 that names the field that cannot
 *   be used (`size`, `seconds`, `image`, `lastFrame`), of 500 when the renderer fails
 */
export async function renderVideo(request: VideoRequest, { file, signal, onProgress }: RenderOptions): Promise<void> {
  pool ??= createWorkerPool({
    name: "sandbox renderer",
    start: () => startWorker("sandbox/renderer"),
    size: MOST_THREADS,
  });
  const result = await pool.run({ type: "video", request }, { signal, onStep: onProgress });
  if (result.type !== "video")
    throw new Error(`The renderer answered with ${result.type} where a video was asked for.`);
  try {
    await writeFile(file, result.bytes, { signal, mode: 0o600 });
  } catch (error) {
    await rm(file, { force: true });
    throw signal?.aborted ? signal.reason : error;
  }
}
