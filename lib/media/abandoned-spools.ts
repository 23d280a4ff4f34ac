/** Folders of files under way whose process was killed: their names are process ids, and nobody comes back for them. */
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isAlive } from "./is-alive.ts";

/** Another machine's process may have the folder in common with this one's, and an id that nobody has here. */
const CERTAINLY_OVER_MS = 24 * 3_600_000;

/** @param folder that holds one for each process */
export async function removeAbandonedSpools(folder: string): Promise<void> {
  // There is none before the first file.
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const modified = await stat(path).catch(() => undefined);
    if (modified && modified.mtimeMs < Date.now() - CERTAINLY_OVER_MS && !isAlive(Number(name)))
      await rm(path, { recursive: true, force: true });
  }
}
