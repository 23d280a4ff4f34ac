/**
 * RealtimeSession: one session of a client with a model, over two WebSockets. Messages pass in both directions as they
 * are; the gateway reads which model they are for, and what they used.
 */

import { CLIENT_DISCONNECTED, type LogEntry } from "#lib/gateway/request/log-entry.ts";
import type { OpenSocket } from "#lib/gateway/request/open-sockets.ts";
import { CLIENT_DISCONNECTED_STATUS } from "#lib/http/client-presence.ts";
import { toGatewayError } from "#lib/http/error-response.ts";
import { errors } from "#lib/http/errors.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import type { SocketListener, SocketTransport } from "#lib/http/http-message.ts";
import { redactError } from "#lib/upstreams/redactor.ts";
import type { UpstreamSocket } from "#lib/upstreams/upstream-socket.ts";
import { BROKEN, fitReason, NO_CODE, readClosing, toCloseCode } from "./close-codes.ts";
import { Peer } from "./peer.ts";
import { REALTIME_LIMITS } from "./realtime-limits.ts";
import type { RealtimeProtocol, SessionModel } from "./realtime-protocol.ts";
import type { SessionUsage } from "./session-usage.ts";

export type RealtimeTimes = { setupMs: number; ageMs: number; idleMs: number; silentMs: number };

/** Other end of a session: a WebSocket to an upstream, or a built-in upstream. */
export type ProviderSocket = Pick<UpstreamSocket, keyof UpstreamSocket>;

/** Connection of a session to the upstream of its model. */
export type SessionLink = {
  socket: ProviderSocket;
  upstream: { id: string; redact(text: string): string };
  session: SessionModel;
  usage: SessionUsage;
  /** Message that goes to the upstream first. */
  first?: string;
  /** Time by `performance.now()` at which the session ends, when the client or a route limits it. */
  endsAt?: number | undefined;
};

export type SessionOptions = {
  log: LogEntry;
  redact(text: string): string;
  protocol: RealtimeProtocol;
  times: RealtimeTimes;
  /** Connects to the model that the first message names; absent for a session that is connected before it is opened. */
  prepare?: (first: Uint8Array) => Promise<SessionLink>;
  onClose(session: RealtimeSession): void;
};

export class RealtimeSession implements SocketListener, OpenSocket {
  private readonly options: SessionOptions;
  private readonly openedAt = performance.now();
  private lastMessageAt = this.openedAt;
  private client: Peer | undefined;
  private provider: Peer | undefined;
  private link: SessionLink | undefined;
  private isPreparing = false;
  private readonly waiting: { data: Uint8Array; isBinary: boolean }[] = [];
  /** True while the model responds. */
  private isAnswering = false;
  private isEnding: { code: number; reason: string } | undefined;
  private isClosed = false;

  constructor(options: SessionOptions) {
    this.options = options;
  }

  /** Begins the session with an open socket of the client. */
  open(transport: SocketTransport, link?: SessionLink): void {
    this.client = new Peer(transport);
    if (link) this.start(link);
  }

  onMessage(data: Uint8Array, isBinary: boolean): void {
    if (this.isClosed) return;
    this.lastMessageAt = performance.now();
    this.options.log.requestBytes += data.length;
    if (this.link) this.toProvider(this.link, data, isBinary);
    else if (this.isPreparing) this.wait(data, isBinary);
    else this.prepare(data);
  }

  onPong(): void {
    this.client?.heard();
  }

  /** The client has room again. */
  onSent(): void {
    if (this.client?.hasDrained()) this.provider?.resume();
  }

  onClose(code: number, reason: string): void {
    this.options.onClose(this);
    if (this.isClosed) return;
    this.link?.socket.close(...readClosing(code, reason));
    if (code === BROKEN) this.finish(CLIENT_DISCONNECTED_STATUS, CLIENT_DISCONNECTED);
    else this.finish(101);
  }

  tick(now: number): void {
    const { client, provider, options } = this;
    const { times } = options;
    if (!client) return;
    if (now - client.silentSince(now) > times.silentMs) {
      client.terminate();
      return;
    }
    if (this.isClosed) return;
    const age = now - this.openedAt;
    if (!this.link && age > times.setupMs) {
      this.fail(errors.realtimeSetupMissing());
      return;
    }
    if (provider && now - provider.silentSince(now) > times.silentMs && this.link) {
      this.fail(errors.upstreamSocketSilent({ provider: this.link.upstream.id, ms: times.silentMs }));
      return;
    }
    if (age >= times.ageMs || now >= (this.link?.endsAt ?? Number.POSITIVE_INFINITY)) {
      this.expire(errors.socketExpired({ minutes: toMinutes(Math.min(age, times.ageMs)) }));
      return;
    }
    if (now - this.lastMessageAt >= times.idleMs) {
      this.expire(errors.realtimeIdle({ minutes: toMinutes(times.idleMs) }));
      return;
    }
    client.ping();
    provider?.ping();
  }

  /** Ends the session once the model does not respond. */
  end(code: number, reason: string): void {
    this.isEnding ??= { code, reason };
    if (!this.isAnswering) this.expire(errors.shuttingDown(), this.isEnding);
  }

  terminate(): void {
    this.client?.terminate();
    this.abandon();
  }

  /** Ends a session whose client has left before it was opened. */
  abandon(): void {
    if (this.isClosed) return;
    this.link?.socket.terminate();
    this.finish(CLIENT_DISCONNECTED_STATUS, CLIENT_DISCONNECTED);
  }

  private prepare(first: Uint8Array): void {
    const { prepare } = this.options;
    if (!prepare) return;
    this.isPreparing = true;
    this.client?.pause();
    prepare(first).then(
      (link) => {
        this.client?.resume();
        if (this.isClosed) link.socket.terminate();
        else this.start(link);
      },
      (thrown: unknown) => this.fail(toGatewayError(thrown)),
    );
  }

  private wait(data: Uint8Array, isBinary: boolean): void {
    if (this.waiting.length >= REALTIME_LIMITS.waiting) {
      this.fail(errors.socketQueueFull({ limit: REALTIME_LIMITS.waiting }));
    } else this.waiting.push({ data, isBinary });
  }

  private start(link: SessionLink): void {
    this.link = link;
    const { socket } = link;
    this.provider = new Peer(socket);
    socket.listen({
      onMessage: (data, isBinary) => this.toClient(data, isBinary),
      onPong: () => this.provider?.heard(),
      onSent: () => {
        if (this.provider?.hasDrained()) this.client?.resume();
      },
      onClose: (code, reason) => this.onProviderClose(link, code, reason),
    });
    if (link.first !== undefined) socket.send(link.first);
    for (const { data, isBinary } of this.waiting.splice(0)) this.toProvider(link, data, isBinary);
    if (this.isEnding) this.end(this.isEnding.code, this.isEnding.reason);
  }

  private toProvider({ session }: SessionLink, data: Uint8Array, isBinary: boolean): void {
    const { protocol } = this.options;
    try {
      const message = protocol.readClient(data, session);
      if (this.provider?.send(message, isBinary) === false) this.client?.pause();
    } catch (thrown) {
      const error = toGatewayError(thrown);
      if (!protocol.writeError) this.fail(error);
      else if (!this.tell(error)) this.client?.pause();
    }
  }

  private toClient(data: Uint8Array, isBinary: boolean): void {
    if (this.isClosed || !this.link) return;
    this.lastMessageAt = performance.now();
    this.options.log.sent(data.length);
    if (this.client?.send(data, isBinary) === false) this.provider?.pause();
    const event = this.options.protocol.readUpstream(data);
    if (!event) return;
    const { turn, usage } = event;
    if (turn === "begins") this.isAnswering = true;
    if (usage) this.link.usage.note(usage);
    if (turn !== "ends") return;
    this.isAnswering = false;
    this.link.usage.endTurn().catch((thrown: unknown) => this.fail(toGatewayError(thrown)));
    if (this.isEnding) this.end(this.isEnding.code, this.isEnding.reason);
  }

  private onProviderClose({ upstream }: SessionLink, code: number, reason: string): void {
    if (this.isClosed) return;
    if (code === BROKEN) {
      this.fail(errors.upstreamSocketClosed({ provider: upstream.id, code }));
      return;
    }
    const isUsual = code === NO_CODE || code === 1000 || code === 1001;
    this.client?.close(code === NO_CODE ? undefined : code, fitReason(upstream.redact(reason)));
    if (isUsual) this.finish(101);
    else this.finish(502, errors.upstreamSocketClosed({ provider: upstream.id, code }).message);
  }

  /** Ends the session for a reason that is no fault. */
  private expire(error: GatewayError, closing = { code: 1000, reason: error.message }): void {
    if (this.isClosed) return;
    this.tell(error);
    this.client?.close(closing.code, fitReason(closing.reason));
    this.link?.socket.close(1001, "");
    this.finish(101);
  }

  /** Ends the session with an error. */
  fail(thrown: GatewayError): void {
    if (this.isClosed) return;
    const error = redactError(thrown, this.options.redact);
    this.tell(error);
    this.client?.close(toCloseCode(error), fitReason(error.message));
    this.link?.socket.terminate();
    const source = error.status >= 500 ? "upstream" : "gateway";
    this.options.log.failure = { code: error.code, source };
    this.finish(error.status, error.message);
  }

  /** Sends the event of an error, where the API has one. Returns false when the client is full. */
  private tell(error: GatewayError): boolean {
    const { protocol, log } = this.options;
    const event = protocol.writeError?.(error, log.id);
    return event === undefined || this.client?.send(event) !== false;
  }

  private finish(status: number, error: string | null = null): void {
    this.isClosed = true;
    this.waiting.length = 0;
    const { log } = this.options;
    this.link?.usage.finish();
    log.finish({ status, error });
  }
}

const toMinutes = (ms: number): number => Math.max(1, Math.round(ms / 60_000));
