/**
 * The sandbox's image model: paints a picture from the prompt's words, or edits pictures. No network, no weights: it
 * reads words, composes and draws. All of it runs on workers, which this file starts; no native module is loaded here.
 */
import { countSpareProcessors, startWorker } from "#lib/workers/start-worker.ts";
import { createWorkerPool, type WorkerPool } from "#lib/workers/worker-pool.ts";
import type { PaintedImage, PaintOptions, PaintPass, PaintRequest } from "./paint-request.ts";

export type { PaintedImage, PaintOptions, PaintPass, PaintRequest } from "./paint-request.ts";

let pool: WorkerPool<PaintRequest, PaintedImage, PaintPass> | undefined;

/** Limit on workers: a painting takes tens of megabytes. */
const MOST_THREADS = 2;
/** Each takes about a second, so the last in the queue waits about as long as clients do. */
const QUEUE = { tasks: 64, bytes: 256 * 1024 * 1024 };

/**
 * Paints a picture; the same request gives the same bytes. Requests beyond the number of workers wait in a bounded
 * queue.
 *
 * @returns the encoded picture; previews go to `onPass` first, each a coarser painting of the same picture
 * @throws the signal's reason when aborted; a GatewayError of 400 that names `image` or `mask` when it cannot be used,
 * of 503 when the queue is full, of 500 when the painter itself fails, which does not affect the next request
 */
export function paint(request: PaintRequest, { signal, onPass, input }: PaintOptions = {}): Promise<PaintedImage> {
  pool ??= createWorkerPool({
    name: "sandbox painter",
    start: () => startWorker("sandbox/painter"),
    size: countSpareProcessors(MOST_THREADS),
    queue: QUEUE,
  });
  return pool.run(request, {
    signal,
    onStep: onPass,
    bytes: input?.bytes ?? inputBytes(request),
    ...(input && { prepare: async (waiting) => ({ ...waiting, ...(await input.load()) }) }),
  });
}

function inputBytes({ sources = [], mask }: PaintRequest): number {
  return [...sources, ...(mask ? [mask] : [])].reduce((sum, { length }) => sum + length, 0);
}
