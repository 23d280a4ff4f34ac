/** Chooses stored images to remove for newer ones. */

export type StoredUse = {
  sha256: string;
  /** Size in bytes. */
  size: number;
  /** Time at which it was last created, used as an input image or viewed, in unix milliseconds. */
  usedAt: number;
};

export type StoreLimits = { bytes: number; count: number };

/** Limits of this page's storage, whatever the browser would allow. */
const MAXIMUM: StoreLimits = { bytes: 1_000_000_000, count: 500 };
/** Share of the browser's quota for this origin, which the conversations use too. */
const SHARE_OF_QUOTA = 0.4;
/** Share to which a full store is emptied, so that not every new image removes an old one. */
const FILLED_TO = 0.9;

export function chooseLimits({ quota }: { quota?: number }): StoreLimits {
  return { ...MAXIMUM, bytes: Math.min(MAXIMUM.bytes, Math.floor((quota ?? Infinity) * SHARE_OF_QUOTA)) };
}

/**
 * Chooses the least recently used first, until there is space; never images in `kept`, even when the store then stays
 * too full.
 * @param needed bytes to free in any case, even within the limits: the browser refused a write
 * @returns the hashes to remove
 */
export function planEviction({
  uses,
  kept,
  limits,
  needed = 0,
}: {
  uses: readonly StoredUse[];
  kept: ReadonlySet<string>;
  limits: StoreLimits;
  needed?: number;
}): string[] {
  let bytes = uses.reduce((sum, { size }) => sum + size, 0);
  let count = uses.length;
  const full = bytes > limits.bytes || count > limits.count;
  const goal = {
    bytes: Math.min(full ? limits.bytes * FILLED_TO : limits.bytes, bytes - needed),
    count: full ? limits.count * FILLED_TO : limits.count,
  };
  const evicted: string[] = [];
  for (const { sha256, size } of uses.toSorted((one, other) => one.usedAt - other.usedAt)) {
    if (bytes <= goal.bytes && count <= goal.count) break;
    if (kept.has(sha256)) continue;
    evicted.push(sha256);
    bytes -= size;
    count -= 1;
  }
  return evicted;
}
