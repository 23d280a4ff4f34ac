/**
 * Abridges a large JSON body: long strings without escapes, which are nearly always base64, keep their beginning only. What
 * is left is parsed in a moment, so that streams do not wait for an inline image; the bytes themselves stay as they are.
 */
import { stringEnd } from "./json-string.ts";
import { type Cut, parseWithCuts } from "./parse-with-cuts.ts";

export type AbridgedJson = {
  /** Well-formed JSON when the body is, with long strings cut. */
  skeleton: Buffer;
  /** The place in the body of a place in the skeleton that is in no cut string. */
  toOriginal(offset: number): number;
  /** The value of the whole body, which is well-formed; with turns for other work between its long strings. */
  parseWhole(): Promise<unknown>;
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const BLANKS = new Set<number | undefined>([0x20, 0x09, 0x0a, 0x0d]);
/** Bytes of the shortest string that is cut. */
const LONG = 65_536;
/** Bytes of a cut string that stay, so that what it begins with can still be told. */
const BEGINNING = 1_024;
/** Strings that are looked at before it is clear that a body consists of short ones, which the parser reads faster. */
const MOST_STRINGS = 20_000;

/** @param bytes known to be UTF-8 @returns undefined for a body that is better parsed whole */
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

/** Undefined for a body of too many strings, or one with a control character in a string: the parser says where. */
function findCuts(bytes: Buffer): Cut[] | undefined {
  const cuts: Cut[] = [];
  let strings = 0;
  for (let open = bytes.indexOf(QUOTE); open >= 0; ) {
    strings++;
    if (strings > MOST_STRINGS) return undefined;
    const close = stringEnd(bytes, open);
    if (close < 0) return undefined;
    // Within the string: a search that goes on to the next escape reads the rest of the body for every string.
    if (close - open > LONG && !bytes.subarray(open, close).includes(BACKSLASH) && !isName(bytes, close)) {
      if (hasControlCharacter(bytes, open + 1, close)) return undefined;
      cuts.push(cutOf(bytes, open + 1, close));
    }
    open = bytes.indexOf(QUOTE, close + 1);
  }
  return cuts;
}

/** A name of any length is one that no convention has, and its value is found by all of it. */
function isName(bytes: Buffer, close: number): boolean {
  let index = close + 1;
  while (BLANKS.has(bytes[index])) index++;
  return bytes[index] === COLON;
}

/** The length that stays equals the whole one modulo 4, so that base64 stays base64; no character is cut in two. */
function cutOf(bytes: Buffer, from: number, close: number): Cut {
  let start = from + BEGINNING + ((close - from) % 4);
  while (isContinuation(bytes[start] as number)) start++;
  return { open: from, start, end: close };
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** JSON allows none in strings. Four bytes at a time: the strings have megabytes. */
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
