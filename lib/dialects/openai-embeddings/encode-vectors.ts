/**
 * Encodes the vectors of a relayed reply as base64 when the client asked for it and the upstream sent numbers, as many
 * compatible servers do. A client that expects base64 would read their text as bytes, and get other vectors.
 */
import type { BodyRewriter } from "../dialect.ts";
import { writeFloats } from "../float-base64.ts";

const NAME = Buffer.from('"embedding"');
const OPEN = 0x5b;
const CLOSE = 0x5d;
const COLON = 0x3a;
const SPACES = new Set([0x20, 0x0a, 0x0d, 0x09]);
/** Largest vector as text, in bytes: 100,000 numbers or more. A longer one is passed on unchanged. */
const LONGEST_VECTOR = 4 * 1_024 * 1_024;

/** Passes all bytes on unchanged, except for vectors that are arrays of numbers. Chunks may be cut anywhere. */
export function createVectorEncoder(): BodyRewriter {
  let rest: Buffer = Buffer.alloc(0);
  return {
    push(chunk) {
      const { done, kept } = encode(rest.length === 0 ? chunk : Buffer.concat([rest, chunk]));
      rest = kept;
      return done;
    },
    end() {
      const last = rest;
      rest = Buffer.alloc(0);
      return last;
    },
  };
}

/** @returns bytes to pass on, and bytes that may be the beginning of a vector */
function encode(bytes: Buffer): { done: Buffer; kept: Buffer } {
  const pieces: Buffer[] = [];
  let from = 0;
  let search = 0;
  const stop = (at: number) => {
    const done = bytes.subarray(from, at);
    return { done: pieces.length === 0 ? done : Buffer.concat([...pieces, done]), kept: bytes.subarray(at) };
  };
  for (;;) {
    const name = bytes.indexOf(NAME, search);
    if (name < 0) return stop(Math.max(from, search, bytes.length - NAME.length + 1));
    search = name + NAME.length;
    const colon = skipSpaces(bytes, search);
    if (colon === bytes.length) return stop(name);
    // A value, not a name: `"object": "embedding"`.
    if (bytes[colon] !== COLON) continue;
    const open = skipSpaces(bytes, colon + 1);
    if (open === bytes.length) return stop(name);
    if (bytes[open] !== OPEN) continue;
    const close = bytes.indexOf(CLOSE, open);
    if (close < 0) {
      if (bytes.length - open < LONGEST_VECTOR) return stop(name);
      continue;
    }
    const vector = readVector(bytes.toString("latin1", open, close + 1));
    search = close + 1;
    if (!vector) continue;
    pieces.push(bytes.subarray(from, open), Buffer.from(`"${writeFloats(vector)}"`));
    from = close + 1;
  }
}

function skipSpaces(bytes: Buffer, at: number): number {
  let index = at;
  while (index < bytes.length && SPACES.has(bytes[index] as number)) index++;
  return index;
}

/** Returns undefined for anything but a list of numbers. */
function readVector(text: string): number[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isVector = Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "number");
    return isVector ? value : undefined;
  } catch {
    return undefined;
  }
}
