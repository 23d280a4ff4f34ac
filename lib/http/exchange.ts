/**
 * Exchange: one HTTP request and its answer as plain data, so that the gateway's core depends on no server framework
 * and on no web stream. A mount (raw Node, Next route handler) turns its own request into an ExchangeRequest and
 * plays the ExchangeResponse out.
 */
import type { ClientPresence } from "./client-presence.ts";

export type ExchangeRequest = {
  method: string;
  /** Path without the query, percent-encoding as received, an `/api` prefix removed. */
  path: string;
  /** Raw query without `?`; "" when there is none. */
  query: string;
  /** Lower-cased names. */
  headers: Record<string, string | string[] | undefined>;
  body: RequestBody;
  /** Tells when the client leaves, at any time before the answer has been sent whole. */
  client: ClientPresence;
  /** The client's address, for the log; undefined when the mount cannot tell. */
  remoteAddress?: string;
};

/** Not read until asked for: a caller that is refused by its headers costs no buffer. */
export type RequestBody = {
  /**
   * The whole body.
   * @param limit in bytes; a longer body rejects with a 413 GatewayError without being read to its end
   */
  bytes(limit: number): Promise<Uint8Array>;
  /**
   * The body as it comes, for what is too large to hold. Read once, and not beside `bytes`. The chunks are the reader's own,
   * memory and all: a spool frees each as soon as it has been kept.
   * @param limit in bytes; beyond it the iteration throws a 413 GatewayError
   */
  chunks(limit: number): AsyncIterable<Uint8Array>;
};

export type ExchangeResponse = {
  status: number;
  /** HTTP reason phrase; the mount uses the standard one when it is absent. */
  reason?: string;
  headers: Record<string, string | string[]>;
  body: Uint8Array | string | PushSource;
};

/** Where a source pushes its chunks. */
export type Sink = {
  /** Returns false when the receiver is full: push no more until `resume` is called. One call is one write, never split. */
  write(chunk: Uint8Array | string): boolean;
  /** The answer is complete. */
  end(): void;
  /** The answer cannot be completed and cannot say so in its own terms: the connection is cut. */
  fail(error: Error): void;
};

/** A body that pushes itself into a sink. After `end`, `fail` or `cancel` nothing more is called on either side. */
export type PushSource = {
  start(sink: Sink): void;
  /** The sink has room again. */
  resume(): void;
  /** The receiver is gone: stop whatever feeds this. Called at most once. */
  cancel(): void;
};

export function isPushSource(body: ExchangeResponse["body"]): body is PushSource {
  return typeof body === "object" && "start" in body;
}
