/** Which stored pictures make room for newer ones. */

export type StoredUse = {
  sha256: string;
  /** In bytes. */
  size: number;
  /** When it was made, taken as a source or looked at last, in milliseconds since 1970. */
  usedAt: number;
};

export type StoreLimits = { bytes: number; count: number };

/** What this page takes of a browser's storage at most, whatever the browser would give. */
const MOST: StoreLimits = { bytes: 1_000_000_000, count: 500 };
/** Of what the browser gives this origin, where the conversations lie too. */
const SHARE_OF_QUOTA = 0.4;
/** A store that is full is emptied a little further, so that not every new picture costs an old one. */
const FILLED_TO = 0.9;

export function limitsFor({ quota }: { quota?: number }): StoreLimits {
  return { ...MOST, bytes: Math.min(MOST.bytes, Math.floor((quota ?? Infinity) * SHARE_OF_QUOTA)) };
}

/**
 * The least recently used first, until there is room; what is in `kept` stays, even if the store then is too full.
 * @param needed bytes that have to fit in besides, also where the limits would allow them: the browser said no
 * @returns the hashes of what goes
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
