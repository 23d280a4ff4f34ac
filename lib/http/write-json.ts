/**
 * Writes a large value as JSON in pieces, with turns for other work between them: otherwise an inline image of many
 * megabytes would block the streams of the process.
 */
import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";

/** Minimum characters of a string that is written separately. */
const LONG = 65_536;
/** Characters of a string written in one turn, in a few milliseconds. */
const PIECE = 1_048_576;

/** @returns the bytes of `JSON.stringify(value)` in order */
export async function writeJson(value: unknown): Promise<Buffer[]> {
  const strings: string[] = [];
  const mark = randomUUID();
  const skeleton = JSON.stringify(value, (_, inner) => {
    if (typeof inner !== "string" || inner.length < LONG) return inner;
    strings.push(inner);
    return mark;
  });
  const pieces: Buffer[] = [];
  let from = 0;
  for (const text of strings) {
    const at = skeleton.indexOf(mark, from);
    pieces.push(Buffer.from(skeleton.slice(from, at)));
    for (let start = 0; start < text.length; ) {
      await nextTurn();
      const end = endOfPiece(text, start);
      pieces.push(Buffer.from(JSON.stringify(text.slice(start, end)).slice(1, -1)));
      start = end;
    }
    from = at + mark.length;
  }
  pieces.push(Buffer.from(skeleton.slice(from)));
  return pieces;
}

/** Surrogate pairs are not cut: each half would be written as an escape. */
function endOfPiece(text: string, start: number): number {
  const end = start + PIECE;
  const code = text.charCodeAt(end - 1);
  return code >= 0xd800 && code < 0xdc00 ? end + 1 : end;
}
