/**
 * Spool: the files of a request until it has been answered. Small ones stay in memory as long as all requests together
 * hold little; others wait in a folder. Nothing of it outlives the request, nor the process.
 */
import { type FileHandle, mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { freeMemory } from "#lib/http/free-memory.ts";
import { newMemory, type TakeMemory } from "#lib/http/piece-ring.ts";
import { type HeldBytes, holdBytes } from "./held-bytes.ts";
import { HEAD_BYTES } from "./media-type.ts";
import { randomName } from "./random-name.ts";
import { createSlabPool, SLAB_BYTES } from "./slab-pool.ts";

export type SpooledFile = {
  /** How many bytes it has. */
  size: number;
  /** The first bytes, enough to tell what kind of file it is. */
  head: Uint8Array;
  read(): Promise<Uint8Array>;
  /** @param take memory for each piece; new memory when absent */
  chunks(take?: TakeMemory): AsyncIterable<Uint8Array>;
};

export type Spool = {
  /**
   * Takes a file as it comes. On any failure nothing of it remains.
   * @param chunks are the spool's from then on, memory and all: it frees them
   * @param limit in bytes; `tooLarge` makes what is thrown beyond it
   */
  add(chunks: AsyncIterable<Uint8Array>, limit: number, tooLarge: () => Error): Promise<SpooledFile>;
  /** Lets go of all its files, which cannot be read any more. */
  clear(): Promise<void>;
};

export type Spools = {
  open(): Spool;
  /** Removes the folder. */
  close(): Promise<void>;
};

const NAME_LENGTH = 24;
/** Of one file in memory, and of all of them together, in bytes. */
const LARGEST_IN_MEMORY = 32 * 1024 * 1024;
const MEMORY_BUDGET = 64 * 1024 * 1024;

/** @param folder of this process alone; made when the first file needs it */
export function createSpools(folder: string): Spools {
  const pool = createSlabPool(MEMORY_BUDGET);

  function open(): Spool {
    const paths = new Set<string>();
    const held = new Set<HeldBytes>();

    return {
      async add(chunks, limit, tooLarge) {
        const memory = holdBytes(pool);
        held.add(memory);
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
        for (const memory of held) memory.release();
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

/** What it gives out are copies: a connection that is slow to send them sends nothing of the next request. */
function inMemoryFile(memory: HeldBytes, size: number): SpooledFile {
  return {
    size,
    head: Buffer.from(memory.views()[0]?.subarray(0, HEAD_BYTES) ?? []),
    read: async () => Buffer.concat(memory.views(), size),
    async *chunks(take = newMemory) {
      for (let at = 0; at < size; at += SLAB_BYTES) {
        const view = memory.views()[at / SLAB_BYTES] as Buffer;
        const piece = take(view.length);
        piece.set(view);
        yield piece;
      }
    },
  };
}

async function onDisk(path: string, size: number): Promise<SpooledFile> {
  async function* chunks(take: TakeMemory = newMemory): AsyncGenerator<Uint8Array, void, void> {
    const handle = await open(path, "r");
    try {
      for (let at = 0; at < size; ) {
        const piece = take(Math.min(SLAB_BYTES, size - at));
        const { bytesRead } = await handle.read(piece, 0, piece.length, at);
        if (bytesRead === 0) throw new Error("A spooled file is shorter than it was.");
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
