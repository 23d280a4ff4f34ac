/** Stills of any finished MP4, made on a worker, which this file starts; no native module is loaded here. */
import { startWorker } from "#lib/workers/start-worker.ts";
import { createWorkerPool, type WorkerPool } from "#lib/workers/worker-pool.ts";

export type VideoStills = {
  /** WebP of a frame near the start, at most 1280 pixels across. */
  thumbnail: Uint8Array;
  /**
   * JPEG of 5 × 5 frames over the whole length, row by row, each a quarter of the video's size and at most 320 pixels.
   */
  spritesheet: Uint8Array;
};

let pool: WorkerPool<string, VideoStills, never> | undefined;

/**
 * Decodes the video on one worker, so that stills never wait for a rendering.
 *
 * @throws the signal's reason when aborted; a GatewayError of 400 that names `file` when it is not an MP4 or has a
 * codec that cannot be decoded here, of 500 when the platform has no decoder
 */
export function createVideoStills(file: string, { signal }: { signal?: AbortSignal } = {}): Promise<VideoStills> {
  pool ??= createWorkerPool({ name: "video decoder", start: () => startWorker("video"), size: 1 });
  return pool.run(file, { signal });
}
