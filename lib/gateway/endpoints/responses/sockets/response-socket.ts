/**
 * ResponseSocket: one WebSocket of `/v1/responses`. Messages of one `stream_id` run one after another, those of different
 * ones at once.
 */
import { SOCKET_LIMITS } from "#lib/gateway/limits.ts";
import { toGatewayError } from "#lib/http/error-response.ts";
import { errors } from "#lib/http/errors.ts";
import type {
  HttpRequest,
  HttpResponse,
  KeptSockets,
  SocketListener,
  SocketTransport,
} from "#lib/http/http-message.ts";
import { type ClientEvent, parseClientEvent, readCreateEvent, readStreamId } from "./client-event.ts";
import { Continuations, type StateMemory } from "./continuations.ts";
import { SocketBody } from "./socket-body.ts";
import { type SocketError, toSocketError, writeErrorEvent } from "./socket-frames.ts";
import { SocketTurn } from "./socket-turn.ts";

export type SocketOptions = {
  transport: SocketTransport;
  opening: HttpRequest;
  handle(request: HttpRequest): Promise<HttpResponse>;
  /** Budget of request bodies. */
  services: ConstructorParameters<typeof SocketBody>[0];
  state: StateMemory;
  limits: SocketTimes;
  onClose(socket: ResponseSocket): void;
};

export type SocketTimes = { ageMs: number; silentMs: number };

type Waiting = { wire: ClientEvent; streamId: string | undefined; body: SocketBody };

export class ResponseSocket implements SocketListener {
  private readonly options: SocketOptions;
  private readonly continuations: Continuations;
  /** Sockets to upstreams. */
  private readonly kept: KeptSockets = new Map();
  private readonly streams = new Set<string>();
  private readonly waiting: Waiting[] = [];
  private readonly running = new Map<string | undefined, SocketTurn | undefined>();
  private readonly openedAt = performance.now();
  private lastPongAt = this.openedAt;
  /** Time since which bytes are unsent without a pause. */
  private fullSince: number | undefined;
  private refusals = 0;
  private isClosed = false;
  private isEnding: { code: number; reason: string } | undefined;

  constructor(options: SocketOptions) {
    this.options = options;
    this.continuations = new Continuations(options.state);
  }

  onMessage(data: Uint8Array, isBinary: boolean): void {
    if (this.isClosed) return;
    let streamId: string | undefined;
    try {
      const event = parseClientEvent(data, isBinary);
      streamId = this.admitStream(readStreamId(event));
      const wire = readCreateEvent(event);
      if (this.isExpired) throw errors.socketExpired({ minutes: this.options.limits.ageMs / 60_000 });
      if (this.waiting.length + this.running.size >= SOCKET_LIMITS.messages) {
        throw errors.socketQueueFull({ limit: SOCKET_LIMITS.messages });
      }
      const body = new SocketBody(this.options.services);
      body.hold(data.length);
      this.refusals = 0;
      this.waiting.push({ wire, streamId, body });
      this.runNext();
    } catch (thrown) {
      this.refuse(toError(thrown), streamId);
    }
  }

  onPong(): void {
    this.lastPongAt = performance.now();
  }

  onSent(): void {
    if (this.fullSince === undefined || this.options.transport.unsentBytes > SOCKET_LIMITS.unsentBytes / 2) return;
    this.fullSince = undefined;
    this.options.transport.resume();
    for (const turn of this.running.values()) turn?.resume();
  }

  onClose(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    for (const { body } of this.waiting.splice(0)) body.release();
    for (const turn of this.running.values()) turn?.cancel();
    this.continuations.clear();
    for (const socket of this.kept.values()) socket.close();
    this.kept.clear();
    this.options.onClose(this);
  }

  /** Looks at the limits of time. */
  tick(now: number): void {
    const { transport, limits } = this.options;
    const oldest = Math.min(this.lastPongAt, this.fullSince ?? now, transport.halfMessageSince ?? now);
    if (now - oldest > limits.silentMs) {
      transport.terminate();
      return;
    }
    if (this.isExpired && !this.isEnding) {
      this.send(writeErrorEvent(toError(errors.socketExpired({ minutes: limits.ageMs / 60_000 })), undefined));
      this.end(1000, "The connection has reached its age limit.");
      return;
    }
    transport.ping();
    for (const socket of this.kept.values()) socket.tick();
  }

  /** Closes the socket once its responses have ended. */
  end(code: number, reason: string): void {
    this.isEnding ??= { code, reason };
    if (this.running.size === 0 && this.waiting.length === 0) this.options.transport.close(code, reason);
  }

  terminate(): void {
    this.options.transport.terminate();
  }

  private get isExpired(): boolean {
    return performance.now() - this.openedAt >= this.options.limits.ageMs;
  }

  /** @throws GatewayError 400 for one too many */
  private admitStream(streamId: string | undefined): string | undefined {
    if (streamId === undefined || this.streams.has(streamId)) return streamId;
    if (this.streams.size >= SOCKET_LIMITS.streams) throw errors.streamIdsExceeded({ limit: SOCKET_LIMITS.streams });
    this.streams.add(streamId);
    return streamId;
  }

  private runNext(): void {
    while (this.running.size < SOCKET_LIMITS.running) {
      const index = this.waiting.findIndex(({ streamId }) => !this.running.has(streamId));
      const [next] = index < 0 ? [] : this.waiting.splice(index, 1);
      if (!next) break;
      this.running.set(next.streamId, undefined);
      void this.run(next);
    }
    if (this.isEnding) this.end(this.isEnding.code, this.isEnding.reason);
  }

  private async run({ wire, streamId, body }: Waiting): Promise<void> {
    const { opening, handle } = this.options;
    const known = this.continuations.find(wire.previous_response_id);
    const turn = new SocketTurn({
      ...{ wire, streamId, known, body, opening, handle, kept: this.kept },
      send: (text) => this.send(text),
      batch: (write) => this.batch(write),
    });
    this.running.set(streamId, turn);
    let isFailed = true;
    try {
      const result = await turn.run();
      isFailed = result.isFailed;
      if (result.continuation && !this.isClosed) this.continuations.remember(streamId, result.continuation);
    } catch (thrown) {
      // Refused before it became a request.
      body.release();
      this.send(writeErrorEvent(toError(thrown), streamId));
    }
    if (isFailed) this.continuations.evict(wire.previous_response_id);
    this.running.delete(streamId);
    if (!this.isClosed) this.runNext();
  }

  private refuse(error: SocketError, streamId: string | undefined): void {
    this.send(writeErrorEvent(error, streamId));
    this.refusals++;
    if (this.refusals >= SOCKET_LIMITS.refusals) this.options.transport.close(1008, "Too many refused messages.");
    else this.hasRoom();
  }

  private send(text: string): void {
    if (!this.isClosed) this.options.transport.send(text);
  }

  private batch(write: () => void): boolean {
    this.options.transport.batch(write);
    return this.hasRoom();
  }

  /** Also stops reading of messages, since each has an answer. */
  private hasRoom(): boolean {
    const { transport } = this.options;
    if (transport.unsentBytes <= SOCKET_LIMITS.unsentBytes) return true;
    if (this.fullSince === undefined) transport.pause();
    this.fullSince ??= performance.now();
    return false;
  }
}

function toError(thrown: unknown): SocketError {
  const error = toGatewayError(thrown);
  return toSocketError(error.status, error);
}
