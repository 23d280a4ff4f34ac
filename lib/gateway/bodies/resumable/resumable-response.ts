/**
 * ResumableResponse: takes the client's place, so that the response continues when the client disconnects, and plays it
 * into a tape that its owner reads, once or often, from the beginning or from where a reader disconnected.
 */
import type { ResponseTrace } from "#lib/contract/response-trace.ts";
import { RESUMABLE_LIMITS, SHARED_STREAM_LIMITS } from "#lib/gateway/limits.ts";
import type { LogEntry } from "#lib/gateway/request/log-entry.ts";
import type { UpstreamTrace } from "#lib/gateway/request/upstream-trace.ts";
import { ClientPresence } from "#lib/http/client-presence.ts";
import { errors } from "#lib/http/errors.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { type BodyStream, type HttpRequest, type HttpResponse, isBodyStream } from "#lib/http/http-message.ts";
import type { StreamDescription } from "#lib/store/streams/shared-streams.ts";
import { redactAddress, redactHeaders } from "#lib/upstreams/redact-headers.ts";
import type { ByteRedactor } from "#lib/upstreams/redactor.ts";
import { describeBody, describeSentRequest, type SentRequest } from "./describe-request.ts";
import type { MemoryBudget, Resumable } from "./resumables.ts";
import type { StreamMirror } from "./shared/stream-mirror.ts";
import type { MirrorSource } from "./shared/stream-sharing.ts";
import { Tape, type TapeReader } from "./tape.ts";
import { createWriteTimes, type WriteTimes } from "./write-times.ts";

export type ResumableResponseOptions = {
  log: LogEntry;
  request: HttpRequest;
  keyId: string;
  /** Writes the event that ends a stopped stream. */
  writeStreamError: (error: GatewayError) => string;
  budget: MemoryBudget;
  /** Limits in bytes on the stored response and on the upstream's own events; the oldest bytes are dropped. */
  limits?: { responseBytes: number; upstreamBytes: number };
  /** Copies the response for readers on other instances; absent for one that shares nothing. */
  share?: ((source: MirrorSource) => StreamMirror) | undefined;
  /** Called when the response has ended. */
  onEnd: (ended: ResumableResponse) => void;
};

/** Part of a trace that anyone may see who may see the response. */
export type ResponseSummary = Pick<ResponseTrace, "state" | "dialect" | "model" | "started_at">;

/** Status and headers of the response. */
export type Head = { status: number; headers: HttpResponse["headers"] };

/** Bytes that a response takes before its first byte. */
const OVERHEAD = 4_096;

export class ResumableResponse implements Resumable, UpstreamTrace {
  readonly keyId: string;
  readonly body: Tape;
  /** Tape of the upstream's own events, when they differ from the response's. */
  upstreamEvents:
    | { tape: Tape; contentType: string; times: WriteTimes; redactor: ByteRedactor | undefined }
    | undefined;
  /** Resolves when the response has begun. @throws GatewayError 410 when it was stopped before */
  readonly head: Promise<Head>;
  unreadSince: number | undefined;
  endedAt: number | undefined;
  size = OVERHEAD;
  /** Request as the gateway should see it. */
  readonly request: HttpRequest;
  private readonly options: ResumableResponseOptions;
  private readonly limits: { responseBytes: number; upstreamBytes: number };
  private readonly client = new ClientPresence();
  private readonly settleHead: { resolve(head: Head): void; reject(error: GatewayError): void };
  private readonly startedAt = performance.now();
  private readonly writeTimes: WriteTimes;
  private readonly mirror: StreamMirror | undefined;
  private begun: Head | undefined;
  private endError: Error | undefined;
  private readerCount = 0;
  private stopped = false;
  private source: BodyStream | undefined;
  private requestBody: Uint8Array | undefined;
  private sent: SentRequest | undefined;
  private answered: ResponseTrace["answered"];
  private returned: ResponseTrace["returned"];

  constructor(options: ResumableResponseOptions) {
    const { request, keyId, limits = RESUMABLE_LIMITS } = options;
    this.options = options;
    this.limits = limits;
    this.keyId = keyId;
    this.writeTimes = createWriteTimes({ onSize: (change) => this.grow(change) });
    this.body = this.createTape(limits.responseBytes, { waits: true, onRoom: () => this.source?.resume() });
    this.request = { ...request, client: this.client, body: this.captureBody(request.body) };
    const { promise, resolve, reject } = Promise.withResolvers<Head>();
    this.head = promise;
    this.settleHead = { resolve, reject };
    // Usually nobody waits for it.
    promise.catch(() => {});
    this.mirror = options.share?.({ tapes: () => this.listTapes(), describe: () => this.describeForOthers() });
  }

  get id(): string {
    return this.options.log.id;
  }

  /** Counts a reader, or one that waits to read; returns a function that removes it. */
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

  /** Counts a reader on another instance, which says every few seconds that it reads. */
  noteRemoteReader(): void {
    setTimeout(this.attach(), 2 * SHARED_STREAM_LIMITS.readingMs).unref();
  }

  /** Removes what other instances have of it. */
  forget(): void {
    this.mirror?.remove();
  }

  /** Reads the response, or the upstream's events; counts as a reader until it is done. */
  read(tape: Tape, { from, holds = true }: { from: number; holds?: boolean }): TapeReader {
    return tape.reader({ from, holds, onDone: this.attach() });
  }

  /** Plays the response as a mount does. */
  play({ status, headers, body }: HttpResponse): void {
    if (this.stopped) {
      if (isBodyStream(body)) body.cancel();
      return;
    }
    this.returned = { status, headers: redactHeaders(headers) };
    this.begun = { status, headers };
    this.settleHead.resolve(this.begun);
    this.mirror?.noteDescription();
    if (!isBodyStream(body)) {
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
   * Cancels the upstream and ends the response: a stream with an error event, anything else with a cut connection. Does
   * nothing once the response has ended.
   */
  stop(): void {
    if (this.endedAt !== undefined) return;
    this.stopped = true;
    this.client.leave();
    const error = errors.resumableStopped();
    this.settleHead.reject(error);
    if (this.isStream) this.write(this.options.writeStreamError(error));
    this.close(this.isStream ? undefined : error);
  }

  recordRequest(sent: Parameters<UpstreamTrace["recordRequest"]>[0]): void {
    this.sent = describeSentRequest(sent);
    this.grow(this.sent.body.length);
  }

  recordResponse({ status, headers, traceEvents }: Parameters<UpstreamTrace["recordResponse"]>[0]): void {
    this.answered = { status, headers: redactHeaders(headers, { redact: this.sent?.redact }) };
    if (!traceEvents || status < 200 || status >= 300) return;
    const contentType = String(headers["content-type"] ?? "application/octet-stream");
    const tape = this.createTape(this.limits.upstreamBytes, { waits: false });
    const times = createWriteTimes({ onSize: (change) => this.grow(change) });
    this.upstreamEvents = { tape, contentType, times, redactor: this.sent?.redact.stream() };
  }

  recordEvents(bytes: Uint8Array): void {
    if (!this.upstreamEvents?.tape.isOpen) return;
    const { tape, times, redactor } = this.upstreamEvents;
    const shown = redactor?.push(bytes) ?? bytes;
    if (shown.length === 0) return;
    tape.write(shown);
    times.add(tape.end, performance.now() - this.startedAt);
    this.mirror?.noteBytes();
  }

  /** Describes it for people who are not its owner: without its requests and headers. */
  summarize(): ResponseSummary {
    const { dialect, model, time } = this.options.log;
    return { state: this.state(), dialect, model, started_at: time };
  }

  /** @param writes true to list the times of the writes */
  describe({ writes }: { writes: boolean }): ResponseTrace {
    const { log, request } = this.options;
    const { id, dialect, lane, upstream, model, dropped, time } = log;
    const { method, path, query, headers } = request;
    const address = redactAddress(query ? `${path}?${query}` : path);
    return {
      id,
      state: this.state(),
      dialect,
      lane,
      upstream,
      model,
      dropped,
      started_at: time,
      client: { method, path: address, headers: redactHeaders(headers), ...describeBody(this.requestBody) },
      ...(this.sent && { sent: this.sent.shown() }),
      ...(this.answered && { answered: this.answered }),
      ...(this.returned && { returned: this.returned }),
      bytes: this.body.end,
      ...(writes && { writes: this.writeTimes.list() }),
      ...(writes && this.upstreamEvents && { upstream_writes: this.upstreamEvents.times.list() }),
    };
  }

  private state(): ResponseTrace["state"] {
    if (this.stopped) return "stopped";
    const { outcome } = this.options.log;
    if (this.endedAt === undefined || !outcome) return "running";
    return outcome.error === null && outcome.status < 400 ? "complete" : "failed";
  }

  private createTape(most: number, { waits, onRoom }: { waits: boolean; onRoom?: () => void }): Tape {
    const { budget } = this.options;
    const allowance = () => {
      const usedByOthers = budget.used - budget.evictable - this.size;
      return Math.max(RESUMABLE_LIMITS.leastBytes, Math.min(most, budget.limit - usedByOthers));
    };
    return new Tape({ allowance, waits, onSize: (change) => this.grow(change), onRoom });
  }

  private write(chunk: Uint8Array | string): boolean {
    const room = this.body.write(chunk);
    this.writeTimes.add(this.body.end, performance.now() - this.startedAt);
    this.mirror?.noteBytes();
    return room;
  }

  private close(error?: Error): void {
    if (this.endedAt !== undefined) return;
    const rest = this.upstreamEvents?.redactor?.end() ?? "";
    if (rest.length > 0) this.upstreamEvents?.tape.write(rest);
    this.endedAt = performance.now();
    this.endError = error;
    this.source = undefined;
    this.upstreamEvents?.tape.close(error);
    this.body.close(error);
    this.options.onEnd(this);
    // The log entry, which the description has, ends after the body.
    if (this.mirror) setImmediate(() => this.mirror?.end());
  }

  private listTapes(): ReturnType<MirrorSource["tapes"]> {
    const { responseBytes, upstreamBytes } = this.limits;
    const upstream = this.upstreamEvents;
    return {
      body: { tape: this.body, bytes: responseBytes },
      ...(upstream && { upstream: { tape: upstream.tape, bytes: upstreamBytes } }),
    };
  }

  private describeForOthers(): StreamDescription {
    const { writeStreamError } = this.options;
    const hasEnded = this.endedAt !== undefined;
    const ends = { body: this.body.end, ...(this.upstreamEvents && { upstream: this.upstreamEvents.tape.end }) };
    return {
      trace: JSON.stringify(this.describe({ writes: hasEnded })),
      ...(this.begun && { head: JSON.stringify(this.begun) }),
      ...(this.isStream && { lostEvent: writeStreamError(errors.resumableLost()) }),
      ...(this.upstreamEvents && { upstreamType: this.upstreamEvents.contentType }),
      ...(hasEnded && { ends: JSON.stringify(ends), isCut: String(this.endError !== undefined) }),
    };
  }

  private get isStream(): boolean {
    return this.returned?.headers["content-type"]?.startsWith("text/event-stream") === true;
  }

  private grow(bytes: number): void {
    // Already counted when it was added to the registry, or removed since.
    if (this.endedAt !== undefined) return;
    this.size += bytes;
    this.options.budget.change(bytes);
  }

  /** Stores a body that is read whole, but not one that goes to a temporary file. */
  private captureBody(body: HttpRequest["body"]): HttpRequest["body"] {
    return {
      chunks: (limit) => body.chunks(limit),
      retain: () => body.retain(),
      release: () => body.release(),
      bytes: async (limit) => {
        this.requestBody = await body.bytes(limit);
        this.grow(this.requestBody.length);
        return this.requestBody;
      },
    };
  }
}
