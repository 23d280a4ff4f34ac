/** ResponseSockets: the open WebSockets of this process, and what bounds them together. */
import { SOCKET_LIMITS } from "#lib/gateway/limits.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { errors } from "#lib/http/errors.ts";
import type { StateMemory } from "./continuations.ts";
import { ResponseSocket, type SocketTimes } from "./response-socket.ts";

type Times = SocketTimes & { tickMs: number };

export class ResponseSockets {
  private readonly times: Times;
  private readonly sockets = new Set<ResponseSocket>();
  private readonly ofKeys = new Map<string, number>();
  private readonly state: StateMemory = { used: 0 };
  private timer: NodeJS.Timeout | undefined;
  private isDraining = false;

  constructor(times: Times = SOCKET_LIMITS) {
    this.times = times;
  }

  get count(): number {
    return this.sockets.size;
  }

  /** Accepts the socket that the request opens. @throws GatewayError 426 without an upgrade, 429 over a limit */
  accept({ request, services, principal }: RequestContext): EndpointResponse {
    const { upgrade, path } = request;
    if (!upgrade) throw errors.webSocketRequired({ path });
    const { keyId } = principal;
    if (this.sockets.size >= SOCKET_LIMITS.sockets) {
      throw errors.tooManyWebSockets({ limit: SOCKET_LIMITS.sockets, ofKey: false });
    }
    if ((this.ofKeys.get(keyId) ?? 0) >= SOCKET_LIMITS.perKey) {
      throw errors.tooManyWebSockets({ limit: SOCKET_LIMITS.perKey, ofKey: true });
    }
    const { state, times: limits } = this;
    upgrade.accept = (transport, handle) => {
      const onClose = (closed: ResponseSocket) => this.remove(closed, keyId);
      const socket = new ResponseSocket({ transport, opening: request, handle, services, state, limits, onClose });
      this.add(socket, keyId);
      return socket;
    };
    return { status: 101, headers: {}, body: "" };
  }

  /** Closes each socket once its responses have ended, and those that are opened from now on. */
  drain(): void {
    this.isDraining = true;
    for (const socket of this.sockets) socket.end(...RESTART);
  }

  /** Cuts what is still open. */
  close(): void {
    for (const socket of this.sockets) socket.terminate();
    clearInterval(this.timer);
  }

  private add(socket: ResponseSocket, keyId: string): void {
    this.sockets.add(socket);
    this.ofKeys.set(keyId, (this.ofKeys.get(keyId) ?? 0) + 1);
    this.timer ??= setInterval(() => this.tick(), this.times.tickMs).unref();
    if (this.isDraining) socket.end(...RESTART);
  }

  private remove(socket: ResponseSocket, keyId: string): void {
    if (!this.sockets.delete(socket)) return;
    const left = (this.ofKeys.get(keyId) ?? 1) - 1;
    if (left > 0) this.ofKeys.set(keyId, left);
    else this.ofKeys.delete(keyId);
    if (this.sockets.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private tick(): void {
    const now = performance.now();
    for (const socket of this.sockets) socket.tick(now);
  }
}

/** Close code and reason while the gateway stops (RFC 6455's registry: service restart). */
const RESTART = [1012, "The gateway is stopping."] as const;
