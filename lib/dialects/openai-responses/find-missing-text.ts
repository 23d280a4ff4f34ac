/**
 * Returns the rest of a text that did not arrive in deltas: all of it where a server sends only the final text. When
 * the two differ, the deltas win.
 */
export function findMissingText(pieces: readonly string[], whole: string): string {
  if (pieces.length === 0) return whole;
  const received = pieces.join("");
  return whole.length > received.length && whole.startsWith(received) ? whole.slice(received.length) : "";
}
