import { CountedBody } from "#lib/gateway/request/counted-body.ts";
import { errors } from "#lib/http/errors.ts";
import type { RequestBody } from "#lib/http/http-message.ts";

/** SocketBody: body of a request that came as a message, counted in the memory of bodies from its arrival on. */
export class SocketBody extends CountedBody implements RequestBody {
  /** Set before the request is handled: the message, or the conversation that it continues. */
  content: Uint8Array = new Uint8Array();

  /** @throws GatewayError 503 when there is no memory for it */
  hold(size: number): void {
    this.grow(size);
  }

  async bytes(limit: number): Promise<Uint8Array> {
    if (this.content.length > limit) throw errors.bodyTooLarge({ limit });
    this.grow(this.content.length);
    return this.content;
  }

  async *chunks(limit: number): AsyncGenerator<Uint8Array, void, void> {
    yield await this.bytes(limit);
  }
}
