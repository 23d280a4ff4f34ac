/** Sign of life of an instance, by which other instances see whether it is running. */
import { mkdir, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { isFileLocked, lockFile } from "#lib/store/file-lock.ts";
import type { Store } from "#lib/store/store.ts";

/** Instance by its id, with its folder for temp files. */
export type Place = { id: string; folder: string };

export type Presence = {
  /**
   * Creates the folder and shows the sign from then on.
   * @returns a function that ends the sign
   * @throws when the folder is not writable
   */
  show(place: Place): Promise<() => Promise<void>>;
  /** Returns true when an instance has certainly ended; undefined when nothing is known of it. */
  hasEnded(place: Place): Promise<boolean | undefined>;
  /**
   * Returns true when the temp files of an instance may be removed; undefined when nothing is known of it. It may be
   * later than `hasEnded`: work is taken over with a token, but files have none.
   */
  isAbandoned(place: Place): Promise<boolean | undefined>;
  /** Lists abandoned instances, also those whose folder is on another machine. */
  listAbandoned(): Promise<string[]>;
  /** False while the signs of others may be missing only because this instance could not read them. */
  knowsOthers(): boolean;
};

const LOCK = "lock";

/** Presence by a file lock: for instances of one machine, with or without containers. */
export const lockPresence: Presence = {
  async show({ folder }) {
    await createFolder(folder);
    // The lock exists before the file gets its name, so an unlocked file belongs to an ended instance.
    const release = lockFile(join(folder, `${LOCK}.new`));
    await rename(join(folder, `${LOCK}.new`), join(folder, LOCK));
    return async () => release();
  },
  async hasEnded({ folder }) {
    const path = join(folder, LOCK);
    if (await exists(path)) return !isFileLocked(path);
    // A running instance has a folder.
    return (await exists(folder)) ? undefined : true;
  },
  isAbandoned: (place) => lockPresence.hasEnded(place),
  listAbandoned: async () => [],
  knowsOthers: () => true,
};

/** Time without a sign of life after which work is taken over: longer than the event loop of an instance is busy. */
export const LEASE_MS = 12_000;
const RENEW_MS = 3_000;
/** Further time until the files of an instance are removed. */
const ABANDONED_MS = 48_000;

/**
 * Presence by a row in the database: for instances on several machines, which share no folder and no clock.
 * @param now milliseconds of a monotonic clock
 */
export function createStorePresence({
  store,
  now = () => performance.now(),
  log,
}: {
  store: Store["instances"];
  now?: () => number;
  log: (line: string) => void;
}): Presence {
  /** Times of the first and the last sign without a gap between them. */
  let shownFrom = Number.POSITIVE_INFINITY;
  let shownAt = Number.NEGATIVE_INFINITY;

  const knowsOthers = () => {
    const time = now();
    // While the database was away, nobody could show a sign.
    return time - shownFrom >= LEASE_MS && time - shownAt < LEASE_MS;
  };

  return {
    async show({ id, folder }) {
      const renew = async () => {
        try {
          await store.renew(id, LEASE_MS);
          const time = now();
          if (time - shownAt >= LEASE_MS) shownFrom = time;
          shownAt = time;
        } catch (error) {
          log(`The sign of life of this instance cannot be written: ${String(error)}`);
        }
      };
      await renew();
      let renewing = Promise.resolve();
      const timer = setInterval(() => {
        renewing = renewing.then(renew);
      }, RENEW_MS).unref();
      await createFolder(folder).catch((error: unknown) => {
        // With its data elsewhere, a gateway can run on a read-only disk.
        log(`The data folder cannot be written; requests with large files will fail: ${String(error)}`);
      });
      return async () => {
        clearInterval(timer);
        await renewing;
        await store.end(id).catch(() => {});
      };
    },
    async hasEnded({ id }) {
      if (!knowsOthers()) return false;
      const silence = await store.findSilence(id);
      return silence === undefined ? undefined : silence >= 0;
    },
    async isAbandoned({ id }) {
      if (!knowsOthers()) return false;
      const silence = await store.findSilence(id);
      return silence === undefined ? undefined : silence >= ABANDONED_MS;
    },
    listAbandoned: async () => (knowsOthers() ? store.listSilent(ABANDONED_MS) : []),
    knowsOthers,
  };
}

async function createFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code !== "ENOENT" && code !== "ENOTDIR",
  );
}
