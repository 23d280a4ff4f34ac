/** Sends a large body piece by piece: one write of many megabytes would hold up every stream of the process. */
import { Readable } from "node:stream";
import type { RequestBody } from "#lib/upstreams/send.ts";

/** Bytes; a write of them takes well under a millisecond. */
const PIECE = 262_144;

/** @param parts of the body, in their order */
export function inPieces(parts: readonly Buffer[]): RequestBody {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return {
    headers: { "content-length": String(length) },
    content: () => Readable.from(piecesOf(parts), { objectMode: false }),
  };
}

function* piecesOf(parts: readonly Buffer[]): Generator<Buffer, void, void> {
  for (const part of parts) {
    for (let from = 0; from < part.length; from += PIECE) yield part.subarray(from, from + PIECE);
  }
}
