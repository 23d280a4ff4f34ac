/** BlobStore: the bytes of files, by name. Callers do not depend on the storage behind it (a folder today). */

export type WrittenBlob = {
  bytes: number;
  /** SHA-256 of the bytes, lower-case hex. */
  sha256: string;
  /** First bytes, enough to detect the type of the file. */
  head: Uint8Array;
};

/** Range in bytes from `start` up to, but not including, `end`; both within the blob. */
export type ByteRange = { start: number; end: number };

export type BlobStore = {
  /**
   * Writes a whole blob as its chunks arrive. On any failure, including one of the chunks, nothing of it remains.
   * @param limit limit in bytes
   * @throws GatewayError 413 over the limit
   */
  write(name: string, chunks: AsyncIterable<Uint8Array>, limit: number): Promise<WrittenBlob>;
  /** Writes a whole blob like `write`; it is invisible before `publish`. */
  receive(name: string, chunks: AsyncIterable<Uint8Array>, limit: number): Promise<WrittenBlob>;
  /** Gives a received blob its name. Does nothing when it already has that name. */
  publish(name: string): Promise<void>;

  /**
   * Appends to an unfinished blob from `position` on. When the chunks fail, the earlier ones stay; when they exceed the
   * limit, none does.
   * @param limit limit on the whole blob, in bytes
   * @throws GatewayError 413 over the limit
   */
  append(name: string, position: number, chunks: AsyncIterable<Uint8Array>, limit: number): Promise<void>;
  /** Returns the size of an unfinished blob in bytes; 0 when there is none. */
  unfinishedBytes(name: string): Promise<number>;
  /**
   * Turns an unfinished blob into a finished one with its final name. An existing blob of that name is not replaced.
   */
  finish(unfinishedName: string, name: string): Promise<WrittenBlob>;
  /** Turns a finished blob into an unfinished one again. */
  reopen(name: string, unfinishedName: string): Promise<void>;

  /** Returns the size of a finished blob in bytes; undefined when there is none. */
  bytes(name: string): Promise<number | undefined>;
  /**
   * Reads a finished blob in chunks. Its `return` closes it, also before the first `next`.
   * @param range the whole blob when absent
   * @throws when there is no such blob
   */
  open(name: string, range?: ByteRange): Promise<AsyncIterableIterator<Uint8Array>>;
  /** Reads the whole blob into memory. @throws when there is no such blob */
  read(name: string): Promise<Buffer>;
  /** Removes the blob, finished or not. Does nothing when there is none. */
  remove(name: string): Promise<void>;
  /** Removes unfinished blobs without a write since `before` (Unix milliseconds): their process ended. */
  removeAbandoned(before: number): Promise<void>;
  /** Publishes the wanted blobs that an ended instance has received, and removes the others. */
  settle(endedInstance: string, isWanted: (name: string) => Promise<boolean>): Promise<void>;
};
