/** Facts of an attached document, read on a worker. */

import { errors } from "#lib/http/errors.ts";
import { approximateSize } from "#lib/prompts/file-bytes.ts";
import { countSpareProcessors, startWorker } from "#lib/workers/start-worker.ts";
import { createWorkerPool, type WorkerPool } from "#lib/workers/worker-pool.ts";
import type { DocumentFacts, DocumentResult, DocumentTask } from "./document-facts.ts";

const MOST_WORKERS = 2;
const LIMITS = { timeMs: 2000, memoryBytes: 320 * 1024 * 1024 };
const QUEUE = { tasks: 32, bytes: 256 * 1024 * 1024 };

let pool: WorkerPool<DocumentTask, DocumentResult, never> | undefined;

/**
 * @param field path of the attachment in the request
 * @throws the signal's reason when aborted; a GatewayError of 400 that names the field when the document exceeds the
 * limits, of 503 when too many documents wait
 */
export async function readDocument(
  task: DocumentTask,
  { field, signal }: { field: string; signal: AbortSignal },
): Promise<DocumentFacts> {
  pool ??= createWorkerPool({
    name: "sandbox document reader",
    start: (resourceLimits) => startWorker("sandbox/documents", { resourceLimits }),
    size: countSpareProcessors(MOST_WORKERS),
    queue: QUEUE,
    limits: LIMITS,
  });
  const result = await pool.run(task, { signal, field, bytes: approximateSize(task) });
  if (!("reason" in result)) return result;
  throw errors.documentTooComplex({ param: field, reason: result.reason });
}
