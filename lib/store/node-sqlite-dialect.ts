import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { retryWhileBusy } from "./retry-while-busy.ts";

const STATEMENTS_KEPT = 100;

/**
 * Kysely on Node's own SQLite. Differs from Kysely's dialect for better-sqlite3 in three things: transactions take the
 * write lock when they begin (in WAL mode a read that turns into a write cannot wait for the lock), a held lock is
 * waited for without stopping the event loop, and schema changes run in a transaction, which SQLite can do.
 */
export function createNodeSqliteDialect(database: DatabaseSync): Dialect {
  return sqliteDialectOf(createDriver(database));
}

export function sqliteDialectOf(driver: Driver): Dialect {
  return {
    createDriver: () => driver,
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new NodeSqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function createDriver(database: DatabaseSync): Driver {
  const connection = createConnection(database);
  const execute = (sql: string) => retryWhileBusy(() => database.exec(sql));
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: () => execute("begin immediate"),
    commitTransaction: () => execute("commit"),
    rollbackTransaction: () => execute("rollback"),
    releaseConnection: async () => {},
    destroy: async () => database.close(),
  };
}

function createConnection(database: DatabaseSync): DatabaseConnection {
  const statements = new Map<string, StatementSync>();

  function prepare(sql: string): StatementSync {
    const known = statements.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    if (statements.size >= STATEMENTS_KEPT) statements.clear();
    statements.set(sql, statement);
    return statement;
  }

  return {
    executeQuery: <Row>({ sql, parameters }: CompiledQuery) =>
      retryWhileBusy((): QueryResult<Row> => {
        const statement = prepare(sql);
        const values = parameters as SQLInputValue[];
        // Only a statement that gives rows has columns.
        if (statement.columns().length > 0) return { rows: statement.all(...values) as Row[] };
        const { changes, lastInsertRowid } = statement.run(...values);
        return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
      }),
    streamQuery: () => {
      throw new Error("The SQLite store does not stream rows; read them with execute().");
    },
  };
}
