/**
 * The sandbox's image model: paints a picture that follows the prompt's words, or edits pictures by them. No network, no
 * weights: a reader of words, a composer and a brush. All of it runs on workers, which this file starts;
 * nothing native is loaded here.
 */
import { spareProcessors, startWorker } from "#lib/workers/start-worker.ts";
import { createWorkerPool, type WorkerPool } from "#lib/workers/worker-pool.ts";
import type { PaintedImage, PaintOptions, PaintPass, PaintRequest } from "./paint-request.ts";

export type { PaintedImage, PaintOptions, PaintPass, PaintRequest } from "./paint-request.ts";

let pool: WorkerPool<PaintRequest, PaintedImage, PaintPass> | undefined;

/** A painting takes some tens of megabytes, so more would not pay. */
const MOST_THREADS = 2;
/** A second of work each, so that the last in line waits about as long as clients do. */
const QUEUE = { tasks: 64, bytes: 256 * 1024 * 1024 };

/**
 * The same request gives the same bytes. Requests beyond the number of workers wait in a bounded queue.
 *
 * @returns the encoded picture; previews go to `onPass` first, each a coarser painting of the same picture
 * @throws the signal's reason when aborted; a GatewayError of 400 that names `image` or `mask` when it cannot be used, of
 *   503 when the queue is full, of 500 when the painter itself fails, after which the next request finds it whole again
 */
export function paint(request: PaintRequest, { signal, onPass, input }: PaintOptions = {}): Promise<PaintedImage> {
  pool ??= createWorkerPool({
    name: "sandbox painter",
    start: () => startWorker("sandbox/painter"),
    size: spareProcessors(MOST_THREADS),
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
