/**
 * Memory that requests take in turns. Tens of megabytes that are new with each request and garbage behind it would make V8
 * collect the whole heap at every second one.
 */

export type SlabPool = {
  /** SLAB_BYTES of memory with anything in it; undefined when all of it is taken. */
  take(): Buffer | undefined;
  /** Whoever gives slabs back keeps no view of them: the next request writes into them. */
  giveBack(slabs: readonly Buffer[]): void;
};

export const SLAB_BYTES = 256 * 1024;
/** When nobody has given any back for so long, the memory goes to the system. */
const KEPT_MS = 30_000;

/** @param most in bytes, of all that is taken at one time */
export function createSlabPool(most: number): SlabPool {
  let taken = 0;
  let free: Buffer[] = [];
  let timer: NodeJS.Timeout | undefined;

  function letGo(): void {
    timer = undefined;
    free = [];
  }

  return {
    take() {
      if ((taken + 1) * SLAB_BYTES > most) return undefined;
      taken += 1;
      return free.pop() ?? Buffer.allocUnsafeSlow(SLAB_BYTES);
    },
    giveBack(slabs) {
      if (slabs.length === 0) return;
      taken -= slabs.length;
      free.push(...slabs);
      if (timer) timer.refresh();
      else timer = setTimeout(letGo, KEPT_MS).unref();
    },
  };
}
