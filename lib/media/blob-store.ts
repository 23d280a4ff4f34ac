/** BlobStore: the bytes of files, by name. What is behind it (a folder now) is nobody else's business. */
import type { PushSource } from "#lib/http/exchange.ts";

export type WrittenBlob = {
  bytes: number;
  /** SHA-256 of the bytes, lower-case hex. */
  sha256: string;
  /** The first bytes, enough to tell what kind of file it is. */
  head: Uint8Array;
};

/** Told of a blob's way to its receiver. */
export type BlobListener = {
  onChunk(bytes: number): void;
  /** Called once: `undefined` when all was sent, else why not. */
  onEnd(failure: "cancelled" | Error | undefined): void;
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

  /**
   * Adds to an unfinished blob from `position` on. When the chunks fail, those before stay; when they go over the limit, none does.
   * @param limit of the whole blob, in bytes
   * @throws GatewayError 413 over the limit
   */
  append(name: string, position: number, chunks: AsyncIterable<Uint8Array>, limit: number): Promise<void>;
  /** Bytes of an unfinished blob; 0 when there is none. */
  unfinishedBytes(name: string): Promise<number>;
  /** Makes an unfinished blob a finished one under its final name. */
  finish(unfinishedName: string, name: string): Promise<WrittenBlob>;

  /** How many bytes a finished blob has; undefined when there is none. */
  bytes(name: string): Promise<number | undefined>;
  /** @param range all of it when absent @throws when there is no such blob */
  open(name: string, listener: BlobListener, range?: ByteRange): Promise<PushSource>;
  /** All of it in memory. @throws when there is no such blob */
  read(name: string): Promise<Buffer>;
  /** The blob, finished or not. Does nothing when there is none. */
  remove(name: string): Promise<void>;
  /** Removes unfinished blobs that nobody has written to since `before` (Unix milliseconds): a process ended under them. */
  removeAbandoned(before: number): Promise<void>;
};
