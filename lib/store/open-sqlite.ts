import { constants } from "node:fs";
import { access, mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { CamelCasePlugin, Kysely } from "kysely";
import type { Backend, Batch } from "./backend.ts";
import { classifySqlite } from "./classify-fault.ts";
import { SQLITE_CLOCK } from "./database-clock.ts";
import { compileKeyTouch } from "./key-store.ts";
import { migrate } from "./migrate.ts";
import { createNodeSqliteDialect } from "./node-sqlite-dialect.ts";
import { createPrivateFile } from "./private-file.ts";
import { createSqliteReader } from "./reader/sqlite-reader.ts";
import { compileRequestLogInsert, toRequestLogParameters } from "./request-log-columns.ts";
import { compileRecordInsert, toRecordParameters } from "./request-record-store.ts";
import { createStatementRunner, type SqliteInsert, type SqliteStatement } from "./sqlite-statements.ts";
import type { RequestLogRow } from "./store.ts";
import { watchFaults, withStoreFaults } from "./store-faults.ts";
import type { StoreTables } from "./tables.ts";
import { createSqliteWriter } from "./writer/sqlite-writer.ts";
import type { Synchronous } from "./writer/writer-thread.ts";

/** Short, because it blocks the event loop; longer waits for a lock happen outside of SQLite. */
const BUSY_TIMEOUT_MS = 20;
const BUSY_TIMEOUT_AT_EXIT_MS = 2_000;
/** Ten rows in one statement cost about a third less than ten statements; more rows gain nothing. */
const ROWS_PER_INSERT = 10;

/**
 * Opens `<dataDir>/parlance.db`, created if needed, and migrates its schema. A separate thread writes it; this thread
 * reads a row or a page of rows at a time.
 * @throws when the folder or the file cannot be created or written
 */
export async function openSqlite({
  dataDir,
  synchronous,
  log,
}: {
  dataDir: string;
  synchronous?: Synchronous | undefined;
  log: (line: string) => void;
}): Promise<Backend> {
  const path = join(dataDir, "parlance.db");
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  createPrivateFile(path);
  const writer = createSqliteWriter({ path, synchronous, log });
  let database: DatabaseSync | undefined;
  try {
    await writer.open();
    database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    const dialect = createNodeSqliteDialect(database, writer);
    await migrate(new Kysely<unknown>({ dialect }));
    const { ino } = await stat(path);
    const db = new Kysely<StoreTables>({
      dialect: withStoreFaults(dialect, classifySqlite),
      plugins: [new CamelCasePlugin()],
    });
    const reader = createSqliteReader(path);
    const compileBatch = createBatchCompiler(db);
    // Without this mode SQLite would create an empty file in place of one that was moved away.
    const existing = new URL("?mode=rw", pathToFileURL(path));
    return {
      db,
      clock: SQLITE_CLOCK,
      reader,
      usageDatabase: { path },
      writeTogether(queries) {
        const statements = queries.map(({ sql, parameters }) => ({ sql, parameters: parameters as SQLInputValue[] }));
        return watchFaults(writer.runTogether(statements), classifySqlite);
      },
      write(batch) {
        const { statements, inserts } = compileBatch(batch);
        return writer.runTogether(statements, inserts);
      },
      // The other thread cannot be waited for; its connection lets this one write when its transaction has ended.
      writeAtExit(batch) {
        writer.abandon();
        const ownConnection = new DatabaseSync(existing, { timeout: BUSY_TIMEOUT_AT_EXIT_MS });
        const { statements, inserts } = compileBatch(batch);
        createStatementRunner(ownConnection).runTogether(statements, inserts);
        ownConnection.close();
      },
      // An open file stays writable when its disk has become read-only for others, and even when it was deleted.
      async checkPlace() {
        await access(dataDir, constants.W_OK | constants.X_OK);
        if ((await stat(path)).ino !== ino) throw new Error(`${path} was replaced while it was open`);
      },
      async close() {
        await reader.destroy();
        await db.destroy();
      },
    };
  } catch (error) {
    database?.close();
    await writer.close();
    throw error;
  }
}

type CompiledBatch = { statements: SqliteStatement[]; inserts: SqliteInsert[] };

/** Returns a function that turns a batch into statements. Each text is compiled once. */
function createBatchCompiler(db: Kysely<StoreTables>): (batch: Batch) => CompiledBatch {
  const inserts = new Map<number, string>();
  const touch = compileKeyTouch(db, { id: "", at: 0 }).sql;
  const record = compileRecordInsert(db).sql;

  function insertOf(rowCount: number): string {
    const known = inserts.get(rowCount);
    if (known !== undefined) return known;
    const { sql } = compileRequestLogInsert(db, rowCount);
    inserts.set(rowCount, sql);
    return sql;
  }

  function insertRows(rows: readonly RequestLogRow[]): SqliteInsert[] {
    const inserts: SqliteInsert[] = [];
    for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
      const some = rows.slice(start, start + ROWS_PER_INSERT);
      const sql = insertOf(some.length);
      const last = inserts.at(-1);
      const group = toRequestLogParameters(some);
      if (last?.sql === sql) last.groups.push(group);
      else inserts.push({ sql, groups: [group] });
    }
    return inserts;
  }

  return ({ rows, records, touches }) => {
    const statements: SqliteStatement[] = [];
    for (const row of records) statements.push({ sql: record, parameters: toRecordParameters(row) });
    for (const { id, at } of touches) statements.push({ sql: touch, parameters: [at, id, at] });
    return { statements, inserts: insertRows(rows) };
  };
}
