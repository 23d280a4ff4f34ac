import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { QueryResult } from "kysely";

/** Limit on the prepared statements of one connection. */
const MAX_PREPARED = 100;

export type SqliteStatement = { sql: string; parameters: SQLInputValue[] };

/** One insert of several groups of rows. Its values are strings, numbers and null, so that it can be sent as JSON. */
export type SqliteInsert = { sql: string; groups: (string | number | null)[][] };

export type StatementRunner = {
  run<Row>(statement: SqliteStatement): QueryResult<Row>;
  /** Runs all inserts and statements in one transaction, or none of them. */
  runTogether(statements: SqliteStatement[], inserts?: readonly SqliteInsert[]): void;
  /** Ends an open transaction. Some errors, such as a full disk, have already rolled it back. */
  rollBack(): void;
};

/** Returns the functions that run statements on this connection; each text is prepared once. */
export function createStatementRunner(database: DatabaseSync): StatementRunner {
  const prepared = new Map<string, StatementSync>();

  function prepare(sql: string): StatementSync {
    const known = prepared.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    if (prepared.size >= MAX_PREPARED) prepared.clear();
    prepared.set(sql, statement);
    return statement;
  }

  function run<Row>({ sql, parameters }: SqliteStatement): QueryResult<Row> {
    const statement = prepare(sql);
    // Only a statement that returns rows has columns.
    if (statement.columns().length > 0) return { rows: statement.all(...parameters) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  function rollBack(): void {
    if (database.isTransaction) database.exec("rollback");
  }

  return {
    run,
    rollBack,
    runTogether(statements, inserts = []) {
      database.exec("begin immediate");
      try {
        for (const { sql, groups } of inserts) for (const values of groups) prepare(sql).run(...values);
        for (const { sql, parameters } of statements) prepare(sql).run(...parameters);
        database.exec("commit");
      } catch (error) {
        rollBack();
        throw error;
      }
    },
  };
}
