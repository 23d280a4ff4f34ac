/**
 * HTTP requests and responses as plain data, so that the gateway's core depends on no server framework and on no web
 * stream. A mount (raw Node, Next route handler) turns its own request into an HttpRequest and plays the HttpResponse
 * out.
 */
import type { ClientPresence } from "./client-presence.ts";

export type HttpRequest = {
  method: string;
  /** Path without the query, percent-encoding as received, an `/api` prefix removed. */
  path: string;
  /** Raw query without `?`; "" when there is none. */
  query: string;
  /** Headers with lower-case names. */
  headers: Record<string, string | string[] | undefined>;
  body: RequestBody;
  /** Address of the other end of the connection, possibly a proxy; absent when the mount does not know it. */
  peerAddress?: string | undefined;
  /** Connection over which this request and others of its client come; absent when the mount does not know it. */
  connection?: object;
  /** Tells when the client disconnects, at any time before the whole response was sent. */
  client: ClientPresence;
  /** Present for a request to open a WebSocket: an endpoint that takes it sets `accept` and answers with 101. */
  upgrade?: WebSocketUpgrade;
  /** True where the mount cannot open WebSockets at all. */
  lacksWebSockets?: boolean;
  /** Present for a request that came as a message of a WebSocket. */
  message?: SocketMessage;
};

/** Message of a client's WebSocket that became a request. */
export type SocketMessage = {
  kept: KeptSockets;
  /** Body of the request: the message, or the whole conversation that it continues. */
  text: string;
  /** The same request for an upstream that remembers the response `id`, with its new items only, as JSON. */
  continuing: { id: string; text: string } | undefined;
};

/** Sockets to upstreams beside a client's own, which ticks and closes them, by upstream. */
export type KeptSockets = Map<string, { tick(): void; close(): void }>;

export type WebSocketUpgrade = {
  /** Called once the socket is open. @param handle handles one request that came over it */
  accept?: (socket: SocketTransport, handle: (request: HttpRequest) => Promise<HttpResponse>) => SocketListener;
};

/** Open WebSocket, of a client as a mount offers it, or of an upstream. */
export type SocketTransport = {
  /** Bytes that were written and not sent yet. */
  readonly unsentBytes: number;
  /** Time by `performance.now()` since which half a message is there; undefined without one. */
  readonly halfMessageSince: number | undefined;
  /** @param isBinary true for a binary message; a text message otherwise */
  send(data: string | Uint8Array, isBinary?: boolean): void;
  /** Sends what `write` sends in as few packets as possible. */
  batch(write: () => void): void;
  ping(): void;
  /** Stops and continues reading messages. */
  pause(): void;
  resume(): void;
  /** @param code a close code of RFC 6455 §7.4.1 or its registry; undefined for none */
  close(code: number | undefined, reason: string): void;
  /** Cuts the connection. */
  terminate(): void;
};

/** Receiver of the events of a WebSocket. */
export type SocketListener = {
  onMessage(data: Uint8Array, isBinary: boolean): void;
  onPong(): void;
  /** Called when unsent bytes were sent. */
  onSent(): void;
  /**
   * Called once, at last.
   * @param code close code of the other end; 1005 when it sent none, 1006 when the connection broke
   */
  onClose(code: number, reason: string): void;
};

/** Body that is read on demand: a caller that is refused by its headers costs no buffer. */
export type RequestBody = {
  /**
   * Reads the whole body.
   * @param limit limit in bytes; a longer body rejects with a 413 GatewayError without being read to its end
   * @throws GatewayError 499 when the client has disconnected, 400 when the body is cut, 408 when it arrives too
   * slowly, 503 when there is no memory for it
   */
  bytes(limit: number): Promise<Uint8Array>;
  /**
   * Streams a body that is too large to hold in memory. Read it once, and not together with `bytes`. The reader owns
   * the chunks and their memory: temporary files free each chunk as soon as it is written.
   * @param limit limit in bytes; beyond it the iteration throws a 413 GatewayError, and a 408 when the body arrives too
   * slowly
   */
  chunks(limit: number): AsyncIterable<Uint8Array>;
  /** Adds a holder of the memory of `bytes`, for work that outlives the request. Each holder calls `release` once. */
  retain(): void;
  /** Returns the memory of the body to the budget when the last holder calls it; the request is the first holder. */
  release(): void;
};

export type HttpResponse = {
  status: number;
  /** HTTP reason phrase; the mount uses the standard one when it is absent. */
  reason?: string;
  headers: Record<string, string | string[]>;
  body: Uint8Array | string | BodyStream;
};

/** Receiver of a body stream. */
export type Sink = {
  /** Writes one chunk, never split. Returns false when the receiver is full: push no more until `resume` is called. */
  write(chunk: Uint8Array | string): boolean;
  /** Completes the body. */
  end(): void;
  /** Cuts the connection: the body cannot be completed, and its format has no error. */
  fail(error: Error): void;
};

/** Body that pushes itself into a sink. After `end`, `fail` or `cancel` nothing more is called on either side. */
export type BodyStream = {
  start(sink: Sink): void;
  /** Called when the sink has room again, at any time after `start`, also when nothing waits for it. */
  resume(): void;
  /** Called when the receiver is gone: stop the source. Calls after the first have no effect. */
  cancel(): void;
};

export function isBodyStream(body: unknown): body is BodyStream {
  return typeof body === "object" && body !== null && "start" in body;
}
