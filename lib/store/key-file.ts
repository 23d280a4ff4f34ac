/** Key that is in a file of the data folder, which only its owner can read. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Returns undefined for a file that is missing or empty. */
export function readKeyFile(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes a new key, and returns the key that counts: the one of the process that created the file first. */
export function createKeyFile(file: string, key: string): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, `${key}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    const other = (error as NodeJS.ErrnoException).code === "EEXIST" ? readKeyFile(file) : undefined;
    if (other === undefined) throw error;
    return other;
  }
  return key;
}
