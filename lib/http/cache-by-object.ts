/**
 * Caches a value computed for an object while the object lives: choices of one call share their prompt, and calls of one
 * model its prices.
 */
export function cacheByObject<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { value: Value }>();
  return (key) => {
    let entry = known.get(key);
    if (!entry) {
      entry = { value: compute(key) };
      known.set(key, entry);
    }
    return entry.value;
  };
}
