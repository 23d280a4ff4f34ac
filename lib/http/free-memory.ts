/** Frees memory earlier than V8 would. */

/**
 * Frees memory now instead of at garbage collection: V8 collects the whole heap for every 64 MB of unused buffers,
 * which costs more than everything else in relaying a file. Views of the memory lose their bytes. Memory that is shared
 * with others is not freed.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array | Uint8ClampedArray): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** More than the 64 MB of unused buffers that V8 allows before a collection. */
const ENOUGH_TO_COLLECT = 128 * 1024 * 1024;

/**
 * Makes V8 collect its whole heap soon, beside other work. An idle process does not do that by itself: it would hold
 * the garbage of its largest requests for ever. The buffer is never written, so that it takes no memory.
 */
export function collectGarbageSoon(): void {
  try {
    Buffer.allocUnsafeSlow(ENOUGH_TO_COLLECT);
  } catch {
    // Not enough address space: V8 collects when it must.
  }
}
