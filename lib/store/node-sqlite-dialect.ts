import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { retryWhileBusy } from "./retry-while-busy.ts";
import { createStatementRunner, type SqliteStatement } from "./sqlite-statements.ts";
import type { SqliteTransaction, SqliteWriter } from "./writer/sqlite-writer.ts";

/**
 * Kysely dialect for Node's own SQLite. It differs from Kysely's dialect for better-sqlite3 in three things: the writer
 * runs all writes, reads outside of transactions run at once on their own connection and see every write that was
 * awaited before them, and schema changes run in a transaction, which SQLite supports.
 * @param database connection that reads; closed with the writer when Kysely is destroyed
 */
export function createNodeSqliteDialect(database: DatabaseSync, writer: SqliteWriter): Dialect {
  return sqliteDialectOf(createDriver(database, writer));
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

  /** True, since a look-up would otherwise wait for running writes. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function createDriver(database: DatabaseSync, writer: SqliteWriter): Driver {
  const reader = createStatementRunner(database);
  const transactions = new Map<DatabaseConnection, SqliteTransaction>();

  function createConnection(): DatabaseConnection {
    const connection: DatabaseConnection = {
      async executeQuery<Row>({ sql, parameters, query }: Parameters<DatabaseConnection["executeQuery"]>[0]) {
        const statement: SqliteStatement = { sql, parameters: parameters as SQLInputValue[] };
        const transaction = transactions.get(connection);
        if (transaction) return (await transaction.run(statement)) as QueryResult<Row>;
        if (query.kind === "SelectQueryNode") return retryWhileBusy(() => reader.run<Row>(statement));
        return (await writer.run(statement)) as QueryResult<Row>;
      },
      streamQuery: () => {
        throw new Error("The SQLite store does not stream rows; read them with execute().");
      },
    };
    return connection;
  }

  return {
    init: async () => {},
    acquireConnection: async () => createConnection(),
    async beginTransaction(connection) {
      transactions.set(connection, await writer.begin());
    },
    async commitTransaction(connection) {
      await transactions.get(connection)?.commit();
      transactions.delete(connection);
    },
    rollbackTransaction: rollBack,
    // Kysely leaves a transaction that was aborted from outside to the driver.
    releaseConnection: rollBack,
    async destroy() {
      database.close();
      await writer.close();
    },
  };

  async function rollBack(connection: DatabaseConnection): Promise<void> {
    const transaction = transactions.get(connection);
    transactions.delete(connection);
    await transaction?.rollBack();
  }
}
