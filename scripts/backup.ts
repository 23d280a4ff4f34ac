/** `parlance backup`: copies the database, the stored files and the keys of a gateway on SQLite, also while it runs. */
import { chmodSync } from "node:fs";
import { copyFile, mkdir, open, readdir, rm, stat, statfs, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { toCommandLine } from "#lib/config/command-line.ts";
import { getProcessEnvironment } from "#lib/config/environment.ts";
import { loadSettings, type Settings } from "#lib/config/load-settings.ts";
import { findConfigPath } from "#lib/config/read-config-text.ts";
import { formatBytes } from "#lib/contract/format-bytes.ts";
import type { BlobStore } from "#lib/media/blob-store.ts";
import { openBlobStore } from "#lib/media/open-blob-store.ts";
import { createPrivateFile } from "#lib/store/private-file.ts";
import { type Command, readPositionals, runCommand, UsageError } from "./commands/command.ts";

/** Description of a backup, written last: a backup without it is not complete. */
export type BackupManifest = {
  version: 1;
  /** Start of the backup, in Unix milliseconds: everything that was answered before is in it. */
  startedAt: number;
  /** Stored files, images and videos by name, with their bytes. */
  blobs: Record<string, number>;
  /** Files beside the database. */
  files: string[];
};

export type BackupResult = {
  folder: string;
  blobs: number;
  bytes: number /** Names without bytes. */;
  missing: string[];
};

export const MANIFEST = "backup.json";
export const DATABASE = "parlance.db";
export const BLOBS = "blobs";
/** Keys of the data folder. */
export const KEY_FILES = ["admin-key", "secret-key"];
/** Tables whose rows name blobs. */
const OWNERS = ["files", "assets"];
/** Times at which a blob is looked for: it gets its name shortly after its row. */
const TRIES = 5;
const TRY_AGAIN_MS = 200;
/** The log and tables without files may grow while the database is copied. */
const SPARE_BYTES = 16 * 1024 * 1024;

/**
 * Backs up a gateway on SQLite, which may be running. A failed backup is removed.
 * @param target folder that is missing or empty; created with mode 0700, its files with 0600
 * @param configPath config file to copy, if it exists
 * @throws Error with the reason
 */
export async function backUp({
  settings,
  target,
  configPath,
}: {
  settings: Pick<Settings, "dataDir" | "databaseUrl" | "s3">;
  target: string;
  configPath?: string | undefined;
}): Promise<BackupResult> {
  if (settings.databaseUrl !== undefined) {
    throw new Error("the database is in Postgres (DATABASE_URL): back it up with pg_dump, and copy the stored files");
  }
  const source = join(settings.dataDir, DATABASE);
  const { size } = await stat(source).catch(() => {
    throw new Error(`${settings.dataDir} has no database; set DATA_DIR as the gateway has it`);
  });
  const folder = resolve(target);
  const isNew = await prepareFolder(folder);
  const blobs = (await openBlobStore(settings))("backup");
  try {
    await requireSpace(folder, size);
    return await fill({ folder, source, blobs, dataDir: settings.dataDir, configPath });
  } catch (error) {
    await removeContents(folder, isNew);
    throw isFull(error) ? new Error(`the disk of ${folder} is full; nothing of the backup is left`) : error;
  } finally {
    await blobs.close();
  }
}

async function fill({
  folder,
  source,
  blobs,
  dataDir,
  configPath,
}: {
  folder: string;
  source: string;
  blobs: BlobStore;
  dataDir: string;
  configPath: string | undefined;
}): Promise<BackupResult> {
  const startedAt = Date.now();
  const copy = join(folder, DATABASE);
  copyDatabase(source, copy);
  const database = new DatabaseSync(copy);
  try {
    const wanted = listBlobs(database, startedAt);
    await requireSpace(
      folder,
      [...wanted.values()].reduce((sum, bytes) => sum + bytes, 0),
    );
    await mkdir(join(folder, BLOBS), { mode: 0o700 });
    const missing: string[] = [];
    const copied: Record<string, number> = {};
    for (const [name, expected] of wanted) {
      const bytes = await copyBlob(blobs, name, join(folder, BLOBS, name));
      if (bytes === expected) copied[name] = bytes;
      else missing.push(name);
    }
    dropRows(database, missing, wanted);
    database.close();
    await sync(copy);
    const files = await copyKeys({ dataDir, folder, configPath });
    const manifest: BackupManifest = { version: 1, startedAt, blobs: copied, files };
    await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest)}\n`, { mode: 0o600, flush: true });
    const stored = Object.values(copied).reduce((sum, bytes) => sum + bytes, 0);
    return { folder, blobs: Object.keys(copied).length, bytes: (await stat(copy)).size + stored, missing };
  } finally {
    if (database.isOpen) database.close();
  }
}

/**
 * One statement that reads one state of the database, while others write. The backup API of SQLite would start again
 * at each write of the gateway.
 */
function copyDatabase(source: string, copy: string): void {
  createPrivateFile(copy);
  const database = new DatabaseSync(source, { readOnly: true, timeout: 10_000 });
  try {
    database.prepare("vacuum into ?").run(copy);
  } finally {
    database.close();
  }
  chmodSync(copy, 0o600);
}

/** Returns the bytes of each blob that a row names. */
function listBlobs(database: DatabaseSync, now: number): Map<string, number> {
  const select = (table: string) =>
    database.prepare(`select id, bytes from ${table} where expires_at is null or expires_at > ?`).all(now);
  return new Map(OWNERS.flatMap(select).map(({ id, bytes }) => [String(id), Number(bytes)]));
}

/**
 * Removes rows without bytes, which were deleted meanwhile or not answered yet, and uploads in progress, whose bytes
 * are not copied.
 */
function dropRows(database: DatabaseSync, missing: string[], wanted: Map<string, number>): void {
  database.exec("begin");
  for (const table of OWNERS) {
    const remove = database.prepare(`delete from ${table} where id = ?`);
    for (const name of missing) remove.run(name);
    for (const { id } of database.prepare(`select id from ${table}`).all()) {
      if (!wanted.has(String(id))) remove.run(String(id));
    }
  }
  database.exec("delete from uploads; commit");
}

/** Returns the copied bytes; undefined when there is no such blob. */
async function copyBlob(blobs: BlobStore, name: string, path: string): Promise<number | undefined> {
  for (let tries = 1; ; tries++) {
    if ((await blobs.bytes(name)) !== undefined) break;
    if (tries === TRIES) return undefined;
    await delay(TRY_AGAIN_MS);
  }
  // It may be deleted by now.
  const chunks = await blobs.open(name).catch(() => undefined);
  if (!chunks) return undefined;
  const handle = await open(path, "wx", 0o600);
  try {
    let bytes = 0;
    for await (const chunk of chunks) {
      await handle.writeFile(chunk);
      bytes += chunk.length;
    }
    await handle.sync();
    return bytes;
  } finally {
    await handle.close();
  }
}

async function copyKeys({
  dataDir,
  folder,
  configPath,
}: {
  dataDir: string;
  folder: string;
  configPath: string | undefined;
}): Promise<string[]> {
  const paths = [...KEY_FILES.map((name) => join(dataDir, name)), ...(configPath === undefined ? [] : [configPath])];
  const copied: string[] = [];
  for (const path of paths) {
    const name = basename(path);
    try {
      await copyFile(path, join(folder, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") continue;
      throw error;
    }
    chmodSync(join(folder, name), 0o600);
    copied.push(name);
  }
  return copied;
}

/** Returns true when the folder was created. @throws Error when it has files */
export async function prepareFolder(folder: string): Promise<boolean> {
  try {
    const names = await readdir(folder);
    if (names.length > 0) throw new Error(`${folder} is not empty; name a folder that is new or empty`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return true;
  }
  chmodSync(folder, 0o700);
  return false;
}

export async function removeContents(folder: string, withFolder: boolean): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
  if (withFolder) await rm(folder, { recursive: true, force: true });
}

/** @throws Error when the disk has less free space */
export async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= bytes + SPARE_BYTES) return;
  throw new Error(
    `the disk of ${folder} has ${formatBytes(free)} free; ${formatBytes(bytes + SPARE_BYTES)} are needed`,
  );
}

/** Returns true for the error of a full disk, also of SQLite (its code 13). */
export function isFull(error: unknown): boolean {
  const { code, errcode } = error as { code?: string; errcode?: number };
  return code === "ENOSPC" || code === "EDQUOT" || ((errcode ?? 0) & 0xff) === 13;
}

export async function sync(path: string): Promise<void> {
  const handle = await open(path, "r+");
  await handle.sync();
  await handle.close();
}

export const backup: Command = {
  name: "backup",
  usage: `${toCommandLine("backup [folder]")}
  Copies the database, the stored files and the keys into a folder that is new or empty, also while the gateway runs.`,
  async run(args) {
    const [target, ...rest] = readPositionals(args);
    if (rest.length > 0) throw new UsageError(`it takes one folder; got ${rest.length + 1}`);
    const environment = getProcessEnvironment();
    const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
    const { folder, blobs, bytes, missing } = await backUp({
      settings: loadSettings(environment),
      target: target ?? `parlance-backup-${time}`,
      configPath: findConfigPath(environment).path,
    });
    console.log(`Backed up the database and ${blobs} stored files, ${formatBytes(bytes)} together, to ${folder}`);
    if (missing.length > 0) {
      console.log(`${missing.length} files have no bytes: they were deleted meanwhile, or were being uploaded.`);
    }
    console.log("It holds the admin key and the key of the stored API keys: keep it as safe as the data folder.");
  },
};

if (import.meta.main) process.exitCode = await runCommand(backup, process.argv.slice(2));
