/**
 * StreamResponse: the server-sent events of one answer on their way to the client. It opens with the first event (or
 * the first keep-alive comment), ends in exactly one way, and turns a failure into an HTTP error before it opened and into
 * the dialect's error event after (architecture.md, law 5).
 */
import type { ExchangeResponse, PushSource, Sink } from "#lib/http/exchange.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import type { OpenExchanges, Ticking } from "./open-exchanges.ts";
import { CLIENT_LEFT, CLIENT_LEFT_STATUS, type RequestRecord } from "./request-record.ts";

export type StreamResponseOptions = {
  record: RequestRecord;
  exchanges: OpenExchanges;
  /** The event that bridges a silence. */
  ping: string;
  /** The longest silence before a keep-alive comment, in milliseconds. */
  pingMs: number;
  /** The response headers beside the stream's own. */
  headers: Record<string, string>;
  streamError: (error: GatewayError) => string;
  /** The client left: end the work that feeds this. */
  onCancel: () => void;
  /** The client took what was written. */
  onResume: () => void;
};

/** Proxies must neither compress nor hold a stream back (architecture.md, Runtime). */
const STREAM_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};

export class StreamResponse implements PushSource, Ticking {
  /** Resolves when the stream opens; rejects with the error when it fails before. */
  readonly response: Promise<ExchangeResponse>;
  private readonly options: StreamResponseOptions;
  private settle: { resolve(response: ExchangeResponse): void; reject(error: GatewayError): void };
  private sink: Sink | undefined;
  private waiting: (Uint8Array | string)[] = [];
  private lastWrite = performance.now();
  private opened = false;
  private ended = false;
  slot = -1;
  private deadline = Number.POSITIVE_INFINITY;
  private onDeadline: (() => void) | undefined;

  constructor(options: StreamResponseOptions) {
    this.options = options;
    const { promise, resolve, reject } = Promise.withResolvers<ExchangeResponse>();
    this.response = promise;
    this.settle = { resolve, reject };
    options.exchanges.watch(this);
  }

  get isOpen(): boolean {
    return this.opened;
  }

  get hasEnded(): boolean {
    return this.ended;
  }

  /** Calls back once, when the answer has taken `timeoutMs` and has not ended. */
  setDeadline(timeoutMs: number, onDeadline: () => void): void {
    this.deadline = performance.now() + timeoutMs;
    this.onDeadline = onDeadline;
  }

  /** Sends the headers. */
  open(): void {
    if (this.opened) return;
    this.opened = true;
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
    if (!this.opened) {
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

  resume(): void {
    if (!this.ended) this.options.onResume();
  }

  cancel(): void {
    if (this.ended) return;
    this.close();
    this.options.record.finish({ status: CLIENT_LEFT_STATUS, error: CLIENT_LEFT });
    this.options.onCancel();
    // Nobody reads this answer; it only lets go of whoever waits for it.
    if (!this.opened) this.settle.resolve({ status: CLIENT_LEFT_STATUS, headers: {}, body: "" });
  }

  tick(now: number): void {
    if (now >= this.deadline) {
      this.deadline = Number.POSITIVE_INFINITY;
      this.onDeadline?.();
    } else if (now - this.lastWrite >= this.options.pingMs) this.write(this.options.ping);
  }

  private close(): void {
    this.ended = true;
    this.options.exchanges.unwatch(this);
  }
}

/** What arrived together leaves together. */
function joined(chunks: (Uint8Array | string)[]): Uint8Array | string {
  if (chunks.length === 1) return chunks[0] as Uint8Array | string;
  return Buffer.concat(chunks.map((chunk) => (typeof chunk === "string" ? Buffer.from(chunk) : chunk)));
}
