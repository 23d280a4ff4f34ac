/** Admin key: from PARLANCE_ADMIN_KEY, otherwise created at the first start in a file that only its owner can read. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Settings } from "#lib/config/load-settings.ts";
import { hashSecret } from "#lib/store/hash-secret.ts";
import { createKeyFile, readKeyFile } from "#lib/store/key-file.ts";

export type AdminKey = {
  /** SHA-256 of the key, lower-case hex; the key itself is not held in memory. */
  hash: string;
  /** File that holds it; undefined when it comes from the environment. */
  file?: string;
};

export function loadAdminKey({ adminKey, dataDir }: Pick<Settings, "adminKey" | "dataDir">): AdminKey {
  if (adminKey !== undefined) return { hash: hashSecret(adminKey) };
  const file = getKeyPath(dataDir);
  return { hash: hashSecret(readKeyFile(file) ?? createKeyFile(file, createAdminKey())), file };
}

/** Returns the admin key of a gateway on this machine; undefined when there is none yet. */
export function readAdminKey({ adminKey, dataDir }: Pick<Settings, "adminKey" | "dataDir">): string | undefined {
  return adminKey ?? readKeyFile(getKeyPath(dataDir));
}

function getKeyPath(dataDir: string): string {
  return join(dataDir, "admin-key");
}

function createAdminKey(): string {
  return `pk_admin_${randomBytes(32).toString("base64url")}`;
}
