/** The body of a request on Node's `http`. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { limited } from "#lib/http/body-limit.ts";
import type { ClientPresence } from "#lib/http/client-presence.ts";
import { errors } from "#lib/http/errors.ts";
import { freeMemory } from "#lib/http/free-memory.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { createGrowingBuffer, type GrowingBuffer } from "#lib/http/growing-buffer.ts";
import type { RequestBody } from "#lib/http/http-message.ts";
import { BodyPace, type PaceServices } from "../gateway/request/body-pace.ts";
import { CountedBody } from "../gateway/request/counted-body.ts";
import { announcedBytes } from "./unread-body.ts";

type Options = { request: IncomingMessage; response: ServerResponse; client: ClientPresence; services: PaceServices };

export class NodeBody extends CountedBody implements RequestBody {
  private readonly request: IncomingMessage;
  private readonly response: ServerResponse;
  private readonly client: ClientPresence;

  constructor({ request, response, client, services }: Options) {
    super(services);
    this.request = request;
    this.response = response;
    this.client = client;
  }

  bytes(limit: number): Promise<Uint8Array> {
    const announced = announcedBytes(this.request);
    if (announced !== undefined && announced > limit) return Promise.reject(errors.bodyTooLarge({ limit }));
    const waiting = announced === undefined ? undefined : this.reserve(announced, this.client);
    return waiting ? waiting.then(() => this.read(limit, announced)) : this.read(limit, announced);
  }

  chunks(limit: number): AsyncIterable<Uint8Array> {
    return limited(this.pieces(), limit);
  }

  private read(limit: number, announced: number | undefined): Promise<Uint8Array> {
    const { request } = this;
    // The events have already fired and would not fire again.
    if (this.client.left || request.destroyed) return Promise.reject(errors.clientClosedRequest());
    if (request.complete) return this.takeArrived(limit, announced);
    this.askForBody();
    return new Promise((resolve, reject) => {
      let first: Buffer | undefined;
      let gathered: GrowingBuffer | undefined;
      let size = 0;
      const settle = () => {
        pace?.stop();
        // Without this, the rest would still be read: after a refusal, unread-body.ts decides about it.
        request.off("data", onData).off("end", onEnd).off("close", onClose);
      };
      const fail = (error: unknown) => {
        settle();
        request.pause();
        reject(error);
      };
      const onData = (chunk: Buffer) => {
        size += chunk.length;
        pace?.received(chunk.length);
        if (size > limit) return fail(errors.bodyTooLarge({ limit }));
        if (announced === undefined) {
          try {
            this.grow(size);
          } catch (error) {
            return fail(error);
          }
        }
        if (!first) {
          // Most bodies are one chunk: it is used directly, not copied.
          first = chunk;
          return;
        }
        if (!gathered) {
          gathered = createGrowingBuffer({ expected: announced });
          gathered.append(first);
        }
        gathered.append(chunk);
        if (chunk.length >= WORTH_FREEING) freeMemory(chunk);
      };
      const onEnd = () => {
        settle();
        resolve(gathered?.take() ?? first ?? EMPTY);
      };
      // A cut body has no `end`; Node emits its `error` only when there is a listener. `complete` does not help: the
      // last bytes may have arrived, and be lost because they were not read yet.
      const onClose = () => fail(errors.bodyIncomplete());
      const pace = this.watchPace(announced, fail);
      request.on("data", onData).on("end", onEnd).on("close", onClose);
    });
  }

  /** Most bodies come in one packet with their headers. Nothing is awaited then, and nobody listens to events. */
  private async takeArrived(limit: number, announced: number | undefined): Promise<Uint8Array> {
    const bytes: Buffer = this.request.read() ?? EMPTY;
    if (bytes.length > limit) throw errors.bodyTooLarge({ limit });
    if (announced === undefined) this.grow(bytes.length);
    return bytes;
  }

  private async *pieces(): AsyncGenerator<Uint8Array, void, void> {
    const { request } = this;
    if (this.client.left || request.destroyed) throw errors.clientClosedRequest();
    this.askForBody();
    let failure: GatewayError | undefined;
    let wake: (() => void) | undefined;
    const onChange = () => wake?.();
    const pace = this.watchPace(announcedBytes(request), (error) => {
      failure = error;
      onChange();
    });
    request.on("readable", onChange).on("end", onChange).on("close", onChange);
    try {
      for (;;) {
        if (failure) throw failure;
        const chunk: Buffer | null = request.read();
        if (chunk) {
          pace?.received(chunk.length);
          if (pace) pace.awaited = false;
          yield chunk;
          if (pace) pace.awaited = true;
        } else if (request.readableEnded) return;
        else if (request.destroyed) throw errors.bodyIncomplete();
        else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      pace?.stop();
      request.off("readable", onChange).off("end", onChange).off("close", onChange);
    }
  }

  /** Returns undefined for a body that has fully arrived, as most have: it needs no watch. */
  private watchPace(size = 0, fail: (error: GatewayError) => void): BodyPace | undefined {
    return this.request.complete ? undefined : new BodyPace(this.services, { size, fail });
  }

  /** A client that sent `Expect: 100-continue` waits for a request for its body (RFC 9110 §10.1.1). */
  private askForBody(): void {
    if (this.request.headers.expect !== undefined && !this.request.complete) this.response.writeContinue();
  }
}

const EMPTY = Buffer.alloc(0);
/** Minimum in bytes; freeing less costs more than garbage collection. */
const WORTH_FREEING = 4_096;
