/** Checks JSON against a client's schema, on a worker: clients choose the patterns that validators run on. */
import type { JsonSchema } from "#lib/canonical/call.ts";
import { errors } from "#lib/http/errors.ts";
import { countSpareProcessors, startWorker } from "#lib/workers/start-worker.ts";
import { createWorkerPool, type WorkerPool } from "#lib/workers/worker-pool.ts";

export type CheckTask = { schema: JsonSchema; text: string };

/** `problem` is absent for JSON that is valid; `fault` says why the schema itself cannot be used. */
export type CheckResult = { problem?: string } | { fault: string };

const MOST_WORKERS = 2;
const LIMITS = { timeMs: 2_000, memoryBytes: 128 * 1024 * 1024 };
const QUEUE = { tasks: 256, bytes: 64 * 1024 * 1024 };

let pool: WorkerPool<CheckTask, CheckResult, never> | undefined;

/**
 * @param field path of the schema in the request, for errors
 * @returns what is wrong with the text and where; undefined when it is valid
 * @throws GatewayError 400 for a schema that cannot be used, 503 when too many checks wait, the signal's reason when
 *   aborted
 */
export async function checkJson(
  task: CheckTask,
  { field, signal }: { field: string; signal: AbortSignal },
): Promise<string | undefined> {
  pool ??= createWorkerPool({
    name: "schema validator",
    start: (resourceLimits) => startWorker("json-schema", { resourceLimits }),
    size: countSpareProcessors(MOST_WORKERS),
    queue: QUEUE,
    limits: LIMITS,
  });
  const result = await pool.run(task, { signal, field, bytes: task.text.length });
  if ("fault" in result) throw errors.schemaUnusable({ param: field, reason: result.fault });
  return result.problem;
}
