/** Restricts the data folder to its owner, after an older version or another program left files open to others. */
import { chmod, lstat, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Names that the gateway creates in the data folder; other files may belong to others. */
const DATA_FILE_NAME = /^(?:parlance\.db(?:-wal|-shm|-journal)?|admin-key|blobs|spool)$/;
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const OTHERS_BITS = 0o077;
/** Mode of a folder such as /tmp, to which all may write. */
const STICKY = 0o1000;

/**
 * Creates the folder with mode 0700, or restricts it to that, and its files to 0600.
 * @returns a function that waits for the files in its folders, which may be many; the folders themselves are restricted
 * first
 */
export async function tightenPermissions({
  dataDir,
  log,
}: {
  dataDir: string;
  log: (line: string) => void;
}): Promise<() => Promise<void>> {
  const folders: string[] = [];

  async function tighten(path: string): Promise<void> {
    const entry = await lstat(path);
    if (entry.isDirectory()) folders.push(path);
    else if (!entry.isFile()) return;
    if ((entry.mode & OTHERS_BITS) === 0) return;
    if ((entry.mode & STICKY) !== 0) throw new Error("the folder is shared by all users");
    await chmod(path, entry.isDirectory() ? FOLDER_MODE : FILE_MODE);
  }

  async function attempt(path: string): Promise<void> {
    try {
      await tighten(path);
    } catch (error) {
      // Another instance may have removed it.
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
      log(`Other users of this machine may be able to read ${path}: ${(error as Error).message}`);
    }
  }

  async function tightenInside(folder: string, isWanted: (name: string) => boolean): Promise<void> {
    const names = await readdir(folder).catch(() => []);
    for (const name of names) if (isWanted(name)) await attempt(join(folder, name));
  }

  // The store reports a folder that cannot be created.
  await mkdir(dataDir, { recursive: true, mode: FOLDER_MODE }).catch(() => {});
  await attempt(dataDir);
  folders.length = 0;
  await tightenInside(dataDir, (name) => DATA_FILE_NAME.test(name));
  const rest = (async () => {
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      await tightenInside(folder, () => true);
    }
  })();
  return () => rest;
}
