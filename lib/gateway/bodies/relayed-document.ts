/**
 * RelayedDocument: an upstream's reply that is one document. A small one is buffered until it is complete, so that a
 * cut upstream becomes a clean error, and head and body are sent in one write; a large one is streamed.
 */
import type { Usage } from "#lib/canonical/part.ts";
import { toGatewayError } from "#lib/http/error-response.ts";
import type { LogEntry } from "../request/log-entry.ts";
import { ResponseBody, type ResponseBodyOptions } from "./response-body.ts";

/** Limit in bytes; nearly every completion is smaller. */
const LARGEST_BUFFERED = 1024 * 1024;
/** Bytes at the end of a large document in which its usage is. */
const LONGEST_TAIL = 4_096;

export type RelayedDocumentOptions = ResponseBodyOptions & {
  log: LogEntry;
  /** @param body the whole reply, or the last chunk of a large one */
  readUsage: (body: Uint8Array) => Usage | undefined;
  /**
   * Returns the bytes to pass on.
   * @param body the whole reply, or the beginning of a large one
   * @throws GatewayError for a body that is not a reply
   */
  check: (body: Buffer, whole: boolean) => Buffer;
};

export class RelayedDocument extends ResponseBody {
  private readonly readUsage: RelayedDocumentOptions["readUsage"];
  private readonly check: RelayedDocumentOptions["check"];
  private readonly log: LogEntry;
  private chunks: Buffer[] = [];
  private size = 0;
  private last: Buffer | undefined;

  constructor(options: RelayedDocumentOptions) {
    super(options);
    this.check = options.check;
    this.readUsage = options.readUsage;
    this.log = options.log;
  }

  /** Sets status and headers of the reply, before its first byte. */
  setHead(status: number, headers: Record<string, string>): void {
    this.options.head = { status, headers };
  }

  override write(chunk: Buffer): boolean {
    if (this.hasEnded) return true;
    if (chunk.length === 0) return true;
    this.last = this.joinLast(chunk);
    if (this.hasBegun) return super.write(chunk);
    this.size += chunk.length;
    this.chunks.push(chunk);
    if (this.size <= LARGEST_BUFFERED) return true;
    const buffered = this.checked(Buffer.concat(this.chunks), false);
    this.chunks = [];
    return !buffered || super.write(buffered);
  }

  /** Returns a chunk with enough before it that the usage at the end of a document is not cut in two. */
  private joinLast(chunk: Buffer): Buffer {
    if (!this.last || chunk.length >= LONGEST_TAIL) return chunk;
    return Buffer.concat([this.last.subarray(-LONGEST_TAIL), chunk]);
  }

  override end(): void {
    if (this.hasEnded) return;
    if (this.hasBegun) {
      this.log.usage = this.last && this.readUsage(this.last);
      super.end();
      return;
    }
    const body = this.checked(this.chunks.length === 1 ? (this.chunks[0] as Buffer) : Buffer.concat(this.chunks), true);
    if (!body) return;
    this.log.usage = this.readUsage(body);
    this.finishWhole(body);
  }

  /** Returns undefined for a body that is not a reply: the response has failed then. */
  private checked(body: Buffer, whole: boolean): Buffer | undefined {
    try {
      return this.check(body, whole);
    } catch (error) {
      if (!whole) this.options.onCancel();
      this.fail(toGatewayError(error));
      return undefined;
    }
  }
}
