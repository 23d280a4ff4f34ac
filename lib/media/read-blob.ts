/** File on disk as an async iterable: each piece is read on demand. */
import { type FileHandle, open } from "node:fs/promises";
import type { ByteRange } from "./blob-store.ts";

const READ_BYTES = 65_536;

/**
 * Opens the file at once; `return` closes it, also before the first `next`.
 * @throws when there is no such file
 */
export async function readBlob(path: string, range?: ByteRange): Promise<AsyncIterableIterator<Uint8Array>> {
  const handle = await open(path, "r");
  try {
    return new BlobReader(handle, range ?? { start: 0, end: (await handle.stat()).size });
  } catch (error) {
    await handle.close();
    throw error;
  }
}

class BlobReader implements AsyncIterableIterator<Uint8Array> {
  private readonly handle: FileHandle;
  private readonly end: number;
  private position: number;
  private closed = false;

  constructor(handle: FileHandle, { start, end }: ByteRange) {
    this.handle = handle;
    this.position = start;
    this.end = end;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    const length = Math.min(READ_BYTES, this.end - this.position);
    if (this.closed || length === 0) return this.return();
    try {
      const { buffer, bytesRead } = await this.handle.read(Buffer.allocUnsafeSlow(length), 0, length, this.position);
      if (bytesRead === 0) throw new Error("The blob is shorter than it was when it was opened.");
      this.position += bytesRead;
      return { done: false, value: buffer.subarray(0, bytesRead) };
    } catch (error) {
      await this.return();
      throw error;
    }
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    if (!this.closed) {
      this.closed = true;
      // Waits for a read in progress.
      await this.handle.close().catch(() => {});
    }
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
