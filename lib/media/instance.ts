/** Instance: one running gateway among others that share its data folder or its database. */
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { createRandomName } from "./create-random-name.ts";
import type { Presence } from "./presence.ts";

export type Instance = {
  /** Random, since containers share process ids and hostnames. */
  id: string;
  /** Folder for temp files of this instance only. */
  folder: string;
  /** Returns true when the instance of this id has certainly ended; false when that is unknown. */
  hasEnded(id: string): Promise<boolean>;
  /** Ends the instance's sign of life and removes its folder. */
  close(): Promise<void>;
};

const ID_LENGTH = 24;
/** Ids of instances with a sign of life, which shows when they end. */
const SEEN = /^[0-9a-z]{24}$/;
const SWEEP_MS = 4_000;
/** A folder without a sign of life belongs to an older version, or to an instance that ended during its start. */
const CERTAINLY_OVER_MS = 24 * 3_600_000;

/**
 * @param folder folder with a subfolder for each instance; those of ended instances are removed at once and every few
 * seconds
 * @param onEnded called before the folder of an ended instance is removed, and again later when it fails
 */
export async function openInstance({
  folder: parent,
  presence,
  onEnded = async () => {},
  log,
}: {
  folder: string;
  presence: Presence;
  onEnded?: (id: string) => Promise<void>;
  log: (line: string) => void;
}): Promise<Instance> {
  let id = createRandomName(ID_LENGTH);
  const folder = join(parent, id);
  /** Ended instances whose folders this instance removed. */
  const ended = new Set<string>();
  const endPresence = await presence.show(folder).catch((error: unknown) => {
    // With a remote database, a gateway without media can run on a read-only disk.
    log(`The data folder cannot be written; requests with large files will fail: ${String(error)}`);
    id = `unseen-${id}`;
    return async () => {};
  });

  async function sweep(): Promise<void> {
    for (const name of await readdir(parent).catch(() => [])) {
      const path = join(parent, name);
      const modified = await stat(path).catch(() => undefined);
      if (path === folder || !modified) continue;
      const isOver = (await presence.hasEnded(path)) ?? modified.mtimeMs < Date.now() - CERTAINLY_OVER_MS;
      if (!isOver) continue;
      await onEnded(name);
      ended.add(name);
      await rm(path, { recursive: true, force: true });
    }
  }

  let sweeping = Promise.resolve();
  function sweepInBackground(): void {
    sweeping = sweeping.then(sweep).catch((error) => log(`Old temp files could not be removed: ${error}`));
  }
  const sweeper = setInterval(sweepInBackground, SWEEP_MS).unref();
  sweepInBackground();

  return {
    id,
    folder,
    async hasEnded(other) {
      if (!presence.isImmediate || other === id || !SEEN.test(other)) return false;
      if (ended.has(other)) return true;
      const path = join(parent, other);
      // A running instance has a folder; an instance without one has ended.
      return (await presence.hasEnded(path).catch(() => false)) ?? !(await exists(path));
    },
    async close() {
      clearInterval(sweeper);
      await sweeping;
      await endPresence();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== "ENOENT",
  );
}
