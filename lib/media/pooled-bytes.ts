/** PooledBytes: the bytes of one file in buffers of a pool. */
import { BUFFER_BYTES, type BufferPool } from "./buffer-pool.ts";

export type PooledBytes = {
  /** Copies the bytes. Returns false, and copies nothing, when the pool has no room for all of them. */
  append(bytes: Uint8Array): boolean;
  /**
   * Returns the file in order, in pieces of BUFFER_BYTES except for the last. Do not use them after an `await`: the
   * memory may belong to another request by then.
   * @throws after `release`
   */
  views(): Buffer[];
  /** Returns the memory to the pool; does nothing the second time. */
  release(): void;
};

export function createPooledBytes(pool: BufferPool): PooledBytes {
  const buffers: Buffer[] = [];
  let size = 0;
  let released = false;

  function refuseReleased(): void {
    if (released) throw new Error("This file belongs to a request that has ended.");
  }

  function makeRoomFor(bytes: number): boolean {
    const before = buffers.length;
    while (buffers.length * BUFFER_BYTES < size + bytes) {
      const buffer = pool.take();
      if (!buffer) {
        pool.giveBack(buffers.splice(before));
        return false;
      }
      buffers.push(buffer);
    }
    return true;
  }

  return {
    append(bytes) {
      refuseReleased();
      if (!makeRoomFor(bytes.length)) return false;
      for (let at = 0; at < bytes.length; ) {
        const offset = size % BUFFER_BYTES;
        const piece = bytes.subarray(at, at + BUFFER_BYTES - offset);
        buffers[Math.floor(size / BUFFER_BYTES)]?.set(piece, offset);
        at += piece.length;
        size += piece.length;
      }
      return true;
    },
    views() {
      refuseReleased();
      return buffers.map((buffer, index) => buffer.subarray(0, Math.min(BUFFER_BYTES, size - index * BUFFER_BYTES)));
    },
    release() {
      released = true;
      pool.giveBack(buffers.splice(0));
    },
  };
}
