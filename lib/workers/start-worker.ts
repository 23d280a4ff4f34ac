import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type ResourceLimits, Worker } from "node:worker_threads";
import { programRoot } from "#lib/config/program-root.ts";

type StartOptions = {
  /** Data for the start of the worker. */
  workerData?: unknown;
  /** V8's own limits; past them the worker ends with `ERR_WORKER_OUT_OF_MEMORY`. */
  resourceLimits?: ResourceLimits;
};

/**
 * Runs the worker of a folder of `lib`.
 * @param folder such as "sandbox/painter"
 */
export function startWorker(folder: string, options: StartOptions = {}): Worker {
  const name = folder.replaceAll("/", "-");
  // The worker gets no flags of the process, such as a test runner's loaders.
  return new Worker(/* turbopackIgnore: true */ findWorkerFile(folder), { execArgv: [], name, ...options });
}

/** Returns the number of processors for a pool: one is left to the gateway itself. */
export function countSpareProcessors(most: number): number {
  return Math.max(1, Math.min(most, availableParallelism() - 1));
}

/** In the repository, and compiled, as in the package. */
const WORKER_FILES = ["worker.ts", "worker.js"];

function findWorkerFile(folder: string): string {
  const file = WORKER_FILES.map((name) => join(/* turbopackIgnore: true */ programRoot, "lib", folder, name)).find(
    (path) => existsSync(/* turbopackIgnore: true */ path),
  );
  if (file === undefined) throw new Error(`The worker of ${folder} is not in ${join(programRoot, "lib")}.`);
  return file;
}
