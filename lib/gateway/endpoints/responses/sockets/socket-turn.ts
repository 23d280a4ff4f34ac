/**
 * SocketTurn: one `response.create` of a WebSocket. It is a request to `POST /v1/responses` like any other, so that
 * authentication, limits, lanes, the log and cancelling are those of HTTP; only the way of its bytes differs.
 */

import type { ResponsesRequest } from "#lib/contract/openai-responses/wire.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { readTime } from "#lib/gateway/lanes/call-context.ts";
import { ClientPresence } from "#lib/http/client-presence.ts";
import {
  type BodyStream,
  type HttpRequest,
  type HttpResponse,
  isBodyStream,
  type KeptSockets,
} from "#lib/http/http-message.ts";
import { parseJson } from "#lib/http/parse-json.ts";
import type { ResponseObject } from "../response-object.ts";
import type { ClientEvent } from "./client-event.ts";
import { type Continuation, continueWith, writeContinued } from "./continuations.ts";
import type { SocketBody } from "./socket-body.ts";
import { createFrames, type SocketError, toSocketError, writeErrorEvent, writeFacts } from "./socket-frames.ts";

export type TurnOptions = {
  /** Body of the request. */
  wire: ClientEvent;
  streamId: string | undefined;
  /** Conversation of this socket that the request continues. */
  known: Continuation | undefined;
  body: SocketBody;
  /** Request that opened the socket. */
  opening: HttpRequest;
  /** Sockets to upstreams beside this one. */
  kept: KeptSockets;
  handle(request: HttpRequest): Promise<HttpResponse>;
  /** Sends one message. */
  send(text: string): void;
  /** Sends what `write` sends together, and returns false when the receiver is full. */
  batch(write: () => void): boolean;
};

/** Result of a turn: how the socket's state changes by it. */
export type TurnResult = { isFailed: boolean; continuation: Continuation | undefined };

/** Headers of the opening request that are about the connection, or about that one request. */
const OF_OPENING =
  /^(?:connection|upgrade|sec-websocket-.+|content-.+|transfer-encoding|expect|x-request-id|x-gateway-keep|x-gateway-dry-run|idempotency-key)$/;

const dialect = dialects["openai-responses"];

export class SocketTurn {
  private readonly options: TurnOptions;
  private readonly client = new ClientPresence();
  private source: BodyStream | undefined;
  private result: TurnResult = { isFailed: false, continuation: undefined };
  private settle: () => void = () => {};

  constructor(options: TurnOptions) {
    this.options = options;
  }

  /** Never rejects. */
  async run(): Promise<TurnResult> {
    const { wire, known, body } = this.options;
    if (wire.generate === false) return this.warmUp();
    const streamed = { stream: true, ...wire };
    const text = known ? writeContinued(streamed, known) : JSON.stringify(streamed);
    body.content = Buffer.from(text);
    const answer = await this.options.handle(this.createRequest(text));
    if (isBodyStream(answer.body)) await this.play(answer.body, writeFacts(answer.headers));
    else if (!this.client.left) this.refuse(readRefusal(answer));
    return this.result;
  }

  /** The socket has room again. */
  resume(): void {
    this.source?.resume();
  }

  /** The socket is closed. */
  cancel(): void {
    this.client.leave();
    this.source?.cancel();
    this.settle();
  }

  refuse(error: SocketError): void {
    this.result = { isFailed: true, continuation: undefined };
    this.options.send(writeErrorEvent(error, this.options.streamId));
  }

  private createRequest(text: string): HttpRequest {
    const { opening, body, wire, known, kept } = this.options;
    const headers: HttpRequest["headers"] = { "content-type": "application/json" };
    for (const [name, value] of Object.entries(opening.headers)) if (!OF_OPENING.test(name)) headers[name] = value;
    const { path, query, peerAddress } = opening;
    // A response that the provider stores needs the whole conversation: later ones find no more than it has.
    const continues = known !== undefined && wire.store === false;
    const continuing = continues ? { id: known.id, text: JSON.stringify({ stream: true, ...wire }) } : undefined;
    const message = { kept, text, continuing };
    return { method: "POST", path, query, headers, peerAddress, body, client: this.client, message };
  }

  private async play(source: BodyStream, facts: string): Promise<void> {
    if (this.client.left) return source.cancel();
    const { wire, streamId, known, send, batch } = this.options;
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    this.settle = resolve;
    this.source = source;
    let hasEnded = false;
    const frames = createFrames({
      streamId,
      facts,
      previousId: known?.id,
      readsFinal: wire.store === false,
      send,
      onFinal: (isFailed, response) => {
        hasEnded = true;
        this.note(isFailed, response);
      },
    });
    source.start({
      write: (chunk) => batch(() => frames.push(typeof chunk === "string" ? Buffer.from(chunk) : (chunk as Buffer))),
      end() {
        frames.end();
        resolve();
      },
      fail: () => resolve(),
    });
    await ended;
    this.source = undefined;
    if (!hasEnded && !this.client.left) {
      this.refuse(
        toSocketError(502, { code: "stream_truncated", message: "The response ended before it was complete." }),
      );
    }
  }

  private note(isFailed: boolean, response: ResponseObject | undefined): void {
    const { wire, known } = this.options;
    const isRemembered = !isFailed && wire.store === false && response !== undefined;
    this.result = { isFailed, continuation: isRemembered ? continueWith({ wire, response, known }) : undefined };
  }

  /** Answers `generate: false`: the request's items are remembered, and no model is called. */
  private warmUp(): TurnResult {
    const { wire: given, streamId, known, body, send } = this.options;
    body.release();
    const { generate: _, ...wire } = given;
    const request = dialect.parseRequest(wire) as ResponsesRequest;
    const identity = { id: dialect.createId(), created: readTime(), model: request.model, readTime };
    const writer = dialect.createStreamWriter(identity, request);
    const frames = createFrames({
      ...{ streamId, send, previousId: known?.id, readsFinal: true },
      onFinal: (isFailed, response) => {
        const continuation = response && continueWith({ wire, response, known });
        this.result = { isFailed, continuation };
      },
    });
    const events =
      writer.write({ type: "start" }) + writer.write({ type: "finish", choice: 0, reason: { unified: "stop" } });
    frames.push(Buffer.from(events + writer.end()));
    return this.result;
  }
}

function readRefusal({ status, headers, body }: HttpResponse): SocketError {
  const text = typeof body === "string" ? body : Buffer.from(body as Uint8Array).toString("utf8");
  const json = (parseJson(text) ?? {}) as Record<string, unknown>;
  const fields = typeof json.error === "object" && json.error !== null ? json.error : json;
  const requestId = headers["x-request-id"];
  return {
    ...toSocketError(status, fields),
    requestId: typeof requestId === "string" ? requestId : undefined,
    facts: writeFacts(headers),
  };
}
