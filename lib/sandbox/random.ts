/** Deterministic randomness: everything that the sandbox varies comes from a seed derived from the call. */

export type Random = {
  /** At least 0 and less than 1. */
  next(): number;
  /** Returns an integer from 0 to `below`, exclusive. */
  integer(below: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
};

/** A 32-bit hash (FNV-1a) of the given texts; the same for the same texts, whatever the machine. */
export function hash(...texts: string[]): number {
  return hashAll(texts);
}

/** `hash` of a list that may be longer than a call can have arguments. */
export function hashAll(texts: readonly string[]): number {
  let value = 0x811c9dc5;
  for (const text of texts) {
    for (let index = 0; index < text.length; index++) {
      value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
    }
    value = Math.imul(value ^ 0xff, 0x01000193);
  }
  return value >>> 0;
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const integer = (below: number) => Math.floor(next() * below);
  return { next, integer, pick: (items) => items[integer(items.length)] ?? items[0] };
}
