/** Masks in the form of the image conventions: a PNG that is transparent where the image is to change (wire-formats §5.2). */
import { startWorker } from "#lib/workers/start-worker.ts";
import { createWorkerPool, type WorkerPool } from "#lib/workers/worker-pool.ts";
import type { MaskResult } from "./convert-mask.ts";

/** A mask has at most 4 MB. */
const QUEUE = { tasks: 64, bytes: 64 * 1024 * 1024 };

let pool: WorkerPool<Uint8Array, MaskResult, never> | undefined;

/**
 * @returns the mask itself where it has transparent places. Without any, black and white are read as a mask, white for what
 *   is to change, and come back as transparency; undefined when that would be a guess: greys, or one of the two missing
 * @throws an Error with the reason for pixels that cannot be decoded; a GatewayError of 503 when too many masks wait
 */
export async function toAlphaMask(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  pool ??= createWorkerPool({ name: "mask reader", start: () => startWorker("media/masks"), size: 1, queue: QUEUE });
  const result = await pool.run(bytes, { bytes: bytes.length });
  switch (result.type) {
    case "unchanged":
      return bytes;
    case "converted":
      return result.bytes;
    case "ambiguous":
      return undefined;
    case "unreadable":
      throw new Error(result.reason);
  }
}
