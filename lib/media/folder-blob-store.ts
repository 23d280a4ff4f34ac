/** Blobs as files of one folder. A blob has its name only when it is whole; until then the name ends in `.part`. */
import { createHash } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { openBlobSource } from "./blob-source.ts";
import type { BlobStore, WrittenBlob } from "./blob-store.ts";
import { fileTooLarge } from "./media-errors.ts";
import { HEAD_BYTES } from "./media-type.ts";

const UNFINISHED = ".part";
const READ_BYTES = 262_144;
const OWNER_ONLY = 0o600;

/** @param folder made with mode 0700 when the first blob comes */
export function createFolderBlobStore(folder: string): BlobStore {
  const pathOf = (name: string) => join(folder, name);
  const unfinishedPathOf = (name: string) => join(folder, name + UNFINISHED);

  async function openForWriting(path: string): Promise<FileHandle> {
    try {
      return await open(path, "r+", OWNER_ONLY);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return open(path, "wx+", OWNER_ONLY);
  }

  return {
    async write(name, chunks, limit) {
      const path = unfinishedPathOf(name);
      try {
        const digest = createDigest();
        await writeChunks({ path, position: 0, chunks, limit, onChunk: digest.add });
        await rename(path, pathOf(name));
        return digest.result();
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },

    append: (name, position, chunks, limit) =>
      writeChunks({ path: unfinishedPathOf(name), position, chunks, limit, onChunk: () => {} }),

    unfinishedBytes: async (name) => (await sizeOf(unfinishedPathOf(name))) ?? 0,
    bytes: (name) => sizeOf(pathOf(name)),

    async finish(unfinishedName, name) {
      const path = unfinishedPathOf(unfinishedName);
      const digest = createDigest();
      const handle = await open(path, "r");
      try {
        const stream = handle.createReadStream({ highWaterMark: READ_BYTES, autoClose: false });
        for await (const chunk of stream) digest.add(chunk);
      } finally {
        await handle.close();
      }
      await rename(path, pathOf(name));
      return digest.result();
    },

    open: (name, listener, range) => openBlobSource(pathOf(name), listener, range),
    read: (name) => readFile(pathOf(name)),

    async remove(name) {
      await rm(pathOf(name), { force: true });
      await rm(unfinishedPathOf(name), { force: true });
    },

    async removeAbandoned(before) {
      const names = await readdir(folder).catch((error) => {
        if (isMissing(error)) return [];
        throw error;
      });
      for (const name of names) {
        if (!name.endsWith(UNFINISHED)) continue;
        // It may be finished or removed by now.
        const modified = await stat(pathOf(name)).catch(() => undefined);
        if (modified && modified.mtimeMs < before) await rm(pathOf(name), { force: true });
      }
    },
  };

  async function writeChunks({
    path,
    position,
    chunks,
    limit,
    onChunk,
  }: {
    path: string;
    position: number;
    chunks: AsyncIterable<Uint8Array>;
    limit: number;
    onChunk: (chunk: Uint8Array) => void;
  }): Promise<void> {
    const handle = await openForWriting(path);
    try {
      await handle.truncate(position);
      let size = position;
      for await (const chunk of chunks) {
        if (size + chunk.length > limit) {
          await handle.truncate(position);
          throw fileTooLarge(limit);
        }
        onChunk(chunk);
        for (let done = 0; done < chunk.length; ) {
          const { bytesWritten } = await handle.write(chunk, done, chunk.length - done, size + done);
          done += bytesWritten;
        }
        size += chunk.length;
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    (error) => {
      if (isMissing(error)) return undefined;
      throw error;
    },
  );
}

function createDigest(): { add(chunk: Uint8Array): void; result(): WrittenBlob } {
  const hash = createHash("sha256");
  let bytes = 0;
  let head = Buffer.alloc(0);
  return {
    add(chunk) {
      hash.update(chunk);
      bytes += chunk.length;
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
    },
    result: () => ({ bytes, sha256: hash.digest("hex"), head }),
  };
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}
