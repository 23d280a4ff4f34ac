/** Stores the bytes of the images page: in IndexedDB within limits, in memory when the browser has no room. */
import type { ImageHistory } from "#lib/playground/images/image-history.ts";
import { chooseLimits, planEviction } from "#lib/playground/images/plan-eviction.ts";

/** Reason that bytes are only in memory: the browser's storage is full, or the browser refuses to store anything. */
export type Unsaved = "full" | "refused";

export type StorageUse = {
  /** Number of full images, without thumbnails. */
  count: number;
  bytes: number;
  /** Limit in bytes. */
  limit: number;
};

/** Estimated bytes of a job's record or trace, for making room. */
export const RECORD_SIZE = 250_000;

export type PictureStore = ReturnType<typeof createPictureStore>;

export function createPictureStore({
  history,
  describe,
  onEvicted,
  onUnsaved,
  onUse,
  estimate = () => navigator.storage?.estimate?.() ?? Promise.resolve({}),
}: {
  history: ImageHistory;
  /**
   * Returns the hashes that must not be evicted (on screen, in the fields or pinned), and thumbnails, which are too
   * small to count.
   */
  describe: () => { kept: ReadonlySet<string>; thumbnails: ReadonlySet<string> };
  onEvicted: (hashes: ReadonlySet<string>) => void;
  onUnsaved: (sha256: string, why: Unsaved) => void;
  onUse: (use: StorageUse) => void;
  estimate?: () => Promise<{ quota?: number }>;
}) {
  const memory = new Map<string, Blob>();
  /** Hashes just saved and not yet in a job, so that the first of ten images is not evicted for the last. */
  const fresh = new Set<string>();

  /**
   * Evicts images until the store is within its limits and `needed` bytes are free; returns whether any were evicted.
   */
  async function makeRoom(needed = 0): Promise<boolean> {
    const { kept, thumbnails } = describe();
    const uses = (await history.listUses()).filter(({ sha256 }) => !thumbnails.has(sha256));
    const limits = chooseLimits(await estimate().catch(() => ({})));
    const evicted = new Set(planEviction({ uses, kept: kept.union(fresh), limits, needed }));
    if (evicted.size > 0) {
      await history.dropBlobs([...evicted]);
      onEvicted(evicted);
    }
    const left = uses.filter(({ sha256 }) => !evicted.has(sha256));
    onUse({ count: left.length, bytes: left.reduce((sum, { size }) => sum + size, 0), limit: limits.bytes });
    return evicted.size > 0;
  }

  /** Writes; when the browser reports that storage is full, evicts old images and tries once more. */
  async function withRoom(size: number, write: () => Promise<void>): Promise<Unsaved | undefined> {
    try {
      await write();
    } catch (error) {
      if (!isFull(error)) return "refused";
      try {
        if (!(await makeRoom(size))) return "full";
        await write();
      } catch {
        return "full";
      }
    }
    return undefined;
  }

  return {
    withRoom,
    /** Enforces the limits after saved images have been added to their job; never rejects. */
    tidy(): Promise<boolean> {
      fresh.clear();
      return makeRoom().catch(() => false);
    },
    async save(sha256: string, bytes: Blob): Promise<void> {
      fresh.add(sha256);
      const why = await withRoom(bytes.size, () => history.saveBlob(sha256, bytes));
      if (!why) return;
      memory.set(sha256, bytes);
      onUnsaved(sha256, why);
    },
    async load(sha256: string): Promise<Blob | undefined> {
      return memory.get(sha256) ?? (await history.loadBlob(sha256).catch(() => undefined));
    },
    /** Marks images as recently viewed, so that others are evicted first. */
    touch(hashes: readonly string[]): void {
      void history.touch(hashes).catch(() => {});
    },
  };
}

function isFull(error: unknown): boolean {
  return error instanceof Error && error.name === "QuotaExceededError";
}
