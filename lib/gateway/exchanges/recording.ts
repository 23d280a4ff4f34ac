/**
 * Recording: one kept exchange. It takes the client's place, so that the answer goes on when the client leaves, and plays
 * the answer into a tape that its owner reads, once or often, from the beginning or from where a reader broke off.
 */
import { ClientPresence } from "#lib/http/client-presence.ts";
import { type ExchangeRequest, type ExchangeResponse, isPushSource, type PushSource } from "#lib/http/exchange.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { RequestRecord } from "../request-record.ts";
import { describeBody, describeSent, type SentRequest } from "./describe-request.ts";
import type { KeptExchange } from "./kept-exchange.ts";
import { shownAddress, shownHeaders } from "./shown-headers.ts";
import type { ReaderOptions, Tape, TapeOptions } from "./tape.ts";
import type { UpstreamNotes } from "./upstream-notes.ts";
import { createWriteTimes, type WriteTimes } from "./write-times.ts";

export type RecordingOptions = {
  record: RequestRecord;
  exchange: ExchangeRequest;
  keyId: string;
  /** The event that tells readers of a stream that it was stopped. */
  streamError: (error: GatewayError) => string;
  createTape: (of: { purpose: "answer" | "upstream" } & Pick<TapeOptions, "onSize" | "onRoom">) => Tape;
  /** The memory that it takes has changed by so many bytes. */
  onSize: (change: number) => void;
  /** The exchange has ended. */
  onEnd: () => void;
};

/** What the answer began with. */
export type Head = { status: number; headers: ExchangeResponse["headers"] };

/** What an exchange costs before it has said anything. */
const OVERHEAD = 4_096;

export class Recording implements UpstreamNotes {
  readonly keyId: string;
  readonly answer: Tape;
  /** The upstream's own events, where the answer's are others. */
  upstreamEvents: { tape: Tape; contentType: string; times: WriteTimes } | undefined;
  /** Resolves when the answer has begun. @throws GatewayError 410 when it was stopped before */
  readonly head: Promise<Head>;
  /** Since when nobody reads it, of `performance.now()`. */
  unreadSince: number | undefined;
  endedAt: number | undefined;
  /** Bytes of memory, a little guessed. */
  size = OVERHEAD;
  /** The exchange as the gateway is to see it. */
  readonly exchange: ExchangeRequest;
  private readonly options: RecordingOptions;
  private readonly client = new ClientPresence();
  private readonly settleHead: { resolve(head: Head): void; reject(error: GatewayError): void };
  private readonly startedAt = performance.now();
  private readonly writeTimes: WriteTimes;
  private readerCount = 0;
  private stopped = false;
  private source: PushSource | undefined;
  private body: Uint8Array | undefined;
  private sent: SentRequest | undefined;
  private answered: KeptExchange["answered"];
  private returned: KeptExchange["returned"];

  constructor(options: RecordingOptions) {
    const { exchange, keyId, createTape } = options;
    this.options = options;
    this.keyId = keyId;
    const onSize = (change: number) => this.grow(change);
    this.writeTimes = createWriteTimes({ onSize });
    this.answer = createTape({ purpose: "answer", onSize, onRoom: () => this.source?.resume() });
    this.exchange = { ...exchange, client: this.client, body: this.watched(exchange.body) };
    const { promise, resolve, reject } = Promise.withResolvers<Head>();
    this.head = promise;
    this.settleHead = { resolve, reject };
    // Mostly nobody waits for it.
    promise.catch(() => {});
  }

  get id(): string {
    return this.options.record.id;
  }

  /** Somebody reads, or waits to; the function that comes back says that they have left. */
  attach(): () => void {
    this.readerCount++;
    this.unreadSince = undefined;
    let attached = true;
    return () => {
      if (!attached) return;
      attached = false;
      if (--this.readerCount === 0) this.unreadSince = performance.now();
    };
  }

  /** A reader of the answer, or of the upstream's events, that counts as one until it is done. */
  read(tape: Tape, { onDone, ...options }: ReaderOptions): PushSource {
    const detach = this.attach();
    return tape.reader({
      ...options,
      onDone(how) {
        detach();
        onDone(how);
      },
    });
  }

  /** Takes the answer as a mount does. */
  play({ status, headers, body }: ExchangeResponse): void {
    if (this.stopped) return;
    this.returned = { status, headers: shownHeaders(headers) };
    this.settleHead.resolve({ status, headers });
    if (!isPushSource(body)) {
      this.write(body);
      this.close();
      return;
    }
    this.source = body;
    body.start({
      write: (chunk) => this.write(chunk),
      end: () => this.close(),
      fail: (error) => this.close(error),
    });
  }

  /**
   * Cancels the upstream, and tells whoever reads: by an event in a stream, else by a cut connection. Does nothing once the
   * exchange has ended.
   */
  stop(): void {
    if (this.endedAt !== undefined) return;
    this.stopped = true;
    this.client.leave();
    const error = stoppedError();
    this.settleHead.reject(error);
    const isStream = this.returned?.headers["content-type"]?.startsWith("text/event-stream");
    if (isStream) this.write(this.options.streamError(error));
    this.close(isStream ? undefined : error);
  }

  noteSent(sent: Parameters<UpstreamNotes["noteSent"]>[0]): void {
    this.sent = describeSent(sent);
    this.grow(this.sent.body.length);
  }

  noteAnswered({ status, headers, own }: Parameters<UpstreamNotes["noteAnswered"]>[0]): void {
    this.answered = { status, headers: shownHeaders(headers, { secret: this.sent?.secret }) };
    if (!own || status < 200 || status >= 300) return;
    const contentType = String(headers["content-type"] ?? "application/octet-stream");
    const onSize = (change: number) => this.grow(change);
    const tape = this.options.createTape({ purpose: "upstream", onSize });
    this.upstreamEvents = { tape, contentType, times: createWriteTimes({ onSize }) };
  }

  noteEvents(bytes: Uint8Array): void {
    if (!this.upstreamEvents?.tape.isOpen) return;
    const { tape, times } = this.upstreamEvents;
    tape.write(bytes);
    times.add(tape.end, performance.now() - this.startedAt);
  }

  describe({ writes }: { writes: boolean }): KeptExchange {
    const { record, exchange } = this.options;
    const { id, dialect, lane, upstream, model, dropped, time } = record;
    const { method, path, query, headers } = exchange;
    const address = shownAddress(query ? `${path}?${query}` : path);
    return {
      id,
      state: this.state(),
      dialect,
      lane,
      upstream,
      model,
      dropped,
      started_at: time,
      client: { method, path: address, headers: shownHeaders(headers), ...describeBody(this.body) },
      ...(this.sent && { sent: this.sent.shown() }),
      ...(this.answered && { answered: this.answered }),
      ...(this.returned && { returned: this.returned }),
      bytes: this.answer.end,
      ...(writes && { writes: this.writeTimes.list() }),
      ...(writes && this.upstreamEvents && { upstream_writes: this.upstreamEvents.times.list() }),
    };
  }

  private state(): KeptExchange["state"] {
    if (this.stopped) return "stopped";
    const { outcome } = this.options.record;
    if (this.endedAt === undefined || !outcome) return "running";
    return outcome.error === null && outcome.status < 400 ? "complete" : "failed";
  }

  private write(chunk: Uint8Array | string): boolean {
    const room = this.answer.write(chunk);
    this.writeTimes.add(this.answer.end, performance.now() - this.startedAt);
    return room;
  }

  private close(error?: Error): void {
    if (this.endedAt !== undefined) return;
    this.endedAt = performance.now();
    this.source = undefined;
    this.upstreamEvents?.tape.close(error);
    this.answer.close(error);
    this.options.onEnd();
  }

  private grow(bytes: number): void {
    this.size += bytes;
    this.options.onSize(bytes);
  }

  /** A body that is read whole is kept; one that is spooled to a file is not. */
  private watched(body: ExchangeRequest["body"]): ExchangeRequest["body"] {
    return {
      chunks: (limit) => body.chunks(limit),
      bytes: async (limit) => {
        this.body = await body.bytes(limit);
        this.grow(this.body.length);
        return this.body;
      },
    };
  }
}

function stoppedError(): GatewayError {
  return new GatewayError({
    status: 410,
    message: "This request was stopped before its answer was complete.",
    code: "exchange_stopped",
  });
}
