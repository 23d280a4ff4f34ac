/**
 * What of a whole text has not come in pieces: all of it where a server sends only the end. Where the two disagree, what
 * was said stands.
 */
export function missingText(pieces: readonly string[], whole: string): string {
  if (pieces.length === 0) return whole;
  const said = pieces.join("");
  return whole.length > said.length && whole.startsWith(said) ? whole.slice(said.length) : "";
}
