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
  /** False while claims of others may have expired only because nobody could reach the database. */
  knowsOthers(): boolean;
  /** Ends the instance's sign of life and removes its folder. */
  close(): Promise<void>;
};

const ID_LENGTH = 24;
/** Ids of instances with a sign of life, which shows when they end. */
const SEEN = /^[0-9a-z]{24}$/;
const SWEEP_MS = 4_000;
/** Sign of life of older versions on Postgres, which they write again and again. */
const OLD_SIGN = "heartbeat";
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
  /** Ended instances without a folder here for which `onEnded` was called. */
  const settled = new Set<string>();
  const endPresence = await presence.show({ id, folder }).catch((error: unknown) => {
    log(`The data folder cannot be written; requests with large files will fail: ${String(error)}`);
    id = `unseen-${id}`;
    return async () => {};
  });

  async function sweep(): Promise<void> {
    const folders = await readdir(parent).catch(() => []);
    for (const name of folders) {
      const path = join(parent, name);
      const isOver = async () => (await presence.isAbandoned({ id: name, folder: path })) ?? (await isOld(path));
      if (path === folder || !(await isOver())) continue;
      await onEnded(name);
      settled.add(name);
      await rm(path, { recursive: true, force: true });
    }
    const abandoned = await presence.listAbandoned();
    for (const other of settled) if (!abandoned.includes(other)) settled.delete(other);
    for (const other of abandoned) {
      if (other === id || settled.has(other)) continue;
      await onEnded(other);
      settled.add(other);
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
      if (other === id || !SEEN.test(other)) return false;
      return (await presence.hasEnded({ id: other, folder: join(parent, other) }).catch(() => false)) ?? false;
    },
    knowsOthers: presence.knowsOthers,
    async close() {
      clearInterval(sweeper);
      await sweeping;
      await endPresence();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns true for a folder of which nothing is known and in which nothing has changed for long. */
async function isOld(folder: string): Promise<boolean> {
  const times = [folder, join(folder, OLD_SIGN)].map((path) =>
    stat(/* turbopackIgnore: true */ path)
      .then(({ mtimeMs }) => mtimeMs)
      .catch(() => 0),
  );
  const changed = Math.max(...(await Promise.all(times)));
  // A folder that is gone was removed by another instance.
  return changed > 0 && changed < Date.now() - CERTAINLY_OVER_MS;
}
