import { constants } from "node:fs";
import { access, mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { CamelCasePlugin, Kysely } from "kysely";
import type { Backend, Batch } from "./backend.ts";
import { compileKeyTouch } from "./key-store.ts";
import { migrate } from "./migrate.ts";
import { createNodeSqliteDialect } from "./node-sqlite-dialect.ts";
import { createSqliteReader } from "./reader/sqlite-reader.ts";
import { compileRequestLogInsert, toRequestLogParameters } from "./request-log-columns.ts";
import { retryWhileBusy } from "./retry-while-busy.ts";
import type { StoreTables } from "./tables.ts";

/** Short, because it stops the event loop; whoever meets a longer lock waits outside of it and tries again. */
const BUSY_TIMEOUT_MS = 20;
const BUSY_TIMEOUT_AT_EXIT_MS = 2_000;
/** A checkpoint stops the event loop while it writes: about 3 ms for 250 pages, 9 ms for SQLite's usual 1,000. */
const CHECKPOINT_PAGES = 250;
/** Ten rows in one statement cost about a third less than ten statements; more rows gain nothing. */
const ROWS_PER_INSERT = 10;

/**
 * Opens `<dataDir>/parlance.db`, made when it is missing, and brings its schema up to date.
 * @throws when the folder or the file cannot be made or written
 */
export async function openSqlite({ dataDir }: { dataDir: string }): Promise<Backend> {
  const path = join(dataDir, "parlance.db");
  let database: DatabaseSync | undefined;
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const opened = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
    database = opened;
    // A change into WAL mode does not wait for other processes that are starting, whatever the busy timeout.
    await retryWhileBusy(() => opened.exec("pragma journal_mode = wal"));
    // In WAL mode "normal" survives a crash of the process; only a power cut can take the last moments of the log.
    opened.exec("pragma synchronous = normal");
    opened.exec(`pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    const dialect = createNodeSqliteDialect(opened);
    await migrate(new Kysely<unknown>({ dialect }));
    return await createBackend({ database: opened, path, dataDir });
  } catch (error) {
    database?.close();
    throw error;
  }
}

async function createBackend({
  database,
  path,
  dataDir,
}: {
  database: DatabaseSync;
  path: string;
  dataDir: string;
}): Promise<Backend> {
  const db = new Kysely<StoreTables>({
    dialect: createNodeSqliteDialect(database),
    plugins: [new CamelCasePlugin()],
  });
  const reader = createSqliteReader(path);
  const { ino } = await stat(path);
  const writeNow = createBatchWriter(database, db);

  return {
    db,
    reader,
    // Whoever has a transaction open through Kysely finishes first: this connection has one at a time.
    write: (batch) => (database.isTransaction ? db.connection().execute(async () => writeNow(batch)) : writeNow(batch)),
    writeAtExit(batch) {
      if (database.isTransaction) database.exec("rollback");
      database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_AT_EXIT_MS}`);
      writeNow(batch);
    },
    // An open file can be written when its disk has become read-only for others, and even when it was deleted.
    async checkPlace() {
      await access(dataDir, constants.W_OK | constants.X_OK);
      if ((await stat(path)).ino !== ino) throw new Error(`${path} was replaced while it was open`);
    },
    async close() {
      await reader.destroy();
      await db.destroy();
    },
  };
}

function createBatchWriter(database: DatabaseSync, db: Kysely<StoreTables>): (batch: Batch) => void {
  const inserts = new Map<number, StatementSync>();
  const touch = database.prepare(compileKeyTouch(db, { id: "", at: 0 }).sql);

  function insertOf(rowCount: number): StatementSync {
    const known = inserts.get(rowCount);
    if (known) return known;
    const statement = database.prepare(compileRequestLogInsert(db, rowCount).sql);
    inserts.set(rowCount, statement);
    return statement;
  }

  return ({ rows, touches }) => {
    database.exec("begin immediate");
    try {
      for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
        const some = rows.slice(start, start + ROWS_PER_INSERT);
        insertOf(some.length).run(...toRequestLogParameters(some));
      }
      for (const { id, at } of touches) touch.run(at, id, at);
      database.exec("commit");
    } catch (error) {
      // Some errors, such as a full disk, have rolled back already.
      if (database.isTransaction) database.exec("rollback");
      throw error;
    }
  };
}
