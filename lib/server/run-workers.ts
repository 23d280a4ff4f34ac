/** Primary of `PARLANCE_WORKERS`: starts the workers that share its port, restarts those that end, and stops them. */
import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { WORKER_VARIABLE } from "#lib/config/load-settings.ts";

/** Message to a worker that asks it to stop as at SIGTERM. */
export const STOP = "stop";

const FIRST_RESTART_MS = 500;
const LONGEST_RESTART_MS = 30_000;
/** Time after which a worker counts as well: its next restart is quick again. */
const WELL_MS = 60_000;

/** Never returns. The process ends with status 1 when the first worker cannot start, as one process would. */
export async function runWorkers(count: number): Promise<void> {
  let stopping = false;
  const stop = () => {
    // A second signal ends everything at once.
    if (stopping) for (const worker of listWorkers()) worker.process.kill("SIGKILL");
    stopping = true;
    for (const worker of listWorkers()) if (worker.isConnected()) worker.send(STOP);
    exitWhenAllEnded();
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);

  function exitWhenAllEnded(): void {
    if (listWorkers().length === 0) process.exit(0);
  }

  /** Keeps one worker running. @param slot 1 to `count`; its label in metrics */
  function keepRunning(slot: number, restartMs = FIRST_RESTART_MS): Worker {
    const startedAt = performance.now();
    const worker = cluster.fork({ [WORKER_VARIABLE]: String(slot) });
    worker.once("exit", (code, signal) => {
      if (stopping) return exitWhenAllEnded();
      // The message of a failed start was printed by the worker.
      if (worker === first && !firstIsReady) process.exit(code || 1);
      const isWell = performance.now() - startedAt > WELL_MS;
      const waitMs = isWell ? FIRST_RESTART_MS : restartMs;
      console.error(`Worker ${slot} ended (${signal ?? `status ${code}`}); it is started again in ${waitMs} ms.`);
      setTimeout(() => {
        if (!stopping) keepRunning(slot, Math.min(waitMs * 2, LONGEST_RESTART_MS));
      }, waitMs);
    });
    return worker;
  }

  let firstIsReady = false;
  // Migrations, new keys and errors of the settings are made and printed once.
  const first: Worker = keepRunning(1);
  await once(first, "listening");
  firstIsReady = true;
  for (let slot = 2; slot <= count && !stopping; slot++) keepRunning(slot);
}

function listWorkers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}
