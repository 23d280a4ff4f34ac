/** Stills of any finished MP4, so that videos of upstreams that give none have them too. */
import { createWorkerPool, startSandboxWorker, type WorkerPool } from "../threads/worker-pool.ts";
import type { RendererResult, RendererTask } from "./renderer-task.ts";

export type VideoStills = {
  /** WebP of a frame near the start, at most 1280 pixels across. */
  thumbnail: Uint8Array;
  /** JPEG: 5 × 5 frames over the whole length, row by row, each a quarter of the video's size and at most 320 pixels. */
  spritesheet: Uint8Array;
};

let pool: WorkerPool<RendererTask, RendererResult, number> | undefined;

/**
 * Decoded on a thread of its own, so that stills do not wait for a rendering.
 *
 * @throws the signal's reason when aborted; a GatewayError of 400 that names `file` when it is no MP4 or in a codec that
 *   cannot be decoded here, of 500 when the platform has no decoder
 */
export async function videoStills(file: string, { signal }: { signal?: AbortSignal } = {}): Promise<VideoStills> {
  pool ??= createWorkerPool({ name: "renderer", start: () => startSandboxWorker("renderer"), size: 1 });
  const result = await pool.run({ type: "stills", file }, { signal });
  if (result.type !== "stills")
    throw new Error(`The renderer answered with ${result.type} where stills were asked for.`);
  return result.stills;
}
