/** A map that evicts the least recently used entries once the sizes of its values exceed a limit. */
export interface LruCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value, size: number): void;
}

export function createLruCache<Value>(maximumSize: number): LruCache<Value> {
  // A Map keeps the order of insertion: the first entry is the one used longest ago.
  const entries = new Map<string, { value: Value; size: number }>();
  let total = 0;

  function remove(key: string) {
    total -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, size) {
      remove(key);
      entries.set(key, { value, size });
      total += size;
      for (const oldest of entries.keys()) {
        if (total <= maximumSize || oldest === key) break;
        remove(oldest);
      }
    },
  };
}
