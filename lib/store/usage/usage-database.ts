/** Connection of the worker that reads usage: statements with `?` for parameters, on SQLite and Postgres. */
import type { StorageFault } from "#lib/http/storage-fault.ts";

export type UsageDatabase = {
  read<Row>(sql: string, parameters: readonly (number | string)[]): Promise<Row[]>;
  /** Returns undefined for an error that is not the database's. */
  classify(error: Error): StorageFault | undefined;
};

export type UsageDatabaseOptions = { path: string } | { databaseUrl: string };

/** The other database's client is never loaded. */
export async function openUsageDatabase(options: UsageDatabaseOptions): Promise<UsageDatabase> {
  return "path" in options ? openSqlite(options.path) : openPostgres(options.databaseUrl);
}

/** Waiting blocks only this thread. */
const BUSY_TIMEOUT_MS = 5_000;

async function openSqlite(path: string): Promise<UsageDatabase> {
  const { DatabaseSync } = await import("node:sqlite");
  const { createStatementRunner } = await import("../sqlite-statements.ts");
  const { classifySqlite } = await import("../classify-fault.ts");
  const runner = createStatementRunner(new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS }));
  return {
    classify: classifySqlite,
    async read<Row>(sql: string, parameters: readonly (number | string)[]) {
      return runner.run<Row>({ sql, parameters: [...parameters] }).rows;
    },
  };
}

async function openPostgres(databaseUrl: string): Promise<UsageDatabase> {
  const { createPostgresPool } = await import("../postgres-pool.ts");
  const { classifyPostgres } = await import("../classify-fault.ts");
  // A broken connection is replaced at the next read, which says what is wrong.
  const pool = createPostgresPool(databaseUrl, () => {}, { max: 1 });
  return {
    classify: classifyPostgres,
    async read<Row>(sql: string, parameters: readonly (number | string)[]) {
      let number = 0;
      const { rows } = await pool.query(
        sql.replaceAll("?", () => `$${++number}`),
        [...parameters],
      );
      return rows as Row[];
    },
  };
}
