/** Fills a client's schema with JSON values, on a worker: a schema may take minutes. */
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { countSpareProcessors, startWorker } from "#lib/workers/start-worker.ts";
import { createWorkerPool, type WorkerPool } from "#lib/workers/worker-pool.ts";
import type { FillTask } from "./generate-value.ts";
import type { Overlaid } from "./overlay-mentions.ts";

export type FillResult = { values: Overlaid[] } | { reason: string };

type FillContext = {
  /** Path of the schema in the request. */
  field: string;
  /** Creates the error when no valid value is found. */
  createError(values: { param: string; reason: string }): GatewayError;
  signal: AbortSignal;
};

const MOST_WORKERS = 2;
const LIMITS = { timeMs: 1000, memoryBytes: 128 * 1024 * 1024 };
const QUEUE = { tasks: 64, bytes: 64 * 1024 * 1024 };

let pool: WorkerPool<FillTask, FillResult, never> | undefined;

/**
 * @returns one value for each of `task.mentions`
 * @throws the signal's reason when aborted; a GatewayError of 400 that names the field when no valid value is found
 *   within the limits, of 503 when too many schemas wait
 */
export async function fillSchema(task: FillTask, { field, createError, signal }: FillContext): Promise<Overlaid[]> {
  pool ??= createWorkerPool({
    name: "sandbox schema generator",
    start: (resourceLimits) => startWorker("sandbox/schemas", { resourceLimits }),
    size: countSpareProcessors(MOST_WORKERS),
    queue: QUEUE,
    limits: LIMITS,
  });
  const result = await pool.run(task, { signal, field });
  if ("values" in result) return result.values;
  throw createError({ param: field, reason: result.reason });
}
