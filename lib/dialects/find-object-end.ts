/**
 * Returns the index after the brace that closes an object without braces in its strings, such as a usage object.
 * Searches natively from brace to brace, since it runs for every reply.
 * @param open the index of its opening brace
 * @returns -1 when the object does not end
 */
export function findObjectEnd(text: string, open: number): number {
  let depth = 0;
  let opening = open;
  let closing = text.indexOf("}", open);
  while (closing >= 0) {
    while (opening >= 0 && opening < closing) {
      depth++;
      opening = text.indexOf("{", opening + 1);
    }
    depth--;
    if (depth === 0) return closing + 1;
    closing = text.indexOf("}", closing + 1);
  }
  return -1;
}
