/** Finds the ends of strings in the bytes of a JSON text. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Bytes to read one by one before a native search, whose call costs as much as reading them. */
const SHORT = 64;

/** Returns the index of the closing quote of the string that opens at `open`; -1 when it does not end. */
export function stringEnd(bytes: Buffer, open: number): number {
  let index = open + 1;
  while (index < bytes.length) {
    // Repeated after each escaped quote of a long string, since a text may consist of them.
    for (const near = Math.min(index + SHORT, bytes.length); index < near; index++) {
      if (bytes[index] === QUOTE) return index;
      if (bytes[index] === BACKSLASH) index++;
    }
    const quote = bytes.indexOf(QUOTE, index);
    if (quote < 0) return -1;
    let backslashes = 0;
    while (quote - 1 - backslashes >= index && bytes[quote - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return quote;
    index = quote + 1;
  }
  return -1;
}
