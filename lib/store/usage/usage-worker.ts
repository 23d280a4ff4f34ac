/** Worker that reads usage, started on demand and ended when nobody has asked for a while, unless the log is large. */
import { createStorageError, type StorageFault } from "#lib/http/storage-fault.ts";
import { startWorker } from "#lib/workers/start-worker.ts";
import { createWorkerPool } from "#lib/workers/worker-pool.ts";
import type { UsageQuery, UsageQuestion } from "./usage.ts";
import type { UsageDatabaseOptions } from "./usage-database.ts";

/** An idle worker holds up to 125 MB. */
const IDLE_MS = 120_000;

export type UsageTask =
  | { type: "answer"; query: UsageQuery; questions: UsageQuestion[] }
  | { type: "encode"; hour: number };

/** Faults are returned as results: an error from another thread would lose the database's code. */
export type UsageTaskResult = { answers: unknown[] } | { data: Uint8Array } | { fault: StorageFault; reason: string };

export type UsageWorker = {
  /** Returns the answers in the order of the questions. */
  answer(query: UsageQuery, questions: UsageQuestion[]): Promise<unknown[]>;
  /** Returns the columns of an hour of the log, in hours since 1970, as they are stored. */
  encode(hour: number): Promise<Uint8Array>;
  /** Keeps it when it is idle: the next view of a large log would read all of it again. */
  stay(): void;
  close(): Promise<void>;
};

export function createUsageWorker(database: UsageDatabaseOptions): UsageWorker {
  const pool = createWorkerPool<UsageTask, UsageTaskResult, never>({
    name: "store's usage reader",
    start: () => startWorker("store/usage", { workerData: database }),
    size: 1,
  });
  let running = 0;
  let stays = false;
  let idle: NodeJS.Timeout | undefined;
  /** A task that reached a worker at its end would fail with it. */
  let closing: Promise<void> | undefined;

  function close(): Promise<void> {
    clearTimeout(idle);
    closing ??= pool.close().finally(() => {
      closing = undefined;
    });
    return closing;
  }

  async function run(task: UsageTask): Promise<Exclude<UsageTaskResult, { fault: StorageFault }>> {
    clearTimeout(idle);
    running += 1;
    try {
      await closing;
      const result = await pool.run(task, {});
      if ("fault" in result) throw createStorageError(result.fault, new Error(result.reason));
      return result;
    } finally {
      running -= 1;
      if (running === 0 && !stays) idle = setTimeout(() => void close(), IDLE_MS).unref();
    }
  }

  return {
    async answer(query, questions) {
      const result = await run({ type: "answer", query, questions });
      return "answers" in result ? result.answers : [];
    },
    async encode(hour) {
      const result = await run({ type: "encode", hour });
      return "data" in result ? result.data : new Uint8Array();
    },
    stay() {
      stays = true;
    },
    close,
  };
}
