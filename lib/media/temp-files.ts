/**
 * TempFiles: files of running requests. Small files stay in memory while all requests together use little; others are
 * written to a folder. No file outlives its request or the process.
 */
import { type FileHandle, mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { freeMemory } from "#lib/http/free-memory.ts";
import { newMemory, type TakeMemory } from "#lib/http/piece-ring.ts";
import { BUFFER_BYTES, createBufferPool } from "./buffer-pool.ts";
import { createRandomName } from "./create-random-name.ts";
import { HEAD_BYTES } from "./detect-media-type.ts";
import { createPooledBytes, type PooledBytes } from "./pooled-bytes.ts";
import { isUnusableDisk, writeProbe } from "./write-probe.ts";

export type TempFile = {
  /** Size in bytes. */
  size: number;
  /** First bytes, enough to detect the type of the file. */
  head: Uint8Array;
  read(): Promise<Uint8Array>;
  /** @param take allocates memory for each piece; new memory when absent */
  chunks(take?: TakeMemory): AsyncIterable<Uint8Array>;
};

/** The files of one request. */
export type RequestFiles = {
  /**
   * Stores a file as it arrives. On failure, nothing of it remains.
   * @param chunks chunks whose memory is freed once it is stored
   * @param limit limit in bytes; beyond it `tooLarge` creates the error to throw
   */
  add(chunks: AsyncIterable<Uint8Array>, limit: number, tooLarge: () => Error): Promise<TempFile>;
  /** Removes all files of the request, which are unreadable from then on. */
  clear(): Promise<void>;
};

export type TempFiles = {
  open(): RequestFiles;
  /**
   * Checks that files can be written.
   * @returns false for a folder that could never be written, as on a read-only disk: requests with large files fail
   * @throws the error of a disk that is full, fails, or cannot be written any more
   */
  check(): Promise<boolean>;
  /** Removes the folder. */
  close(): Promise<void>;
};

const NAME_LENGTH = 24;
/** File that a check writes and removes. */
const PROBE = "probe";
/** Limit in bytes of one file in memory. */
const LARGEST_IN_MEMORY = 32 * 1024 * 1024;
/** Limit in bytes of all files in memory. */
const MEMORY_BUDGET = 64 * 1024 * 1024;

/** @param folder folder that no other process uses; created for the first file */
export function createTempFiles(folder: string): TempFiles {
  const pool = createBufferPool(MEMORY_BUDGET);
  let hasWritten = false;

  function open(): RequestFiles {
    const paths = new Set<string>();
    const inMemory = new Set<PooledBytes>();

    return {
      async add(chunks, limit, tooLarge) {
        const memory = createPooledBytes(pool);
        inMemory.add(memory);
        let size = 0;
        let file: { handle: FileHandle; path: string } | undefined;
        try {
          for await (const chunk of chunks) {
            size += chunk.length;
            if (size > limit) throw tooLarge();
            if (file) await file.handle.writeFile(chunk);
            else if (size > LARGEST_IN_MEMORY || !memory.append(chunk)) {
              const before = Buffer.concat([...memory.views(), chunk]);
              memory.release();
              file = await openFile(folder);
              paths.add(file.path);
              await file.handle.writeFile(before);
            }
            freeMemory(chunk);
          }
        } catch (error) {
          memory.release();
          await file?.handle.close();
          throw error;
        }
        if (!file) return inMemoryFile(memory, size);
        await file.handle.close();
        return onDisk(file.path, size);
      },

      async clear() {
        for (const memory of inMemory) memory.release();
        await Promise.all([...paths].map((path) => rm(path, { force: true })));
        paths.clear();
      },
    };
  }

  return {
    open,
    async check() {
      try {
        await createFolder(folder);
        await writeProbe(join(folder, PROBE));
        hasWritten = true;
      } catch (error) {
        if (hasWritten || isUnusableDisk(error)) throw error;
      }
      return hasWritten;
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function openFile(folder: string): Promise<{ handle: FileHandle; path: string }> {
  await createFolder(folder);
  const path = join(folder, createRandomName(NAME_LENGTH));
  return { handle: await open(path, "wx", 0o600), path };
}

async function createFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** Returns copies, so that a slow connection never sends bytes of the next request. */
function inMemoryFile(memory: PooledBytes, size: number): TempFile {
  return {
    size,
    head: Buffer.from(memory.views()[0]?.subarray(0, HEAD_BYTES) ?? []),
    read: async () => Buffer.concat(memory.views(), size),
    async *chunks(take = newMemory) {
      for (let at = 0; at < size; at += BUFFER_BYTES) {
        const view = memory.views()[at / BUFFER_BYTES] as Buffer;
        const piece = take(view.length);
        piece.set(view);
        yield piece;
      }
    },
  };
}

async function onDisk(path: string, size: number): Promise<TempFile> {
  async function* chunks(take: TakeMemory = newMemory): AsyncGenerator<Uint8Array, void, void> {
    const handle = await open(path, "r");
    try {
      for (let at = 0; at < size; ) {
        const piece = take(Math.min(BUFFER_BYTES, size - at));
        const { bytesRead } = await handle.read(piece, 0, piece.length, at);
        if (bytesRead === 0) throw new Error("A temp file is shorter than it was.");
        yield piece.subarray(0, bytesRead);
        at += bytesRead;
      }
    } finally {
      await handle.close();
    }
  }

  const handle = await open(path, "r");
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  await handle.close();
  return { size, head: buffer.subarray(0, bytesRead), read: () => readFile(path), chunks };
}
