/** The body of a web Request. */
import { limited } from "#lib/http/body-limit.ts";
import type { ClientPresence } from "#lib/http/client-presence.ts";
import { errors } from "#lib/http/errors.ts";
import { createGrowingBuffer } from "#lib/http/growing-buffer.ts";
import type { RequestBody } from "#lib/http/http-message.ts";
import { BodyPace, type PaceServices } from "../gateway/request/body-pace.ts";
import { CountedBody } from "../gateway/request/counted-body.ts";

export class WebBody extends CountedBody implements RequestBody {
  private readonly reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  /** Bytes that the headers announce; undefined when they do not. */
  private readonly announced: number | undefined;
  private readonly client: ClientPresence;
  /** True when the body has been read to its end. */
  private complete: boolean;

  constructor(request: Request, { client, services }: { client: ClientPresence; services: PaceServices }) {
    super(services);
    const length = request.headers.get("content-length");
    this.announced = length === null ? undefined : Number(length);
    this.reader = request.body?.getReader();
    this.complete = this.reader === undefined;
    this.client = client;
  }

  async bytes(limit: number): Promise<Uint8Array> {
    const { announced } = this;
    if (announced !== undefined && announced > limit) throw errors.bodyTooLarge({ limit });
    if (announced !== undefined) await this.reserve(announced, this.client);
    const gathered = createGrowingBuffer({ expected: announced });
    for await (const chunk of this.chunks(limit)) {
      gathered.append(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
      if (announced === undefined) this.grow(gathered.length);
    }
    return gathered.take();
  }

  chunks(limit: number): AsyncIterable<Uint8Array> {
    return limited(this.pieces(), limit);
  }

  /**
   * Reads the rest of the body: Next leaves it in the connection, where it would block the client's next request. Reads
   * to the end, since a connection that Next closes loses the response for a client that is still writing.
   */
  async discardRest(): Promise<void> {
    try {
      while (!this.complete) await this.next();
    } catch {
      // The client disconnected in the middle of its body.
    }
  }

  /** Not the stream's own iterator: ending that early would cancel the stream, and with it the connection. */
  private async *pieces(): AsyncGenerator<Uint8Array, void, void> {
    const { promise: failed, reject: fail } = Promise.withResolvers<never>();
    failed.catch(() => {});
    const pace = new BodyPace(this.services, { size: this.announced ?? 0, fail });
    try {
      for (;;) {
        const chunk = await Promise.race([this.next(), failed]);
        if (!chunk) return;
        pace.received(chunk.length);
        pace.awaited = false;
        yield chunk;
        pace.awaited = true;
      }
    } finally {
      pace.stop();
    }
  }

  private async next(): Promise<Uint8Array | undefined> {
    const read = await this.reader?.read();
    if (read?.value) return read.value;
    this.complete = true;
    return undefined;
  }
}
