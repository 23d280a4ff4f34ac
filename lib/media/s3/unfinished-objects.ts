/**
 * Unfinished blobs in S3, whose bytes come in pieces over a long time: each piece is an object, named by its position.
 * A piece has any size, unlike a part of a multipart upload, so that the bytes before a broken connection are stored.
 */
import { errors } from "#lib/http/errors.ts";
import { readObject } from "./read-object.ts";
import type { S3Bucket, S3Object } from "./s3-bucket.ts";

/** Size at which a piece is written. */
const PIECE_BYTES = 5 * 1024 * 1024;
/** Age at which a piece is written, so that a slow sender's bytes are stored, and show that it is alive. */
const PIECE_AGE_MS = 30_000;
const POSITION_DIGITS = 15;

const UNFINISHED = "unfinished/";

type Piece = S3Object & { position: number };

export function createUnfinishedObjects(bucket: S3Bucket) {
  const prefixOf = (name: string) => `${UNFINISHED}${name}/`;
  const keyOf = (name: string, position: number) => prefixOf(name) + String(position).padStart(POSITION_DIGITS, "0");

  /** Returns the pieces of a blob that follow each other from its start, and the others. */
  async function listPieces(name: string): Promise<{ pieces: Piece[]; others: Piece[]; bytes: number }> {
    const all = (await bucket.list(prefixOf(name)))
      .map((object) => ({ ...object, position: Number(object.key.slice(prefixOf(name).length)) }))
      .toSorted((a, b) => a.position - b.position);
    const pieces: Piece[] = [];
    let bytes = 0;
    for (const piece of all) {
      if (piece.position !== bytes) break;
      pieces.push(piece);
      bytes += piece.bytes;
    }
    return { pieces, others: all.slice(pieces.length), bytes };
  }

  /** Removes everything from a position on. @returns the bytes of a piece that goes over it, up to the position */
  async function truncate(name: string, position: number): Promise<Buffer> {
    const { pieces, others } = await listPieces(name);
    let before: Buffer = Buffer.alloc(0);
    for (const piece of [...pieces, ...others]) {
      if (piece.position + piece.bytes <= position) continue;
      if (piece.position < position) {
        const range = { start: 0, end: position - piece.position };
        before = Buffer.concat(await Array.fromAsync(await readObject(bucket, piece.key, range)));
      }
      await bucket.remove(piece.key);
    }
    return before;
  }

  return {
    bytes: async (name: string): Promise<number> => (await listPieces(name)).bytes,

    async append(name: string, position: number, chunks: AsyncIterable<Uint8Array>, limit: number): Promise<void> {
      const before = await truncate(name, position);
      let waiting: Uint8Array[] = [before];
      let waitingBytes = before.length;
      let at = position - before.length;
      let since = performance.now();
      let isTooLarge = false;

      async function writePiece(): Promise<void> {
        if (waitingBytes === 0) return;
        const bytes = Buffer.concat(waiting, waitingBytes);
        // Another writer of the same upload must not lose bytes.
        if (!(await bucket.put(keyOf(name, at), bytes, { isNew: true }))) throw errors.uploadTakenOver();
        at += bytes.length;
        waiting = [];
        waitingBytes = 0;
        since = performance.now();
      }

      try {
        for await (const chunk of chunks) {
          if (at + waitingBytes + chunk.length > limit) {
            isTooLarge = true;
            throw errors.fileTooLarge({ limit });
          }
          waiting.push(Buffer.from(chunk));
          waitingBytes += chunk.length;
          if (waitingBytes >= PIECE_BYTES || performance.now() - since >= PIECE_AGE_MS) await writePiece();
        }
      } catch (error) {
        // The first error counts.
        await (isTooLarge ? restore(name, position, before) : writePiece()).catch(() => {});
        throw error;
      }
      await writePiece();
    },

    /** Reads all pieces in their order. */
    async *read(name: string): AsyncGenerator<Uint8Array, void, void> {
      for (const { key } of (await listPieces(name)).pieces) yield* await readObject(bucket, key);
    },

    async remove(name: string): Promise<void> {
      for (const { key } of await bucket.list(prefixOf(name))) await bucket.remove(key);
    },

    /** Removes the blobs whose last piece was written before `before` (Unix milliseconds). */
    async removeAbandoned(before: number): Promise<void> {
      const lastWrites = new Map<string, number>();
      const objects = await bucket.list(UNFINISHED);
      const nameOf = ({ key }: S3Object) => key.slice(0, key.lastIndexOf("/") + 1);
      for (const object of objects) {
        const last = lastWrites.get(nameOf(object)) ?? 0;
        lastWrites.set(nameOf(object), Math.max(last, object.modifiedAt));
      }
      for (const object of objects) {
        if ((lastWrites.get(nameOf(object)) ?? 0) < before) await bucket.remove(object.key);
      }
    },
  };

  /** Removes what a refused append has written. */
  async function restore(name: string, position: number, before: Buffer): Promise<void> {
    await truncate(name, position - before.length);
    if (before.length > 0) await bucket.put(keyOf(name, position - before.length), before);
  }
}
