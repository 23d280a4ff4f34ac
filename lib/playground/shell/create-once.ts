/**
 * Makes a value at its first use and caches it. The first date formatter takes a phone's browser 10 to 20 ms, which a
 * page should not spend before it is live.
 */
export function createOnce<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
