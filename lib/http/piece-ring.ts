/** Memory for outgoing bodies. */

/** Returns uninitialised memory of that many bytes for the next piece. */
export type TakeMemory = (bytes: number) => Uint8Array;

const RING_BYTES = 2 * 1024 * 1024;

/** Allocates new memory for each piece, which may then be stored. */
export const newMemory: TakeMemory = (bytes) => Buffer.allocUnsafe(bytes);

/**
 * Reuses the same memory for all pieces of one body in turns: otherwise a body leaves as much garbage as it is long. A
 * piece stays valid until 2 MB more have been taken; a stream and a socket with back-pressure hold a few hundred
 * kilobytes.
 */
export function createPieceRing(): TakeMemory {
  let ring: Buffer | undefined;
  let at = 0;
  return (bytes) => {
    ring ??= Buffer.allocUnsafeSlow(RING_BYTES);
    if (at + bytes > RING_BYTES) at = 0;
    at += bytes;
    return ring.subarray(at - bytes, at);
  };
}
