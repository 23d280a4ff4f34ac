/**
 * Returns the rest of a text that did not arrive in deltas: all of it where a server sends only the final text. When
 * the two differ, the deltas win.
 */
export function findMissingText(pieces: readonly string[], whole: string): string {
  if (pieces.length === 0) return whole;
  const said = pieces.join("");
  return whole.length > said.length && whole.startsWith(said) ? whole.slice(said.length) : "";
}
