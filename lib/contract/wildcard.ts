/**
 * Returns true when a name matches a pattern, in which `*` stands for any characters. Compares piece by piece and passes
 * the name once: a regular expression of many stars would take long to refuse a name.
 */
export function matchesWildcard(pattern: string, name: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first) || name.length < first.length + last.length) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return name.endsWith(last) && name.length - last.length >= at;
}
