/** The bytes of the images page: in IndexedDB within bounds, in memory where the browser has no room for them. */
import type { ImageHistory } from "#lib/playground/images/image-history.ts";
import { limitsFor, planEviction } from "#lib/playground/images/plan-eviction.ts";

/** Why bytes are only in memory: the browser's storage is full, or it keeps nothing for this page at all. */
export type Unsaved = "full" | "refused";

export type StorageUse = {
  /** Full pictures, without the small copies for lists. */
  count: number;
  bytes: number;
  /** In bytes. */
  limit: number;
};

/** Bytes of a job's record or wire, about: enough room for one. */
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
  /** What must stay, for it is on screen, in the fields or pinned; and what is too small to count. */
  describe: () => { kept: ReadonlySet<string>; thumbnails: ReadonlySet<string> };
  onEvicted: (hashes: ReadonlySet<string>) => void;
  onUnsaved: (sha256: string, why: Unsaved) => void;
  onUse: (use: StorageUse) => void;
  estimate?: () => Promise<{ quota?: number }>;
}) {
  const memory = new Map<string, Blob>();
  /** Just saved, and in no job yet: the first of ten pictures must not make room for the last. */
  const fresh = new Set<string>();

  /** Keeps the store within its bounds, and frees `needed` bytes besides; returns whether anything went. */
  async function makeRoom(needed = 0): Promise<boolean> {
    const { kept, thumbnails } = describe();
    const uses = (await history.listUses()).filter(({ sha256 }) => !thumbnails.has(sha256));
    const limits = limitsFor(await estimate().catch(() => ({})));
    const evicted = new Set(planEviction({ uses, kept: kept.union(fresh), limits, needed }));
    if (evicted.size > 0) {
      await history.dropBlobs([...evicted]);
      onEvicted(evicted);
    }
    const left = uses.filter(({ sha256 }) => !evicted.has(sha256));
    onUse({ count: left.length, bytes: left.reduce((sum, { size }) => sum + size, 0), limit: limits.bytes });
    return evicted.size > 0;
  }

  /** Writes; when the browser says that it is full, old pictures make room and it is tried once more. */
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
    /** To be called when what was saved has found its job; never rejects. */
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
    /** They have been looked at: others make room before them. */
    touch(hashes: readonly string[]): void {
      void history.touch(hashes).catch(() => {});
    },
  };
}

function isFull(error: unknown): boolean {
  return error instanceof Error && error.name === "QuotaExceededError";
}
