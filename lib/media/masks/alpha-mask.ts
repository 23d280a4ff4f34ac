/** Masks in the form of the image dialects: a PNG that is transparent in the area to change (wire-formats §5.2). */
import { startWorker } from "#lib/workers/start-worker.ts";
import { createWorkerPool, type WorkerPool } from "#lib/workers/worker-pool.ts";
import type { MaskResult } from "./convert-mask.ts";

/** A mask has at most 4 MB. */
const QUEUE = { tasks: 64, bytes: 64 * 1024 * 1024 };

let pool: WorkerPool<Uint8Array, MaskResult, never> | undefined;

/**
 * @returns the mask itself when it has transparent pixels. Otherwise a black and white mask, with white as the area to
 * change, converted to transparency; undefined when the meaning is unclear: greys, or one of the two missing
 * @throws an Error with the reason when the pixels cannot be decoded; a GatewayError of 503 when too many masks wait
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
