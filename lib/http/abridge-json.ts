/**
 * Abridges a large JSON body: only the beginning of long strings without escapes, which are nearly always base64,
 * remains. The rest is parsed in a moment, so that streams do not wait for an inline image; the bytes themselves are
 * not changed.
 */
import { stringEnd } from "./json-string.ts";
import { type Cut, parseWithCuts } from "./parse-with-cuts.ts";

export type AbridgedJson = {
  /** JSON with long strings cut, well-formed when the body is. */
  skeleton: Buffer;
  /** Converts an offset in the skeleton, outside of cut strings, to an offset in the body. */
  toOriginal(offset: number): number;
  /** Parses the whole body, which is well-formed; with turns for other work between its long strings. */
  parseWhole(): Promise<unknown>;
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const BLANKS = new Set<number | undefined>([0x20, 0x09, 0x0a, 0x0d]);
/** Minimum length in bytes of a string that is cut. */
const LONG = 65_536;
/** Bytes of a cut string that remain, so that its type can still be detected. */
const BEGINNING = 1_024;
/** Limit on strings to search before the body counts as one of short strings, which the parser reads faster. */
const MOST_STRINGS = 20_000;

/** @param bytes valid UTF-8 @returns undefined for a body that is better parsed whole */
export function abridgeJson(bytes: Buffer): AbridgedJson | undefined {
  const cuts = findCuts(bytes);
  if (!cuts || cuts.length === 0) return undefined;
  const pieces: Buffer[] = [];
  let from = 0;
  for (const { start, end } of cuts) {
    pieces.push(bytes.subarray(from, start));
    from = end;
  }
  pieces.push(bytes.subarray(from));
  return {
    skeleton: Buffer.concat(pieces),
    toOriginal(offset) {
      let original = offset;
      for (const { start, end } of cuts) if (start < original) original += end - start;
      return original;
    },
    parseWhole: () => parseWithCuts(bytes, cuts),
  };
}

/**
 * Returns undefined for a body with too many strings, or a control character in a string: the parser reports its place.
 */
function findCuts(bytes: Buffer): Cut[] | undefined {
  const cuts: Cut[] = [];
  let strings = 0;
  for (let open = bytes.indexOf(QUOTE); open >= 0; ) {
    strings++;
    if (strings > MOST_STRINGS) return undefined;
    const close = stringEnd(bytes, open);
    if (close < 0) return undefined;
    // Searches only the string: searching for the next escape would read the rest of the body for every string.
    if (close - open > LONG && !bytes.subarray(open, close).includes(BACKSLASH) && !isName(bytes, close)) {
      if (hasControlCharacter(bytes, open + 1, close)) return undefined;
      cuts.push(cutOf(bytes, open + 1, close));
    }
    open = bytes.indexOf(QUOTE, close + 1);
  }
  return cuts;
}

/** No dialect has a name of such a length, and a lookup needs the whole name. */
function isName(bytes: Buffer, close: number): boolean {
  let index = close + 1;
  while (BLANKS.has(bytes[index])) index++;
  return bytes[index] === COLON;
}

/** The remaining length equals the whole one modulo 4, so that base64 stays base64; no character is cut in two. */
function cutOf(bytes: Buffer, from: number, close: number): Cut {
  let start = from + BEGINNING + ((close - from) % 4);
  while (isContinuation(bytes[start] as number)) start++;
  return { open: from, start, end: close };
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** JSON allows no control characters in strings. Checks four bytes at a time, since strings have megabytes. */
function hasControlCharacter(bytes: Buffer, from: number, to: number): boolean {
  let index = from;
  for (; index < to && (bytes.byteOffset + index) % 4 !== 0; index++) if ((bytes[index] as number) < 0x20) return true;
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + index, (to - index) >> 2);
  for (let word = 0; word < words.length; word++) {
    const value = words[word] as number;
    // The highest bit of a byte is set where it is below 0x20 and its own highest bit is not.
    if (((value - 0x20202020) & ~value & 0x80808080) !== 0) return true;
  }
  index += words.length * 4;
  for (; index < to; index++) if ((bytes[index] as number) < 0x20) return true;
  return false;
}
