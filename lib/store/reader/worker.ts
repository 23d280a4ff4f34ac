/** The thread that reads an SQLite file, on a connection of its own that cannot write. */
import { DatabaseSync } from "node:sqlite";
import { workerData } from "node:worker_threads";
import { serveTasks } from "#lib/threads/serve-tasks.ts";
import type { ReadRow, ReadTask } from "./sqlite-reader.ts";

/** It stops nothing but this thread. */
const BUSY_TIMEOUT_MS = 5_000;

const database = new DatabaseSync(workerData.path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });

serveTasks<ReadTask, ReadRow[], never>(async ({ sql, parameters }) => ({
  result: database.prepare(sql).all(...parameters),
}));
