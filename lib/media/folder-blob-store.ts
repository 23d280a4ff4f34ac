/**
 * Blobs as files in one folder. A blob gets its name only when it is complete and on the disk. Until then the file is
 * called `<name>.part`, or `<name>.<instance>.part` when only one instance writes it.
 */
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errors } from "#lib/http/errors.ts";
import { createBlobDigest } from "./blob-digest.ts";
import type { BlobStore, WrittenBlob } from "./blob-store.ts";
import { readBlob } from "./read-blob.ts";
import { isUnusableDisk, writeProbe } from "./write-probe.ts";

const UNFINISHED = ".part";
/** Name of a received blob's file: the blob's, and the id of the instance. */
const RECEIVED = /^([^.]+)\.([^.]+)\.part$/;
const READ_BYTES = 262_144;
const OWNER_ONLY = 0o600;
/** File that a check writes and removes. */
const PROBE = "probe";

/**
 * @param folder created with mode 0700 for the first blob
 * @param instance id of this instance
 */
export function createFolderBlobStore(folder: string, instance: string): BlobStore {
  const blobPath = (name: string) => join(folder, name);
  const unfinishedPath = (name: string) => join(folder, name + UNFINISHED);
  const receivedPathOf = (name: string, by = instance) => unfinishedPath(`${name}.${by}`);

  async function openForWriting(path: string): Promise<FileHandle> {
    try {
      return await open(path, "r+", OWNER_ONLY);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    if (await mkdir(folder, { recursive: true, mode: 0o700 })) await syncFolder(dirname(folder));
    return open(path, "wx+", OWNER_ONLY);
  }

  /** A power failure can lose a new name until its folder is on the disk. */
  async function giveName(path: string, name: string): Promise<void> {
    await rename(path, blobPath(name));
    await syncFolder(folder);
  }

  async function receive(name: string, chunks: AsyncIterable<Uint8Array>, limit: number): Promise<WrittenBlob> {
    const path = receivedPathOf(name);
    try {
      const digest = createBlobDigest();
      await writeChunks({ path, position: 0, chunks, limit, onChunk: digest.add });
      return digest.result();
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  async function publish(name: string, by?: string): Promise<void> {
    try {
      await giveName(receivedPathOf(name, by), name);
    } catch (error) {
      if (!isMissing(error) || (await sizeOf(blobPath(name))) === undefined) throw error;
    }
  }

  return {
    async write(name, chunks, limit) {
      const written = await receive(name, chunks, limit);
      await publish(name);
      return written;
    },

    receive,
    publish: (name) => publish(name),

    append: (name, position, chunks, limit) =>
      writeChunks({ path: unfinishedPath(name), position, chunks, limit, onChunk: () => {} }),

    unfinishedBytes: async (name) => (await sizeOf(unfinishedPath(name))) ?? 0,
    bytes: (name) => sizeOf(blobPath(name)),

    async finish(unfinishedName, name) {
      const path = unfinishedPath(unfinishedName);
      const hasName = (await sizeOf(blobPath(name))) !== undefined;
      const digest = createBlobDigest();
      const handle = await open(hasName ? blobPath(name) : path, "r");
      try {
        const stream = handle.createReadStream({ highWaterMark: READ_BYTES, autoClose: false });
        for await (const chunk of stream) digest.add(chunk);
      } finally {
        await handle.close();
      }
      if (hasName) await rm(path, { force: true });
      else await giveName(path, name);
      return digest.result();
    },

    reopen: (name, unfinishedName) => rename(blobPath(name), unfinishedPath(unfinishedName)),

    open: (name, range) => readBlob(blobPath(name), range),
    read: (name) => readFile(blobPath(name)),

    async remove(name) {
      for (const path of [blobPath(name), unfinishedPath(name), receivedPathOf(name)]) await rm(path, { force: true });
    },

    async settle(endedInstance, isWanted) {
      const ending = `.${endedInstance}${UNFINISHED}`;
      for (const file of await unfinishedNames()) {
        if (!file.endsWith(ending)) continue;
        const name = file.slice(0, -ending.length);
        if (await isWanted(name)) await publish(name, endedInstance);
        else await rm(blobPath(file), { force: true });
      }
    },

    async removeAbandoned(before, isWanted) {
      for (const file of await unfinishedNames()) {
        // The file may be finished or removed by now.
        const modified = await stat(blobPath(file)).catch(() => undefined);
        if (!modified || modified.mtimeMs >= before) continue;
        const [, name, by] = RECEIVED.exec(file) ?? [];
        if (name !== undefined && (await isWanted(name))) await publish(name, by);
        else await rm(blobPath(file), { force: true });
      }
    },

    async check() {
      try {
        await writeProbe(unfinishedPath(`${PROBE}.${instance}`));
      } catch (error) {
        // A gateway without media can run on a read-only disk, and has no folder before the first blob.
        if (isUnusableDisk(error)) throw error;
      }
    },
    close: async () => {},
  };

  async function unfinishedNames(): Promise<string[]> {
    const names = await readdir(folder).catch((error) => {
      if (isMissing(error)) return [];
      throw error;
    });
    return names.filter((name) => name.endsWith(UNFINISHED));
  }

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
          throw errors.fileTooLarge({ limit });
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

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders.
  const handle = await open(path, "r").catch(() => undefined);
  try {
    await handle?.sync();
  } finally {
    await handle?.close();
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

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}
