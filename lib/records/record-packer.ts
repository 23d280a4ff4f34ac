/** RecordPacker: packs records on a worker, so that neither the search for secrets nor the compression blocks a stream. */
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import type { RequestRecord } from "#lib/contract/request-record.ts";
import { startWorker } from "#lib/workers/start-worker.ts";
import { createWorkerPool, type WorkerPool } from "#lib/workers/worker-pool.ts";
import type { PackRequest } from "./pack-record.ts";

/** Records that wait for the worker; beyond it they are dropped, and their requests have no record. */
const QUEUE = { tasks: 2_000, bytes: 128 * 1024 * 1024 };
const LIMITS = { timeMs: 20_000, memoryBytes: 768 * 1024 * 1024 };
/** Limit on a record that is read, far above what one of the recorder's size can have. */
const LARGEST_RECORD = 512 * 1024 * 1024;

export type RecordPacker = {
  /** @throws GatewayError 503 when too many records wait */
  pack(request: PackRequest, options: { bytes: number }): Promise<Uint8Array>;
  close(): Promise<void>;
};

/** The worker starts with the first record. */
export function createRecordPacker(): RecordPacker {
  let pool: WorkerPool<PackRequest, Uint8Array, never> | undefined;
  return {
    pack(request, { bytes }) {
      pool ??= createWorkerPool({
        name: "record packer",
        start: (resourceLimits) => startWorker("records", { resourceLimits }),
        size: 1,
        queue: QUEUE,
        limits: LIMITS,
      });
      return pool.run(request, { bytes });
    },
    close: async () => pool?.close(),
  };
}

const decompress = promisify(brotliDecompress);

/** @throws when the bytes are no packed record */
export async function unpackRecord(payload: Uint8Array): Promise<RequestRecord> {
  const text = await decompress(payload, { maxOutputLength: LARGEST_RECORD });
  return JSON.parse(text.toString("utf8"));
}
