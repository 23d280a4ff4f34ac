/**
 * The sandbox's image model: paints a picture that follows the prompt's words, or edits pictures by them. No network, no
 * weights: a reader of words, a composer and a brush. All of it runs on threads of its own, of which this is the door;
 * nothing native is loaded here.
 */
import { createWorkerPool, spareProcessors, startWorker, type WorkerPool } from "#lib/threads/worker-pool.ts";
import type { PaintedImage, PaintOptions, PaintPass, PaintRequest } from "./paint-request.ts";

export type { PaintedImage, PaintOptions, PaintPass, PaintRequest } from "./paint-request.ts";

let pool: WorkerPool<PaintRequest, PaintedImage, PaintPass> | undefined;

/** A painting takes some tens of megabytes, so more would not pay. */
const MOST_THREADS = 2;

/**
 * The same request gives the same bytes. Requests beyond the number of threads wait in line.
 *
 * @returns the encoded picture; previews go to `onPass` first, each a coarser painting of the same picture
 * @throws the signal's reason when aborted; a GatewayError of 400 that names `image` or `mask` when it cannot be used, of
 *   500 when the painter itself fails, after which the next request finds it whole again
 */
export function paint(request: PaintRequest, options: PaintOptions = {}): Promise<PaintedImage> {
  pool ??= createWorkerPool({
    name: "sandbox painter",
    start: () => startWorker("sandbox/painter"),
    size: spareProcessors(MOST_THREADS),
  });
  return pool.run(request, { signal: options.signal, onStep: options.onPass });
}
