/**
 * LinkedSocket: a WebSocket to an upstream that lives as long as a client's own. It carries one response at a time; the
 * upstream remembers the last one, so that the next request sends its new items only (wire-formats §2.9).
 */
import type { KeptSockets, SocketListener } from "#lib/http/http-message.ts";
import type { Upstream } from "./upstream.ts";
import { connectSocket, type SocketRequest, type UpstreamSocket } from "./upstream-socket.ts";

/** Receiver of the messages of one response. */
export type LinkedTurn = Pick<SocketListener, "onMessage" | "onClose">;

/** Upstreams of one client's socket. */
const MOST_LINKS = 4;
/** Time for which an upstream that opened no socket is called over HTTP. */
const REFUSED_MS = 300_000;
const refusedUntil = new WeakMap<Upstream, number>();

export class LinkedSocket {
  readonly upstream: Upstream;
  /** Response that the upstream remembers. */
  lastId: string | undefined;
  isClosed = false;
  private isTaken = false;
  private socket: UpstreamSocket | undefined;
  private turn: LinkedTurn | undefined;
  private hasPonged = true;

  private constructor(upstream: Upstream) {
    this.upstream = upstream;
  }

  /** Returns a socket for one response; undefined when it has to go over HTTP: another one runs, or none opens. */
  static take(kept: KeptSockets, upstream: Upstream): LinkedSocket | undefined {
    const known = kept.get(upstream.id);
    if (known instanceof LinkedSocket) {
      if (known.isTaken) return undefined;
      // Its address or its credential may have changed since.
      if (!known.isClosed && known.upstream === upstream) {
        known.isTaken = true;
        return known;
      }
      known.close();
      kept.delete(upstream.id);
    }
    if (kept.size >= MOST_LINKS || (refusedUntil.get(upstream) ?? 0) > Date.now()) return undefined;
    const link = new LinkedSocket(upstream);
    link.isTaken = true;
    kept.set(upstream.id, link);
    return link;
  }

  get isOpen(): boolean {
    return this.socket !== undefined && !this.isClosed;
  }

  /** @throws GatewayError when no socket opens; the next requests to this upstream go over HTTP then */
  async connect(request: SocketRequest): Promise<void> {
    try {
      this.socket = await connectSocket(this.upstream, request);
    } catch (error) {
      if (!request.signal.aborted) refusedUntil.set(this.upstream, Date.now() + REFUSED_MS);
      throw error;
    }
    this.socket.listen({
      onMessage: (data, isBinary) => this.turn?.onMessage(data, isBinary),
      onPong: () => {
        this.hasPonged = true;
      },
      onSent() {},
      onClose: (code, reason) => {
        this.isClosed = true;
        this.turn?.onClose(code, reason);
      },
    });
    if (this.isClosed) this.socket.terminate();
  }

  /** Receives messages until `release`. */
  begin(turn: LinkedTurn): void {
    this.turn = turn;
  }

  send(text: string): void {
    this.socket?.send(text);
  }

  pause(): void {
    this.socket?.pause();
  }

  resume(): void {
    this.socket?.resume();
  }

  /** Ends the response. @param lastId response that the upstream remembers from now on */
  release(lastId?: string): void {
    this.turn = undefined;
    this.isTaken = false;
    this.lastId = lastId;
    this.hasPonged = true;
    this.resume();
  }

  /** Cuts a socket whose other end is gone. While a response runs, its own limits of time count. */
  tick(): void {
    if (this.isTaken || !this.isOpen) return;
    if (!this.hasPonged) {
      this.close();
      return;
    }
    this.hasPonged = false;
    this.socket?.ping();
  }

  close(): void {
    this.isClosed = true;
    this.turn = undefined;
    this.isTaken = false;
    this.socket?.terminate();
  }
}
