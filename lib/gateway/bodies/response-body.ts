/**
 * ResponseBody: the lifecycle of every body that arrives over time. It begins with its first bytes, bridges silences
 * with pings, ends in exactly one way (docs/architecture.md, law 5), and then finishes the log entry. Until it has
 * begun, a failure is an HTTP error; after that it is an error event, or a cut connection when the body has no error
 * event.
 */
import { CLIENT_DISCONNECTED_STATUS, type ClientPresence } from "#lib/http/client-presence.ts";
import { errors } from "#lib/http/errors.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import type { BodyStream, HttpResponse, Sink } from "#lib/http/http-message.ts";
import type { Deadline, EventStreamTerms } from "../request/endpoint.ts";
import type { InFlight, Ticking } from "../request/in-flight.ts";
import { CLIENT_DISCONNECTED, type LogEntry } from "../request/log-entry.ts";

/** The part of a log entry that a body fills. */
export type BodyLog = Pick<LogEntry, "sent" | "finish">;

export type ResponseBodyOptions = {
  head: Omit<HttpResponse, "body">;
  log: BodyLog;
  inFlight: Pick<InFlight, "watch" | "unwatch">;
  client: ClientPresence;
  /** Present for a body of events. */
  events?: (EventStreamTerms & { pingMs: number }) | undefined;
  deadline?: Deadline | undefined;
  /** Ends the work that feeds this body. Called at most once, when the client disconnects or the deadline passes. */
  onCancel: () => void;
  /** Called when the receiver has room again after a `write` that returned false. */
  onRoom: () => void;
  /** True when the whole body was written, though its source has not ended: nothing can fail any more. */
  isWhole?: () => boolean;
};

/** Tells proxies not to compress or buffer a stream. */
export const EVENT_STREAM_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-store, no-transform",
  "x-accel-buffering": "no",
};

export class ResponseBody implements BodyStream, Ticking {
  /** Resolves when the body begins; rejects with the error when it fails before. */
  readonly response: Promise<HttpResponse>;
  slot = -1;
  readonly isStream: boolean;
  readonly dueAt: number | undefined;
  dueTimer: NodeJS.Timeout | undefined;
  /** True while no ping may begin the body: another source may still take its place. */
  isHeld = false;
  protected readonly options: ResponseBodyOptions;
  protected sink: Sink | undefined;
  private readonly settle: { resolve(response: HttpResponse): void; reject(error: GatewayError): void };
  private ended = false;
  private begun = false;
  /** Chunks written before the mount began to play. */
  private waiting: (Uint8Array | string)[] = [];
  private failure: GatewayError | undefined;
  private deadlineAt: number;
  private lastWrite = performance.now();

  /** @throws GatewayError 499 when the client has disconnected: nothing may be started for it then */
  constructor(options: ResponseBodyOptions) {
    options.client.throwIfDisconnected();
    this.options = options;
    this.isStream = options.events !== undefined;
    const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
    this.response = promise;
    this.settle = { resolve, reject };
    this.deadlineAt = options.deadline ? this.lastWrite + options.deadline.ms : Number.POSITIVE_INFINITY;
    this.dueAt = options.deadline?.isPrecise ? this.deadlineAt : undefined;
    options.inFlight.watch(this);
    options.client.onDisconnect(() => this.cancel());
  }

  get hasEnded(): boolean {
    return this.ended;
  }

  /** True once status and headers are sent: a failure can no longer be an HTTP error. */
  get hasBegun(): boolean {
    return this.begun;
  }

  /** Sends status and headers, before any byte of the body. */
  begin(): void {
    if (this.begun) return;
    this.begun = true;
    this.settle.resolve({ ...this.options.head, body: this });
  }

  /** Settles the response with a whole body in place of a stream. */
  protected finishWhole(body: Uint8Array): void {
    if (this.ended) return;
    this.close();
    const { head, log } = this.options;
    log.sent(body.length);
    log.finish({ status: head.status });
    this.settle.resolve({ ...head, body });
  }

  /** Writes bytes, or whole events. Returns false when the receiver is full: write no more until `onRoom`. */
  write(chunk: Uint8Array | string): boolean {
    if (this.ended || chunk.length === 0) return true;
    this.begin();
    this.lastWrite = performance.now();
    this.options.log.sent(typeof chunk === "string" ? Buffer.byteLength(chunk) : chunk.length);
    if (this.sink) return this.sink.write(chunk);
    this.waiting.push(chunk);
    return true;
  }

  /** Completes the body. */
  end(): void {
    if (this.ended) return;
    this.begin();
    this.close();
    this.sink?.end();
    this.options.log.finish({ status: this.options.head.status });
  }

  fail(error: GatewayError): void {
    if (this.ended) return;
    if (!this.begun) {
      this.close();
      this.settle.reject(error);
      return;
    }
    const { events, log } = this.options;
    if (events) this.write(events.writeError(error));
    else this.failure = error;
    this.close();
    if (events) this.sink?.end();
    // The sent bytes promised more: only a cut connection shows that they will not come.
    else this.sink?.fail(error);
    log.finish({ status: error.status, error: error.message });
  }

  /** Fails a body that has begun by a cut connection. */
  protected cut(error: GatewayError): void {
    if (this.ended) return;
    this.close();
    this.failure = error;
    this.sink?.fail(error);
    this.options.log.finish({ status: error.status, error: error.message });
  }

  start(sink: Sink): void {
    this.sink = sink;
    const { waiting } = this;
    this.waiting = [];
    const hasRoom = waiting.length === 0 || sink.write(joinChunks(waiting));
    if (!this.ended) {
      if (hasRoom) this.options.onRoom();
    } else if (this.failure) sink.fail(this.failure);
    else sink.end();
  }

  resume(): void {
    if (!this.ended) this.options.onRoom();
  }

  cancel(): void {
    if (this.ended) return;
    this.close();
    this.waiting = [];
    const { head, log, onCancel, isWhole } = this.options;
    // Called first: the cancelled work may still know the tokens for the log entry.
    onCancel();
    if (this.sink && isWhole?.()) log.finish({ status: head.status });
    else log.finish({ status: CLIENT_DISCONNECTED_STATUS, error: CLIENT_DISCONNECTED });
    if (!this.begun) this.settle.reject(errors.clientClosedRequest());
  }

  tick(now: number): void {
    const { deadline, events, onCancel, isWhole } = this.options;
    if (deadline && now >= this.deadlineAt) {
      this.deadlineAt = Number.POSITIVE_INFINITY;
      onCancel();
      if (isWhole?.()) this.end();
      else this.fail(deadline.error());
    } else if (events && !this.isHeld && now - this.lastWrite >= events.pingMs) this.write(events.ping);
  }

  expire(): void {
    if (this.ended) return;
    this.options.onCancel();
    if (this.options.isWhole?.()) this.end();
    else this.fail(errors.shuttingDown());
  }

  private close(): void {
    this.ended = true;
    this.options.inFlight.unwatch(this);
  }
}

/** Joins chunks into one write. */
function joinChunks(chunks: (Uint8Array | string)[]): Uint8Array | string {
  if (chunks.length === 1) return chunks[0] as Uint8Array | string;
  return Buffer.concat(chunks.map((chunk) => (typeof chunk === "string" ? Buffer.from(chunk) : chunk)));
}
