/** Stills of any finished MP4, for videos of upstreams without stills. */
import { startWorker } from "#lib/workers/start-worker.ts";
import { createWorkerPool, type WorkerPool } from "#lib/workers/worker-pool.ts";
import type { RendererResult, RendererTask, VideoStills } from "./renderer-task.ts";

export type { VideoStills } from "./renderer-task.ts";

let pool: WorkerPool<RendererTask, RendererResult, number> | undefined;

/**
 * Decodes on a separate worker, so that stills do not wait for a rendering.
 *
 * @throws the signal's reason when aborted; a GatewayError of 400 that names `file` when it is not an MP4 or has a
 * codec that cannot be decoded here, of 500 when the platform has no decoder
 */
export async function videoStills(file: string, { signal }: { signal?: AbortSignal } = {}): Promise<VideoStills> {
  pool ??= createWorkerPool({ name: "sandbox renderer", start: () => startWorker("sandbox/renderer"), size: 1 });
  const result = await pool.run({ type: "stills", file }, { signal });
  if (result.type !== "stills")
    throw new Error(`The renderer answered with ${result.type} where stills were asked for.`);
  return result.stills;
}
