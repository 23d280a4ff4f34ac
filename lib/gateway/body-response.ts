/**
 * BodyResponse: an answer that is one document. A small one is held until it is whole, so that a cut upstream becomes a
 * clean error; a large one flows on as it comes.
 */
import type { Usage } from "#lib/canonical/part.ts";
import type { ExchangeResponse, PushSource, Sink } from "#lib/http/exchange.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import type { OpenExchanges, Ticking } from "./open-exchanges.ts";
import { CLIENT_LEFT, CLIENT_LEFT_STATUS, type RequestRecord } from "./request-record.ts";

/** Bytes; nearly every completion is smaller. */
const HELD = 1024 * 1024;

export type BodyResponseOptions = {
  record: RequestRecord;
  exchanges: OpenExchanges;
  readUsage: (body: Uint8Array) => Usage | undefined;
  onCancel: () => void;
  onResume: () => void;
};

export class BodyResponse implements PushSource, Ticking {
  readonly response: Promise<ExchangeResponse>;
  private readonly options: BodyResponseOptions;
  private settle: { resolve(response: ExchangeResponse): void; reject(error: GatewayError): void };
  private head: { status: number; headers: Record<string, string> } = { status: 200, headers: {} };
  private chunks: Buffer[] = [];
  private size = 0;
  private sink: Sink | undefined;
  private flowing = false;
  private ended = false;
  slot = -1;
  private last: Buffer | undefined;
  private deadline = Number.POSITIVE_INFINITY;
  private onDeadline: (() => void) | undefined;

  constructor(options: BodyResponseOptions) {
    this.options = options;
    const { promise, resolve, reject } = Promise.withResolvers<ExchangeResponse>();
    this.response = promise;
    this.settle = { resolve, reject };
    options.exchanges.watch(this);
  }

  /** Calls back once, when the answer has taken `timeoutMs` and has not ended. */
  setDeadline(timeoutMs: number, onDeadline: () => void): void {
    this.deadline = performance.now() + timeoutMs;
    this.onDeadline = onDeadline;
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
    if (this.size <= HELD || this.flowing) return true;
    this.flowing = true;
    this.settle.resolve({ ...this.head, body: this });
    return true;
  }

  end(): void {
    if (this.ended) return;
    this.close();
    const { record, readUsage } = this.options;
    if (this.flowing) {
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
    if (!this.flowing) {
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

  resume(): void {
    if (!this.ended) this.options.onResume();
  }

  cancel(): void {
    if (this.ended) return;
    this.close();
    this.options.record.finish({ status: CLIENT_LEFT_STATUS, error: CLIENT_LEFT });
    this.options.onCancel();
    if (!this.flowing) this.settle.resolve({ status: CLIENT_LEFT_STATUS, headers: {}, body: "" });
  }

  tick(now: number): void {
    if (now < this.deadline) return;
    this.deadline = Number.POSITIVE_INFINITY;
    this.onDeadline?.();
  }

  private close(): void {
    this.ended = true;
    this.options.exchanges.unwatch(this);
  }
}
