import { availableParallelism } from "node:os";
import type { SQLInputValue } from "node:sqlite";
import { CamelCasePlugin, type CompiledQuery, type DatabaseConnection, Kysely, type QueryResult } from "kysely";
import { createStorageError, type StorageFault } from "#lib/http/storage-fault.ts";
import { startWorker } from "#lib/workers/start-worker.ts";
import { createWorkerPool, type WorkerPool } from "#lib/workers/worker-pool.ts";
import { sqliteDialectOf } from "../node-sqlite-dialect.ts";
import type { SqliteStatement } from "../sqlite-statements.ts";
import type { StoreTables } from "../tables.ts";

const MOST_READERS = 4;

/** Faults are returned as results: an error from another thread would lose SQLite's code. */
export type ReaderResult = QueryResult<unknown> | { fault: StorageFault; reason: string };

/**
 * Reads the same tables on a thread that starts on demand: sums over many rows take SQLite up to seconds, which would
 * block every stream. It sees committed data, and writes nothing.
 */
export function createSqliteReader(path: string): Kysely<StoreTables> {
  const pool: WorkerPool<SqliteStatement, ReaderResult, never> = createWorkerPool({
    name: "store's reader",
    start: () => startWorker("store/reader", { workerData: { path } }),
    // The parts of a reply are read at the same time.
    size: Math.min(MOST_READERS, availableParallelism()),
  });
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const result = await pool.run({ sql, parameters: parameters as SQLInputValue[] }, {});
      if ("fault" in result) throw createStorageError(result.fault, new Error(result.reason));
      return result as QueryResult<Row>;
    },
    streamQuery: unsupported,
  };
  const dialect = sqliteDialectOf({
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: unsupported,
    commitTransaction: unsupported,
    rollbackTransaction: unsupported,
    releaseConnection: async () => {},
    destroy: () => pool.close(),
  });
  return new Kysely<StoreTables>({ dialect, plugins: [new CamelCasePlugin()] });
}

function unsupported(): never {
  throw new Error("The store's reader takes single queries only.");
}
