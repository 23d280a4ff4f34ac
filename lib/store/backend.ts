import type { CompiledQuery, Kysely } from "kysely";
import type { DatabaseClock } from "./database-clock.ts";
import type { RequestRecordRow } from "./request-record-row.ts";
import type { RequestLogRow } from "./store.ts";
import type { StoreTables } from "./tables.ts";
import type { UsageDatabaseOptions } from "./usage/usage-database.ts";

/** Buffered writes: finished requests, their records, and the last use of each key (Unix milliseconds). */
export type Batch = {
  rows: RequestLogRow[];
  records: RequestRecordRow[];
  touches: { id: string; at: number }[];
};

/** Database behind the store: the same queries, and the parts that differ between SQLite and Postgres. */
export type Backend = {
  db: Kysely<StoreTables>;
  clock: DatabaseClock;
  /**
   * Connection for reading many rows, with single queries only: however long they take, they do not block the event
   * loop.
   */
  reader: Kysely<StoreTables>;
  /** The same database, for a worker with a connection of its own. */
  usageDatabase: UsageDatabaseOptions;
  /** Runs all queries in one transaction, or none of them. */
  writeTogether(queries: readonly CompiledQuery[]): Promise<void>;
  /** Writes all of a batch in one transaction, or nothing. Rows that already exist are not changed. */
  write(batch: Batch): Promise<void>;
  /** Writes a batch synchronously while the process exits; absent when the database is across a network. */
  writeAtExit?(batch: Batch): void;
  /** Rejects when the folder of the database is not writable, which open file handles may hide. */
  checkPlace(): Promise<void>;
  close(): Promise<void>;
};
