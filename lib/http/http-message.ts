/**
 * HTTP requests and responses as plain data, so that the gateway's core depends on no server framework and on no web
 * stream. A mount (raw Node, Next route handler) turns its own request into an HttpRequest and plays the HttpResponse out.
 */
import type { ClientPresence } from "./client-presence.ts";

export type HttpRequest = {
  method: string;
  /** Path without the query, percent-encoding as received, an `/api` prefix removed. */
  path: string;
  /** Raw query without `?`; "" when there is none. */
  query: string;
  /** Lower-cased names. */
  headers: Record<string, string | string[] | undefined>;
  body: RequestBody;
  /** Address of the other end of the connection, a proxy's perhaps; absent where the mount does not know it. */
  peerAddress?: string | undefined;
  /** Tells when the client leaves, at any time before the response has been sent whole. */
  client: ClientPresence;
};

/** Not read until asked for: a caller that is refused by its headers costs no buffer. */
export type RequestBody = {
  /**
   * The whole body.
   * @param limit in bytes; a longer body rejects with a 413 GatewayError without being read to its end
   * @throws GatewayError 499 when the client has left, 400 when the body breaks off, 408 when it comes too slowly, 503 when
   * there is no memory for it
   */
  bytes(limit: number): Promise<Uint8Array>;
  /**
   * The body as it comes, for what is too large to hold. Read once, and not beside `bytes`. The chunks are the reader's own,
   * memory and all: temporary files free each as soon as it has been written.
   * @param limit in bytes; beyond it the iteration throws a 413 GatewayError, and a 408 when the body comes too slowly
   */
  chunks(limit: number): AsyncIterable<Uint8Array>;
  /** Adds a holder of the memory that `bytes` took, for work that outlives the request. Each holder calls `release` once. */
  retain(): void;
  /** Gives the memory of the body back to the budget when the last holder calls it; the request is the first. */
  release(): void;
};

export type HttpResponse = {
  status: number;
  /** HTTP reason phrase; the mount uses the standard one when it is absent. */
  reason?: string;
  headers: Record<string, string | string[]>;
  body: Uint8Array | string | BodyStream;
};

/** The receiver of a body stream. */
export type Sink = {
  /** Returns false when the receiver is full: push no more until `resume` is called. One call is one write, never split. */
  write(chunk: Uint8Array | string): boolean;
  /** The body is complete. */
  end(): void;
  /** The body cannot be completed and cannot say so in its own terms: the connection is cut. */
  fail(error: Error): void;
};

/** A body that pushes itself into a sink. After `end`, `fail` or `cancel` nothing more is called on either side. */
export type BodyStream = {
  start(sink: Sink): void;
  /** The sink has room again. May come at any time after `start`, also when nothing waited for it. */
  resume(): void;
  /** The receiver is gone: stop whatever feeds this. Calls after the first have no effect. */
  cancel(): void;
};

export function isBodyStream(body: unknown): body is BodyStream {
  return typeof body === "object" && body !== null && "start" in body;
}
