/** Returns memory earlier than V8 would. */

/**
 * Lets go of memory now and not when it is collected as garbage: V8 collects the whole heap for every 64 MB that wait for
 * it, which costs more than all else that a relayed file takes. The bytes are gone for whoever still has a view of them.
 * What shares its memory with others is left alone.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array | Uint8ClampedArray): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** More than the 64 MB of buffers that V8 lets wait for a collection. */
const ENOUGH_TO_COLLECT = 128 * 1024 * 1024;

/**
 * Makes V8 collect its whole heap soon, beside other work. An idle process does not by itself: it would hold the garbage of
 * its largest requests for ever. The buffer is never written, so that it takes no memory.
 */
export function collectGarbageSoon(): void {
  try {
    Buffer.allocUnsafeSlow(ENOUGH_TO_COLLECT);
  } catch {
    // No address space for it: V8 collects as it must.
  }
}
