import type { CompiledQuery, Kysely } from "kysely";
import type { RequestLogRow } from "./store.ts";
import type { StoreTables } from "./tables.ts";

/** What waits to be written: finished requests, and for each key when it was last used (Unix milliseconds). */
export type Batch = {
  rows: RequestLogRow[];
  touches: { id: string; at: number }[];
};

/** A database behind the store: the same queries, and what only SQLite or only Postgres does in its own way. */
export type Backend = {
  db: Kysely<StoreTables>;
  /** For readings of many rows, single queries only: however long they take, the event loop goes on. */
  reader: Kysely<StoreTables>;
  /** Runs all queries in one transaction, or none of them. */
  writeTogether(queries: readonly CompiledQuery[]): Promise<void>;
  /** Writes all of a batch in one transaction, or nothing. A row that was written before is left as it is. */
  write(batch: Batch): Promise<void>;
  /** The same at once, for the moment when the process exits; absent where the database is across a network. */
  writeAtExit?(batch: Batch): void;
  /** Rejects when the place of the database cannot be written, which open file handles may hide. */
  checkPlace(): Promise<void>;
  close(): Promise<void>;
};
