/**
 * Exclusive locks on files. The operating system releases a lock when its process ends, also by SIGKILL. Node has no
 * file locks, so a transaction of SQLite on an empty database holds one.
 */
import { DatabaseSync } from "node:sqlite";
import { createPrivateFile } from "./private-file.ts";
import { isBusy } from "./retry-while-busy.ts";

/** Another process tests the lock within microseconds. */
const TIMEOUT_MS = 1_000;

/**
 * Creates the file if needed and locks it. No other code may open the file: closing any handle of it in this process
 * would release the lock.
 * @returns a function that releases the lock
 * @throws when the file cannot be created or is already locked
 */
export function lockFile(path: string): () => void {
  createPrivateFile(path);
  const database = new DatabaseSync(path, { timeout: TIMEOUT_MS });
  try {
    // The rollback journal would be a second file.
    database.exec("pragma journal_mode = memory");
    database.exec("begin exclusive");
  } catch (error) {
    database.close();
    throw error;
  }
  return () => {
    if (database.isOpen) database.close();
  };
}

/** @throws when there is no such file, or it is not readable */
export function isFileLocked(path: string): boolean {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 0 });
  try {
    database.exec("select count(*) from sqlite_schema");
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    database.close();
  }
}
