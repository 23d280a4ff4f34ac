/** OpenSockets: the open WebSockets of this process of one kind, and what bounds them together. */
import { errors } from "#lib/http/errors.ts";
import type { WebSocketUpgrade } from "#lib/http/http-message.ts";
import type { RequestContext } from "./context.ts";

export type OpenSocket = {
  /** Looks at the limits of time. @param now time by `performance.now()` */
  tick(now: number): void;
  /** Closes the socket once what it does has ended. */
  end(code: number, reason: string): void;
  /** Cuts the connection. */
  terminate(): void;
};

export type SocketBounds = {
  /** Open sockets, and those of one key. */
  sockets: number;
  perKey: number;
  tickMs: number;
};

/** Close code and reason while the gateway stops (RFC 6455's registry: service restart). */
const RESTART = [1012, "The gateway is stopping."] as const;

export class OpenSockets {
  private readonly bounds: SocketBounds;
  private readonly sockets = new Set<OpenSocket>();
  private readonly ofKeys = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private isDraining = false;

  constructor(bounds: SocketBounds) {
    this.bounds = bounds;
  }

  get count(): number {
    return this.sockets.size;
  }

  /** @throws GatewayError 426 without an upgrade, 501 where none is possible, 429 over a limit */
  requireUpgrade({ request, principal }: Pick<RequestContext, "request" | "principal">): WebSocketUpgrade {
    const { upgrade, path, lacksWebSockets } = request;
    if (!upgrade) throw lacksWebSockets ? errors.webSocketUnsupported() : errors.webSocketRequired({ path });
    this.requireRoom(principal.keyId);
    return upgrade;
  }

  private requireRoom(keyId: string): void {
    const { sockets, perKey } = this.bounds;
    if (this.sockets.size >= sockets) throw errors.tooManyWebSockets({ limit: sockets, ofKey: false });
    if ((this.ofKeys.get(keyId) ?? 0) >= perKey) throw errors.tooManyWebSockets({ limit: perKey, ofKey: true });
  }

  add(socket: OpenSocket, keyId: string): void {
    this.sockets.add(socket);
    this.ofKeys.set(keyId, (this.ofKeys.get(keyId) ?? 0) + 1);
    this.timer ??= setInterval(() => this.tick(), this.bounds.tickMs).unref();
    if (this.isDraining) socket.end(...RESTART);
  }

  remove(socket: OpenSocket, keyId: string): void {
    if (!this.sockets.delete(socket)) return;
    const left = (this.ofKeys.get(keyId) ?? 1) - 1;
    if (left > 0) this.ofKeys.set(keyId, left);
    else this.ofKeys.delete(keyId);
    if (this.sockets.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Ends all sockets, and those that are opened from now on. */
  drain(): void {
    this.isDraining = true;
    for (const socket of this.sockets) socket.end(...RESTART);
  }

  /** Cuts what is still open. */
  close(): void {
    for (const socket of this.sockets) socket.terminate();
    clearInterval(this.timer);
  }

  private tick(): void {
    const now = performance.now();
    for (const socket of this.sockets) socket.tick(now);
  }
}
