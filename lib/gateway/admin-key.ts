/** The admin key: from PARLANCE_ADMIN_KEY, else made at the first start and kept in a file that only the owner can read. */
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "#lib/config/load-settings.ts";
import { hashSecret } from "#lib/store/hash-secret.ts";

export type AdminKey = {
  /** SHA-256 of the key, lower-case hex: all that is kept in memory. */
  hash: string;
  /** The file that holds it; undefined when the environment does. */
  file?: string;
};

export function loadAdminKey({ adminKey, dataDir }: Pick<Settings, "adminKey" | "dataDir">): AdminKey {
  if (adminKey !== undefined) return { hash: hashSecret(adminKey) };
  const file = join(dataDir, "admin-key");
  return { hash: hashSecret(readKey(file) ?? makeKey(dataDir, file)), file };
}

function readKey(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function makeKey(dataDir: string, file: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const key = `pk_admin_${randomBytes(32).toString("base64url")}`;
  try {
    // Two servers may start at once over one folder: the first one's key counts.
    writeFileSync(file, `${key}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    const other = (error as NodeJS.ErrnoException).code === "EEXIST" ? readKey(file) : undefined;
    if (other === undefined) throw error;
    return other;
  }
  return key;
}
