/** BlobStore: the bytes of files, by name. Callers do not depend on the storage behind it: a folder or an S3 bucket. */

export type WrittenBlob = {
  bytes: number;
  /** SHA-256 of the bytes, lower-case hex. */
  sha256: string;
  /** First bytes, enough to detect the type of the file. */
  head: Uint8Array;
};

/** Range in bytes from `start` up to, but not including, `end`; both within the blob. */
export type ByteRange = { start: number; end: number };

/** Returns true for a blob that has a row. */
export type IsWanted = (name: string) => Promise<boolean>;

export type BlobStore = {
  /**
   * Writes a whole blob as its chunks arrive. On any failure, including one of the chunks, nothing of it remains.
   * @param limit limit in bytes
   * @throws GatewayError 413 over the limit
   */
  write(name: string, chunks: AsyncIterable<Uint8Array>, limit: number): Promise<WrittenBlob>;
  /**
   * Writes a whole blob like `write`, before it has a row. Until `publish` it may be removed when this instance ends.
   */
  receive(name: string, chunks: AsyncIterable<Uint8Array>, limit: number): Promise<WrittenBlob>;
  /** Completes a received blob once it has a row. Does nothing when it is complete. */
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
  /**
   * Removes unfinished blobs without a write since `before` (Unix milliseconds): their process ended. Received blobs
   * that are wanted are published instead.
   */
  removeAbandoned(before: number, isWanted: IsWanted): Promise<void>;
  /** Publishes the wanted blobs that an ended instance has received, and removes the others. */
  settle(endedInstance: string, isWanted: IsWanted): Promise<void>;
  /** Checks that the storage can be used; rejects with the reason when it cannot. */
  check(): Promise<void>;
  /** Ends open connections. */
  close(): Promise<void>;
};
