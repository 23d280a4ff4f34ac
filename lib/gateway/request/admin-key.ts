/** Admin key: from PARLANCE_ADMIN_KEY, otherwise created at the first start in a file that only its owner can read. */
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "#lib/config/load-settings.ts";
import { hashSecret } from "#lib/store/hash-secret.ts";

export type AdminKey = {
  /** SHA-256 of the key, lower-case hex; the key itself is not held in memory. */
  hash: string;
  /** File that holds it; undefined when it comes from the environment. */
  file?: string;
};

export function loadAdminKey({ adminKey, dataDir }: Pick<Settings, "adminKey" | "dataDir">): AdminKey {
  if (adminKey !== undefined) return { hash: hashSecret(adminKey) };
  const file = getKeyPath(dataDir);
  return { hash: hashSecret(readKey(file) ?? makeKey(dataDir, file)), file };
}

/** Returns the admin key of a gateway on this machine; undefined when there is none yet. */
export function readAdminKey({ adminKey, dataDir }: Pick<Settings, "adminKey" | "dataDir">): string | undefined {
  return adminKey ?? readKey(getKeyPath(dataDir));
}

function getKeyPath(dataDir: string): string {
  return join(dataDir, "admin-key");
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
    // Two servers may start at once with one folder: the first one's key counts.
    writeFileSync(file, `${key}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    const other = (error as NodeJS.ErrnoException).code === "EEXIST" ? readKey(file) : undefined;
    if (other === undefined) throw error;
    return other;
  }
  return key;
}
