/**
 * Sends one request of the Responses API over a WebSocket and pushes its messages into a receiver as the events of a
 * stream over HTTP, so that everything behind the receiver is the same. What no socket can carry goes over HTTP.
 */
import { errors } from "#lib/http/errors.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import type { KeptSockets } from "#lib/http/http-message.ts";
import type { ObservedAttempt } from "./attempt-observer.ts";
import { LinkedSocket, type LinkedTurn } from "./linked-socket.ts";
import {
  type Refusal,
  readEventType,
  readRefusal,
  readResponseId,
  writeCreate,
  writeFrame,
} from "./response-messages.ts";
import { computeRetryDelay, isRetriedStatus } from "./retry-rule.ts";
import { type Sending, type SendTerms, send } from "./send.ts";
import { toUpstreamError } from "./upstream-error.ts";
import type { SocketRequest } from "./upstream-socket.ts";

/** Terms of a request that may go over a socket. */
export type OverSocket = Pick<SocketRequest, "messageBytes" | "errorBytes" | "readError"> & {
  kept: KeptSockets;
  /** The request's new items, as JSON, for an upstream that remembers the response `id`. */
  continuing: { id: string; text: string } | undefined;
};

/** Events after which no other one of the response follows. */
const LAST = new Set(["response.completed", "response.incomplete", "response.failed", "error"]);
/** Statuses after which HTTP takes another key of several. */
const OF_KEYS = new Set([401, 403, 429]);
const REMEMBERED = new Set(["response.completed", "response.incomplete"]);

export function sendOverSocket(terms: SendTerms, over: OverSocket): Sending {
  const { body } = terms.request;
  const whole = typeof body === "string" || Buffer.isBuffer(body) ? body : undefined;
  const link = LinkedSocket.take(over.kept, terms.upstream);
  if (!link) return send(terms);
  const text = over.continuing && over.continuing.id === link.lastId ? over.continuing.text : undefined;
  if (text === undefined && whole === undefined) {
    // A body that is sent in pieces would be one message of many megabytes.
    link.release();
    return send(terms);
  }
  return new SocketSending({ terms, over, link, text, whole });
}

type Options = {
  terms: SendTerms;
  over: OverSocket;
  link: LinkedSocket;
  /** The new items alone. */
  text: string | undefined;
  /** The whole request. */
  whole: string | Buffer | undefined;
};

class SocketSending implements Sending, LinkedTurn {
  private readonly options: Options;
  private readonly aborting = new AbortController();
  /** Time without a message that the upstream has. */
  private timer: NodeJS.Timeout | undefined;
  private attempt: ObservedAttempt | undefined;
  private hasBegun = false;
  private isOver = false;
  private continues: boolean;
  private responseId: string | undefined;
  /** The request over HTTP, once it goes there. */
  private overHttp: Sending | undefined;

  constructor(options: Options) {
    this.options = options;
    this.continues = options.text !== undefined;
    if (options.link.isOpen) this.start();
    else void this.connect();
  }

  pause(): void {
    if (this.overHttp) this.overHttp.pause();
    else if (!this.isOver) {
      clearTimeout(this.timer);
      this.options.link.pause();
    }
  }

  resume(): void {
    if (this.overHttp) this.overHttp.resume();
    else if (!this.isOver) {
      this.options.link.resume();
      if (this.hasBegun) this.watch();
    }
  }

  cancel(): void {
    this.overHttp?.cancel();
    if (this.isOver) return;
    this.attempt?.end({ error: "cancelled" });
    this.leave();
    this.aborting.abort(new Error("cancelled"));
  }

  onMessage(data: Uint8Array): void {
    if (this.isOver) return;
    try {
      this.read(data);
    } catch (error) {
      // As over HTTP, where the client of the connection passes on what a receiver throws.
      if (!this.isOver)
        this.fail(toUpstreamError({ ...this.options.terms, error: error as Error, afterHeaders: true }));
    }
  }

  private read(data: Uint8Array): void {
    const { receiver } = this.options.terms;
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    const type = readEventType(bytes);
    if (!this.hasBegun) {
      const refusal = type === "error" ? readRefusal(bytes) : undefined;
      if (refusal) {
        this.refuse(refusal);
        return;
      }
      this.hasBegun = true;
      this.responseId = readResponseId(bytes);
      this.attempt?.responded(200);
      receiver.onHeaders(200, { "content-type": "text/event-stream" });
    }
    this.watch();
    const frame = writeFrame(type, bytes);
    this.attempt?.received(frame);
    // The receiver may cancel while it reads.
    receiver.onData(frame);
    if (LAST.has(type) && !this.isOver) this.end(REMEMBERED.has(type) ? this.responseId : undefined);
  }

  onClose(code: number): void {
    if (this.isOver) return;
    const { upstream } = this.options.terms;
    if (!this.hasBegun && this.tryOverHttp({})) return;
    const error = new Error(`The WebSocket closed with ${code}.`);
    this.fail(toUpstreamError({ upstream, error, afterHeaders: this.hasBegun }));
  }

  private async connect(): Promise<void> {
    const { over, link, terms } = this.options;
    const { upstream, request } = terms;
    try {
      await link.connect({
        path: upstream.basePath + request.path,
        headers: request.headers,
        ...over,
        signal: this.aborting.signal,
      });
    } catch {
      // Whatever it was, HTTP answers the client.
      if (this.isOver) return;
      this.leave();
      this.overHttp = send(terms);
      return;
    }
    if (this.isOver) link.close();
    else this.start();
  }

  private start(): void {
    const { link, text, whole, terms } = this.options;
    this.attempt = terms.observer?.begin();
    link.begin(this);
    this.watch();
    link.send(writeCreate(text ?? whole ?? ""));
  }

  /** The upstream refused the request with its first message. */
  private refuse({ status, headers, code, body }: Refusal): void {
    const { whole, link, terms } = this.options;
    const { upstream, receiver } = terms;
    if (this.continues && code === "previous_response_not_found") {
      // It has forgotten the conversation, which is known here.
      this.continues = false;
      if (whole !== undefined) {
        this.watch();
        link.send(writeCreate(whole));
        return;
      }
      this.goOverHttp(terms);
      return;
    }
    const needsOtherKey = upstream.keys !== undefined && OF_KEYS.has(status);
    if (needsOtherKey || code === "websocket_connection_limit_reached") {
      this.goOverHttp(terms);
      return;
    }
    if (isRetriedStatus(status) && this.tryOverHttp(headers)) return;
    this.hasBegun = true;
    this.attempt?.responded(status);
    receiver.onHeaders(status, { "content-type": "application/json", ...headers });
    receiver.onData(body);
    if (!this.isOver) this.end(undefined);
  }

  /** Sends the request again over HTTP, as a first retry; returns false when it may not be retried. */
  private tryOverHttp(headers: Refusal["headers"]): boolean {
    const { terms } = this.options;
    const { retries } = terms.upstream;
    const delay = computeRetryDelay({ retries, sent: 1, headers });
    if (delay === undefined) return false;
    this.goOverHttp(
      { ...terms, upstream: { ...terms.upstream, retries: { ...retries, attempts: retries.attempts - 1 } } },
      delay,
    );
    return true;
  }

  private goOverHttp(terms: SendTerms, delay = 0): void {
    this.attempt?.end({ error: "sent over HTTP" });
    this.leave();
    const timer = setTimeout(() => {
      this.overHttp = send(terms);
    }, delay);
    this.overHttp = { pause() {}, resume() {}, cancel: () => clearTimeout(timer) };
  }

  private watch(): void {
    const { timeouts, id: provider } = this.options.terms.upstream;
    clearTimeout(this.timer);
    const { firstByteMs, idleMs } = timeouts;
    const cause = new Error("No message came over the WebSocket.");
    this.timer = setTimeout(
      () => {
        this.fail(
          this.hasBegun
            ? errors.upstreamIdleTimeout({ provider, ms: idleMs, cause })
            : errors.upstreamFirstByteTimeout({ provider, ms: firstByteMs, cause }),
        );
      },
      this.hasBegun ? idleMs : firstByteMs,
    );
  }

  private end(lastId: string | undefined): void {
    this.isOver = true;
    clearTimeout(this.timer);
    this.attempt?.end();
    this.options.link.release(lastId);
    this.options.terms.receiver.onEnd();
  }

  private fail(error: GatewayError): void {
    this.attempt?.end({ error: error.code ?? String(error.status) });
    this.leave();
    this.options.terms.receiver.onError(error);
  }

  /** Ends the use of the socket, over which the rest of the response may still come. */
  private leave(): void {
    this.isOver = true;
    clearTimeout(this.timer);
    this.options.link.close();
  }
}
