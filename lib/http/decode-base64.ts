/** Base64 of any size, decoded with turns for other work between pieces. */
import { setImmediate as nextTurn } from "node:timers/promises";

/** Characters per turn: half a millisecond of work, and a multiple of four. */
const PIECE = 1_048_576;

/** @param text base64 or base64url; other characters are skipped, as `Buffer.from` does */
export async function decodeBase64(text: string): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(Math.ceil((text.length * 3) / 4));
  let size = 0;
  for (let at = 0; at < text.length; at += PIECE) {
    if (at > 0) await nextTurn();
    const written = bytes.write(text.slice(at, at + PIECE), size, "base64");
    // Newlines or padding inside: the pieces are not cut between groups of four.
    if (at + PIECE < text.length && written < (PIECE * 3) / 4) return Buffer.from(text, "base64");
    size += written;
  }
  return bytes.subarray(0, size);
}

const ALPHABET = /^[A-Za-z0-9+/_\-\s]*$/;

/**
 * Returns true for base64 or base64url, padded or not, with or without newlines. `decodeBase64` skips all other
 * characters, and would return other bytes than the client meant.
 */
export async function isBase64(text: string): Promise<boolean> {
  const end = text.length - (/[=\s]{1,4}$/.exec(text.slice(-4))?.[0].length ?? 0);
  let digits = 0;
  for (let at = 0; at < end; at += PIECE) {
    if (at > 0) await nextTurn();
    const piece = text.slice(at, Math.min(at + PIECE, end));
    if (!ALPHABET.test(piece)) return false;
    digits += /\s/.test(piece) ? piece.replace(/\s+/g, "").length : piece.length;
  }
  // A single digit has six bits: not a byte.
  return digits % 4 !== 1;
}
