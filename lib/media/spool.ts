/**
 * Spool: the files of a request until it has been answered. Small ones stay in memory as long as all requests together
 * hold little; others wait in a folder. Nothing of it outlives the request, nor the process.
 */
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { randomName } from "./random-name.ts";

export type SpooledFile = {
  /** How many bytes it has. */
  size: number;
  /** The first bytes, enough to tell what kind of file it is. */
  head: Uint8Array;
  read(): Promise<Uint8Array>;
  chunks(): AsyncIterable<Uint8Array>;
};

export type Spool = {
  /**
   * Takes a file as it comes. On any failure nothing of it remains.
   * @param limit in bytes; `tooLarge` makes what is thrown beyond it
   */
  add(chunks: AsyncIterable<Uint8Array>, limit: number, tooLarge: () => Error): Promise<SpooledFile>;
  /** Lets go of all its files. */
  clear(): Promise<void>;
};

export type Spools = {
  open(): Spool;
  /** Removes the folder. */
  close(): Promise<void>;
};

const HEAD_BYTES = 64;
const NAME_LENGTH = 24;
/** Of one file in memory, and of all of them together, in bytes. */
const LARGEST_IN_MEMORY = 32 * 1024 * 1024;
const MEMORY_BUDGET = 64 * 1024 * 1024;

/** @param folder of this process alone; made when the first file needs it */
export function createSpools(folder: string): Spools {
  let inMemory = 0;

  function open(): Spool {
    const paths = new Set<string>();
    let held = 0;

    function hold(bytes: number): boolean {
      if (inMemory + bytes > MEMORY_BUDGET) return false;
      inMemory += bytes;
      held += bytes;
      return true;
    }

    function release(bytes: number): void {
      inMemory -= bytes;
      held -= bytes;
    }

    return {
      async add(chunks, limit, tooLarge) {
        const waiting: Uint8Array[] = [];
        let size = 0;
        let file: { handle: FileHandle; path: string } | undefined;
        try {
          for await (const chunk of chunks) {
            size += chunk.length;
            if (size > limit) throw tooLarge();
            if (!file) {
              if (size <= LARGEST_IN_MEMORY && hold(chunk.length)) {
                waiting.push(chunk);
                continue;
              }
              file = await openFile(folder);
              paths.add(file.path);
              const before = waiting.splice(0);
              const bytes = before.reduce((sum, { length }) => sum + length, 0);
              if (before.length > 0) await file.handle.writev(before);
              release(bytes);
            }
            await file.handle.write(chunk);
          }
        } catch (error) {
          release(waiting.reduce((sum, { length }) => sum + length, 0));
          await file?.handle.close();
          throw error;
        }
        if (!file) return inMemoryFile(waiting, size);
        await file.handle.close();
        return onDisk(file.path, size);
      },

      async clear() {
        release(held);
        await Promise.all([...paths].map((path) => rm(path, { force: true })));
        paths.clear();
      },
    };
  }

  return {
    open,
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function openFile(folder: string): Promise<{ handle: FileHandle; path: string }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomName(NAME_LENGTH));
  return { handle: await open(path, "wx", 0o600), path };
}

function inMemoryFile(chunks: Uint8Array[], size: number): SpooledFile {
  return {
    size,
    head: Buffer.concat(chunks.slice(0, HEAD_BYTES)).subarray(0, HEAD_BYTES),
    async read() {
      return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks, size);
    },
    async *chunks() {
      yield* chunks;
    },
  };
}

async function onDisk(path: string, size: number): Promise<SpooledFile> {
  const handle = await open(path, "r");
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  await handle.close();
  return {
    size,
    head: buffer.subarray(0, bytesRead),
    read: () => readFile(path),
    chunks: () => createReadStream(path, { highWaterMark: 262_144 }),
  };
}
