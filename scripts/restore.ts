/** `parlance restore`: puts a backup into an empty data folder. */
import { chmodSync } from "node:fs";
import { copyFile, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { toCommandLine } from "#lib/config/command-line.ts";
import { loadSettings, type Settings } from "#lib/config/load-settings.ts";
import { openBlobStore } from "#lib/media/open-blob-store.ts";
import { readBlob } from "#lib/media/read-blob.ts";
import {
  type BackupManifest,
  BLOBS,
  DATABASE,
  isFull,
  KEY_FILES,
  MANIFEST,
  prepareFolder,
  removeContents,
  requireSpace,
  sync,
} from "./backup.ts";
import { type Command, readPositionals, runCommand, UsageError } from "./commands/command.ts";

const manifestSchema = z.object({
  version: z.literal(1),
  startedAt: z.int(),
  blobs: z.record(z.string().regex(/^[0-9a-z]+$/), z.int().min(0)),
  files: z.array(z.string()),
}) satisfies z.ZodType<BackupManifest>;

/**
 * Restores a backup into the data folder of the settings, which must be missing or empty, and stored files into their
 * bucket where one is set. A failed restore leaves the data folder empty; the database is written last.
 * @throws Error with the reason
 */
export async function restore({
  settings,
  source,
}: {
  settings: Pick<Settings, "dataDir" | "databaseUrl" | "s3">;
  source: string;
}): Promise<BackupManifest> {
  if (settings.databaseUrl !== undefined) {
    throw new Error("DATABASE_URL is set: a backup holds an SQLite database; restore Postgres with psql or pg_restore");
  }
  const folder = resolve(source);
  const manifest = await readManifest(folder);
  const size = await checkDatabase(join(folder, DATABASE));
  const { dataDir } = settings;
  const isNew = await prepareFolder(dataDir);
  try {
    const bytes = await checkBlobs(folder, manifest);
    await requireSpace(dataDir, size + (settings.s3 ? 0 : bytes));
    await restoreBlobs(folder, { settings, manifest });
    for (const name of KEY_FILES) if (manifest.files.includes(name)) await copyPrivately(name, folder, dataDir);
    await copyPrivately(DATABASE, folder, dataDir);
    return manifest;
  } catch (error) {
    await removeContents(dataDir, isNew);
    throw isFull(error) ? new Error(`the disk of ${dataDir} is full; nothing was restored`) : error;
  }
}

async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, MANIFEST), "utf8").catch(() => {
    throw new Error(`${folder} is not a complete backup: it has no ${MANIFEST}`);
  });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error(`${join(folder, MANIFEST)} is not well-formed JSON`);
  }
  const { data } = manifestSchema.safeParse(json);
  if (!data) throw new Error(`${join(folder, MANIFEST)} is not of a backup that this version can read`);
  return data;
}

/** Returns its size in bytes. */
async function checkDatabase(path: string): Promise<number> {
  const { size } = await stat(path).catch(() => {
    throw new Error(`the backup has no ${DATABASE}`);
  });
  let state: unknown;
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    state = database.prepare("pragma quick_check").get()?.quick_check;
    database.close();
  } catch (error) {
    state = (error as Error).message;
  }
  if (state !== "ok") throw new Error(`the database of the backup is damaged: ${String(state)}`);
  return size;
}

/** Returns the bytes of all stored files. */
async function checkBlobs(folder: string, { blobs }: BackupManifest): Promise<number> {
  let sum = 0;
  for (const [name, bytes] of Object.entries(blobs)) {
    const { size } = await stat(join(folder, BLOBS, name)).catch(() => ({ size: undefined }));
    if (size !== bytes) throw new Error(`the file ${name} of the backup is ${size === undefined ? "missing" : "cut"}`);
    sum += bytes;
  }
  return sum;
}

async function restoreBlobs(
  folder: string,
  { settings, manifest }: { settings: Pick<Settings, "dataDir" | "s3">; manifest: BackupManifest },
): Promise<void> {
  const store = (await openBlobStore(settings))("restore");
  try {
    for (const [name, bytes] of Object.entries(manifest.blobs)) {
      // A bucket may still have it.
      if ((await store.bytes(name)) !== bytes)
        await store.write(name, await readBlob(join(folder, BLOBS, name)), bytes);
    }
  } finally {
    await store.close();
  }
}

async function copyPrivately(name: string, from: string, to: string): Promise<void> {
  await copyFile(join(from, name), join(to, name));
  chmodSync(join(to, name), 0o600);
  await sync(join(to, name));
}

export const restoreCommand: Command = {
  name: "restore",
  usage: `${toCommandLine("restore <folder of a backup>")}
  Puts a backup into DATA_DIR, which must be new or empty.`,
  async run(args) {
    const [source, ...rest] = readPositionals(args);
    if (source === undefined || rest.length > 0) throw new UsageError("it takes the folder of one backup");
    const settings = loadSettings();
    const { startedAt, blobs, files } = await restore({ settings, source });
    console.log(
      `Restored the database and ${Object.keys(blobs).length} stored files of ${new Date(startedAt).toISOString()} to ${settings.dataDir}`,
    );
    for (const name of files) {
      if (!KEY_FILES.includes(name)) console.log(`The config file ${name} is in the backup; copy it if you need it.`);
    }
    console.log(`Start the gateway: ${toCommandLine("start")}`);
  },
};

if (import.meta.main) process.exitCode = await runCommand(restoreCommand, process.argv.slice(2));
