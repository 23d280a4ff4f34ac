/**
 * Lets go of memory now and not when it is collected as garbage: V8 collects the whole heap for every 64 MB that wait for
 * it, which costs more than all else that a relayed file takes. The bytes are gone for whoever still has a view of them.
 * What shares its memory with others is left alone.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array | Uint8ClampedArray): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
