import { writeFileSync } from "node:fs";

const OWNER_ONLY = 0o600;

/**
 * Creates an empty file that only its owner may read, for SQLite, which would create one that all may read. The files
 * that SQLite puts beside it get its mode. An existing file is not touched: opening and closing it would release locks
 * on it.
 */
export function createPrivateFile(path: string): void {
  try {
    writeFileSync(path, "", { flag: "wx", mode: OWNER_ONLY });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
