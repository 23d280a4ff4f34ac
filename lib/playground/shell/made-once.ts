/**
 * A value that is made when it is first asked for, and kept. The first formatter of dates takes a browser 10 to 20 ms of
 * a phone's processor, which a page should not spend before it is live.
 */
export function madeOnce<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
