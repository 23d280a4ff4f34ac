/** BlobStore: the bytes of files, by name. What is behind it (a folder now) is nobody else's business. */

export type WrittenBlob = {
  bytes: number;
  /** SHA-256 of the bytes, lower-case hex. */
  sha256: string;
  /** The first bytes, enough to tell what kind of file it is. */
  head: Uint8Array;
};

/** From `start` to before `end`, in bytes; both within the blob. */
export type ByteRange = { start: number; end: number };

export type BlobStore = {
  /**
   * Writes a whole blob as it comes. On any failure, the chunks' own included, nothing of it remains.
   * @param limit in bytes
   * @throws GatewayError 413 over the limit
   */
  write(name: string, chunks: AsyncIterable<Uint8Array>, limit: number): Promise<WrittenBlob>;
  /** Writes a whole blob like `write`, which nobody finds before `publish`. */
  receive(name: string, chunks: AsyncIterable<Uint8Array>, limit: number): Promise<WrittenBlob>;
  /** Gives a received blob its name. Does nothing to one that has it. */
  publish(name: string): Promise<void>;

  /**
   * Adds to an unfinished blob from `position` on. When the chunks fail, those before stay; when they go over the limit, none does.
   * @param limit of the whole blob, in bytes
   * @throws GatewayError 413 over the limit
   */
  append(name: string, position: number, chunks: AsyncIterable<Uint8Array>, limit: number): Promise<void>;
  /** Bytes of an unfinished blob; 0 when there is none. */
  unfinishedBytes(name: string): Promise<number>;
  /** Makes an unfinished blob a finished one under its final name. One that has that name already stays as it is. */
  finish(unfinishedName: string, name: string): Promise<WrittenBlob>;
  /** Makes a finished blob an unfinished one again. */
  reopen(name: string, unfinishedName: string): Promise<void>;

  /** How many bytes a finished blob has; undefined when there is none. */
  bytes(name: string): Promise<number | undefined>;
  /**
   * Reads a finished blob piece by piece. Its `return` closes it, also before the first `next`.
   * @param range all of it when absent
   * @throws when there is no such blob
   */
  open(name: string, range?: ByteRange): Promise<AsyncIterableIterator<Uint8Array>>;
  /** All of it in memory. @throws when there is no such blob */
  read(name: string): Promise<Buffer>;
  /** The blob, finished or not. Does nothing when there is none. */
  remove(name: string): Promise<void>;
  /** Removes unfinished blobs that nobody has written to since `before` (Unix milliseconds): a process ended under them. */
  removeAbandoned(before: number): Promise<void>;
  /** Publishes the wanted ones of the blobs that an ended instance has received, and removes the others. */
  settle(endedInstance: string, isWanted: (name: string) => Promise<boolean>): Promise<void>;
};
