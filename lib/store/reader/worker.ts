/** Thread that reads an SQLite file, on its own read-only connection. */
import { DatabaseSync } from "node:sqlite";
import { workerData } from "node:worker_threads";
import { serveTasks } from "#lib/workers/serve-tasks.ts";
import { classifySqlite } from "../classify-fault.ts";
import { createStatementRunner, type SqliteStatement, type StatementRunner } from "../sqlite-statements.ts";
import type { ReaderResult } from "./sqlite-reader.ts";

/** Waiting blocks only this thread. */
const BUSY_TIMEOUT_MS = 5_000;

let runner: StatementRunner | undefined;

serveTasks<SqliteStatement, ReaderResult, never>(async (statement) => {
  try {
    runner ??= createStatementRunner(new DatabaseSync(workerData.path, { readOnly: true, timeout: BUSY_TIMEOUT_MS }));
    return { result: runner.run(statement) };
  } catch (error) {
    const fault = error instanceof Error && classifySqlite(error);
    if (!fault) throw error;
    return { result: { fault, reason: error.message } };
  }
});
