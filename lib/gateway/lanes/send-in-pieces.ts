/** Sends a large body in pieces: one write of many megabytes would block every stream of the process. */
import { Readable } from "node:stream";
import type { RequestBody } from "#lib/upstreams/send.ts";

/** Bytes per write, which takes well under a millisecond. */
const PIECE = 262_144;

/** @param parts parts of the body in order */
export function sendInPieces(parts: readonly Buffer[]): RequestBody {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return {
    headers: { "content-length": String(length) },
    content: () => Readable.from(splitParts(parts), { objectMode: false }),
  };
}

function* splitParts(parts: readonly Buffer[]): Generator<Buffer, void, void> {
  for (const part of parts) {
    for (let from = 0; from < part.length; from += PIECE) yield part.subarray(from, from + PIECE);
  }
}
