import type { SQLInputValue } from "node:sqlite";
import { CamelCasePlugin, type CompiledQuery, type DatabaseConnection, Kysely, type QueryResult } from "kysely";
import { createWorkerPool, startWorker, type WorkerPool } from "#lib/threads/worker-pool.ts";
import { sqliteDialectOf } from "../node-sqlite-dialect.ts";
import type { StoreTables } from "../tables.ts";

export type ReadTask = { sql: string; parameters: SQLInputValue[] };
export type ReadRow = Record<string, unknown>;

/**
 * The same tables, read on a thread that is started when it is first needed: sums over many rows take SQLite up to
 * seconds, in which no stream would go on. It sees what has been committed, and writes nothing.
 */
export function createSqliteReader(path: string): Kysely<StoreTables> {
  const pool: WorkerPool<ReadTask, ReadRow[], never> = createWorkerPool({
    name: "store's reader",
    start: () => startWorker("store/reader", { path }),
    size: 1,
  });
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const rows = await pool.run({ sql, parameters: parameters as SQLInputValue[] }, {});
      return { rows: rows as Row[] };
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
