/**
 * BodyResponse: an answer that is one document. A small one is held until it is whole, so that a cut upstream becomes a
 * clean error; a large one flows on as it comes.
 */
import type { Usage } from "#lib/canonical/part.ts";
import type { Sink } from "#lib/http/exchange.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { PushedResponse, type PushedResponseOptions } from "./pushed-response.ts";

/** Bytes; nearly every completion is smaller. */
const HELD = 1024 * 1024;

export type BodyResponseOptions = PushedResponseOptions & {
  readUsage: (body: Uint8Array) => Usage | undefined;
};

export class BodyResponse extends PushedResponse {
  private readonly options: BodyResponseOptions;
  private head: { status: number; headers: Record<string, string> } = { status: 200, headers: {} };
  private chunks: Buffer[] = [];
  private size = 0;
  private last: Buffer | undefined;

  constructor(options: BodyResponseOptions) {
    super(options);
    this.options = options;
  }

  /** The answer's status and headers; its body follows. */
  receive(status: number, headers: Record<string, string>): void {
    this.head = { status, headers };
  }

  /** Returns false when the client is behind: write no more until `onResume`. */
  write(chunk: Buffer): boolean {
    if (this.ended) return true;
    this.size += chunk.length;
    if (this.sink) {
      this.last = chunk;
      this.options.record.sent(chunk.length);
      return this.sink.write(chunk);
    }
    this.chunks.push(chunk);
    if (this.size <= HELD || this.begun) return true;
    this.begun = true;
    this.settle.resolve({ ...this.head, body: this });
    return true;
  }

  end(): void {
    if (this.ended) return;
    this.close();
    const { record, readUsage } = this.options;
    if (this.begun) {
      record.usage = readUsage(this.last ?? (this.chunks.at(-1) as Buffer));
      record.finish({ status: this.head.status });
      this.sink?.end();
      return;
    }
    const body = this.chunks.length === 1 ? (this.chunks[0] as Buffer) : Buffer.concat(this.chunks);
    record.usage = readUsage(body);
    record.sent(body.length);
    record.finish({ status: this.head.status });
    this.settle.resolve({ ...this.head, body });
  }

  fail(error: GatewayError): void {
    if (this.ended) return;
    this.close();
    if (!this.begun) {
      this.settle.reject(error);
      return;
    }
    // The bytes that went out promised more: only a cut connection says that they will not come.
    this.options.record.finish({ status: error.status, error: error.message });
    this.sink?.fail(error);
  }

  start(sink: Sink): void {
    this.sink = sink;
    const body = Buffer.concat(this.chunks);
    this.last = this.chunks.at(-1);
    this.chunks = [];
    this.options.record.sent(body.length);
    sink.write(body);
    if (this.ended) sink.end();
  }
}
