/**
 * The built pages in the package: thousands of files, and npm takes a millisecond for each file that it installs. They
 * are one archive, which the first start unpacks, or `parlance unpack`.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { accessSync, constants, globSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { programRoot } from "#lib/config/program-root.ts";
import { startWorker } from "#lib/workers/start-worker.ts";

/** Folder of the archive in the package, and of what is unpacked. */
export const PAGES_FOLDER = "pages";
/** The archive's name is that of the build, with this at its end. */
export const ARCHIVE_ENDING = ".tar.zst";

const DAY_MS = 86_400_000;
/** Pages of other versions that were not started for so long are deleted. */
const UNUSED_DAYS = 30;

export type UnpackJob = { archive: string; folder: string };

type UnpackOptions = {
  archive: string;
  /** Folder of the data, for an installation that this user cannot write. */
  dataDir: string;
  /** Folder that is tried first, that of the archive. */
  beside?: string;
};

/** @returns the archive's path; undefined in the repository and in the images, whose pages are files */
export function findPagesArchive(root = programRoot): string | undefined {
  const [name] = globSync(`${PAGES_FOLDER}/*${ARCHIVE_ENDING}`, { cwd: root });
  return name && join(root, name);
}

/**
 * Unpacks the pages beside their archive, or else below the folder of the data, unless they are there already. Safe to
 * call from several processes at once.
 * @returns folder of the pages
 * @throws Error of the last place that was tried
 */
export async function unpackPages({ archive, dataDir, beside = dirname(archive) }: UnpackOptions): Promise<string> {
  const build = basename(archive, ARCHIVE_ENDING);
  const places = [beside, join(dataDir, PAGES_FOLDER)].map((parent) => join(parent, build));
  const present = places.find(isReadable);
  if (present !== undefined) {
    await noteUse(present);
    return present;
  }
  let failure: unknown;
  for (const place of places) {
    try {
      await unpackInto(archive, place);
      await deleteUnused(place);
      return place;
    } catch (error) {
      failure = error;
    }
  }
  const reason = failure instanceof Error ? failure.message : String(failure);
  throw new Error(`${archive} could not be unpacked in ${places.at(-1)}: ${reason}`, { cause: failure });
}

/** The folder appears with all its files: nobody reads half of the pages, and of two processes one comes first. */
async function unpackInto(archive: string, place: string): Promise<void> {
  await mkdir(dirname(place), { recursive: true, mode: 0o700 });
  const draft = `${place}-${randomUUID()}`;
  try {
    // Other users may read it, as what npm has installed: a temp folder of Node would be this user's alone.
    await mkdir(draft);
    const job: UnpackJob = { archive, folder: draft };
    const [status] = await once(startWorker("server/packaged-pages", { workerData: job }), "exit");
    if (status !== 0) throw new Error(`unpacking ${archive} ended with ${status}`);
    await rename(draft, place);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!isReadable(place)) throw error;
  }
}

/** False also for pages that another user has unpacked for nobody else. */
function isReadable(place: string): boolean {
  try {
    accessSync(place, constants.R_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Fails where another user has unpacked the pages: there nothing is deleted either. */
function noteUse(folder: string): Promise<void> {
  const now = new Date();
  return utimes(folder, now, now).catch(() => {});
}

/** Gateways of an older version may still run on the same data. What cannot be deleted stays. */
async function deleteUnused(used: string): Promise<void> {
  const folder = dirname(used);
  const others = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))
    .filter((other) => other !== used);
  // Another process may delete its own draft meanwhile.
  await Promise.allSettled(others.map(deleteIfUnused));
}

async function deleteIfUnused(folder: string): Promise<void> {
  const { mtimeMs } = await stat(folder);
  if (Date.now() - mtimeMs > UNUSED_DAYS * DAY_MS) await rm(folder, { recursive: true, force: true });
}
