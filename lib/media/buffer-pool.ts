/**
 * BufferPool: memory that requests use in turn. Allocating tens of megabytes for each request would make V8 collect the
 * whole heap at every second one.
 */

export type BufferPool = {
  /** Returns BUFFER_BYTES of uninitialised memory; undefined when all of it is in use. */
  take(): Buffer | undefined;
  /** The caller must not have a view of a returned buffer: the next request writes into it. */
  giveBack(buffers: readonly Buffer[]): void;
};

export const BUFFER_BYTES = 256 * 1024;
/** Time after the last `giveBack` until free memory returns to the system. */
const IDLE_MS = 30_000;

/** @param most limit on bytes in use at one time */
export function createBufferPool(most: number): BufferPool {
  let taken = 0;
  let free: Buffer[] = [];
  let timer: NodeJS.Timeout | undefined;

  function freeAll(): void {
    timer = undefined;
    free = [];
  }

  return {
    take() {
      if ((taken + 1) * BUFFER_BYTES > most) return undefined;
      taken += 1;
      return free.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
    },
    giveBack(buffers) {
      if (buffers.length === 0) return;
      taken -= buffers.length;
      free.push(...buffers);
      if (timer) timer.refresh();
      else timer = setTimeout(freeAll, IDLE_MS).unref();
    },
  };
}
