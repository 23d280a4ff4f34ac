/**
 * StreamResponse: the server-sent events of one answer on their way to the client. It opens with the first event (or
 * the first keep-alive comment), ends in exactly one way, and turns a failure into an HTTP error before it opened and into
 * the dialect's error event after (architecture.md, law 5).
 */
import type { Sink } from "#lib/http/exchange.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { PushedResponse, type PushedResponseOptions } from "./pushed-response.ts";

export type StreamResponseOptions = PushedResponseOptions & {
  /** The event that bridges a silence. */
  ping: string;
  /** The longest silence before a keep-alive comment, in milliseconds. */
  pingMs: number;
  /** The response headers beside the stream's own. */
  headers: Record<string, string>;
  streamError: (error: GatewayError) => string;
};

/** Proxies must neither compress nor hold a stream back. */
const STREAM_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};

export class StreamResponse extends PushedResponse {
  private readonly options: StreamResponseOptions;
  private waiting: (Uint8Array | string)[] = [];
  private lastWrite = performance.now();

  constructor(options: StreamResponseOptions) {
    super(options);
    this.options = options;
  }

  /** Sends the headers. */
  open(): void {
    if (this.begun) return;
    this.begun = true;
    this.settle.resolve({ status: 200, headers: { ...STREAM_HEADERS, ...this.options.headers }, body: this });
  }

  /** Whole events only. Returns false when the client is behind: write no more until `onResume`. */
  write(events: Uint8Array | string): boolean {
    if (this.ended || events.length === 0) return true;
    this.open();
    this.lastWrite = performance.now();
    this.options.record.sent(typeof events === "string" ? Buffer.byteLength(events) : events.length);
    if (this.sink) return this.sink.write(events);
    this.waiting.push(events);
    return true;
  }

  /** The answer is complete. */
  end(): void {
    if (this.ended) return;
    this.open();
    this.close();
    this.sink?.end();
    this.options.record.finish({ status: 200 });
  }

  /** @param events what tells the client, when its stream has begun; the dialect's usual error event when absent */
  fail(error: GatewayError, events?: () => string): void {
    if (this.ended) return;
    if (!this.begun) {
      this.close();
      this.settle.reject(error);
      return;
    }
    this.write(events?.() ?? this.options.streamError(error));
    this.close();
    this.sink?.end();
    this.options.record.finish({ status: error.status, error: error.message });
  }

  start(sink: Sink): void {
    this.sink = sink;
    if (this.waiting.length > 0) sink.write(joined(this.waiting));
    this.waiting = [];
    if (this.ended) sink.end();
  }

  override tick(now: number): void {
    super.tick(now);
    if (now - this.lastWrite >= this.options.pingMs) this.write(this.options.ping);
  }
}

/** What arrived together leaves together. */
function joined(chunks: (Uint8Array | string)[]): Uint8Array | string {
  if (chunks.length === 1) return chunks[0] as Uint8Array | string;
  return Buffer.concat(chunks.map((chunk) => (typeof chunk === "string" ? Buffer.from(chunk) : chunk)));
}
