/** Sign of life of an instance in its folder, by which other instances see whether it is running. */
import { mkdir, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isFileLocked, lockFile } from "#lib/store/file-lock.ts";

export type Presence = {
  /**
   * Creates the folder and shows the sign from then on.
   * @returns a function that ends the sign
   * @throws when the folder is not writable
   */
  show(folder: string): Promise<() => Promise<void>>;
  /**
   * Returns true when the instance of a folder has certainly ended; undefined when the folder has no sign, or is gone.
   */
  hasEnded(folder: string): Promise<boolean | undefined>;
  /** True when the end of an instance is visible at once. */
  isImmediate: boolean;
};

const LOCK = "lock";
const HEARTBEAT = "heartbeat";
const HEARTBEAT_MS = 10_000;
/** A disk or an event loop may be slow, but a running instance is never silent for this long. */
const SILENCE_MS = 60_000;
/** Limit on watched folders; there is one for each instance. */
const MOST_WATCHED = 1_000;

/** Presence by a file lock: for instances of one machine, with or without containers. */
export const lockPresence: Presence = {
  isImmediate: true,
  async show(folder) {
    await createFolder(folder);
    // The lock exists before the file gets its name, so an unlocked file belongs to an ended instance.
    const release = lockFile(join(folder, `${LOCK}.new`));
    await rename(join(folder, `${LOCK}.new`), join(folder, LOCK));
    return async () => release();
  },
  async hasEnded(folder) {
    const path = join(folder, LOCK);
    return (await exists(path)) ? !isFileLocked(path) : undefined;
  },
};

/**
 * Presence by a heartbeat file: for instances on several machines, which may share a folder without locks and differ in
 * their clocks. Each instance measures for itself how long a heartbeat has not changed.
 * @param now milliseconds of a monotonic clock
 */
export function createHeartbeatPresence({
  now = () => performance.now(),
  log,
}: {
  now?: () => number;
  log: (line: string) => void;
}): Presence {
  const seen = new Map<string, { beat: number; at: number }>();

  return {
    isImmediate: false,
    async show(folder) {
      const beat = async () => {
        await createFolder(folder);
        await writeFile(join(folder, HEARTBEAT), String(Date.now()), { mode: 0o600 });
      };
      await beat();
      let beating = Promise.resolve();
      const timer = setInterval(() => {
        beating = beat().catch((error: unknown) => {
          log(`The heartbeat of this instance cannot be written: ${String(error)}`);
        });
      }, HEARTBEAT_MS).unref();
      return () => {
        clearInterval(timer);
        return beating;
      };
    },
    async hasEnded(folder) {
      const found = await stat(join(folder, HEARTBEAT)).catch(() => undefined);
      if (!found) return undefined;
      const last = seen.get(folder);
      if (last?.beat === found.mtimeMs) return now() - last.at >= SILENCE_MS;
      if (seen.size >= MOST_WATCHED) seen.clear();
      seen.set(folder, { beat: found.mtimeMs, at: now() });
      return false;
    },
  };
}

async function createFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
