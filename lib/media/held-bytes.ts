/** The bytes of one file in slabs of a pool. */
import { SLAB_BYTES, type SlabPool } from "./slab-pool.ts";

export type HeldBytes = {
  /** Copies them; false, and nothing copied, when the pool has no room for all of them. */
  append(bytes: Uint8Array): boolean;
  /**
   * All of it in order, in pieces of SLAB_BYTES but for the last. Nothing of them may be used after an `await`: the memory
   * may be another request's by then.
   * @throws after `release`
   */
  views(): Buffer[];
  /** Gives the memory back; after the first time it does nothing. */
  release(): void;
};

export function holdBytes(pool: SlabPool): HeldBytes {
  const slabs: Buffer[] = [];
  let size = 0;
  let released = false;

  function refuseReleased(): void {
    if (released) throw new Error("This file belongs to a request that has ended.");
  }

  function makeRoomFor(bytes: number): boolean {
    const before = slabs.length;
    while (slabs.length * SLAB_BYTES < size + bytes) {
      const slab = pool.take();
      if (!slab) {
        pool.giveBack(slabs.splice(before));
        return false;
      }
      slabs.push(slab);
    }
    return true;
  }

  return {
    append(bytes) {
      refuseReleased();
      if (!makeRoomFor(bytes.length)) return false;
      for (let at = 0; at < bytes.length; ) {
        const offset = size % SLAB_BYTES;
        const piece = bytes.subarray(at, at + SLAB_BYTES - offset);
        slabs[Math.floor(size / SLAB_BYTES)]?.set(piece, offset);
        at += piece.length;
        size += piece.length;
      }
      return true;
    },
    views() {
      refuseReleased();
      return slabs.map((slab, index) => slab.subarray(0, Math.min(SLAB_BYTES, size - index * SLAB_BYTES)));
    },
    release() {
      released = true;
      pool.giveBack(slabs.splice(0));
    },
  };
}
