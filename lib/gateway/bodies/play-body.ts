/**
 * Plays an async iterable as a response body: pulls one chunk at a time, and the next one only when the receiver has
 * room.
 */
import { toGatewayError } from "#lib/http/error-response.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { HttpResponse, Sink } from "#lib/http/http-message.ts";
import type { RequestContext } from "../request/context.ts";
import type { EndpointResponse } from "../request/endpoint.ts";
import { type BodyLog, ResponseBody, type ResponseBodyOptions } from "./response-body.ts";

type Playable = EndpointResponse & { body: AsyncIterable<Uint8Array | string> };

/**
 * A body of events is pulled from at once, and its response begins with the first of them, so that an earlier failure
 * is an HTTP error. Any other body is pulled from when the mount begins to send it.
 * @param response its iterator's `return` must end the work behind it, also before the first `next`
 * @throws GatewayError when the body fails before it begins; 499 when the client has disconnected
 */
export function playBody(
  { body, events, deadline, flushHead, endedBy, ...head }: Playable,
  { request, services, log }: Pick<RequestContext, "request" | "services"> & { log: BodyLog & { id: string } },
): Promise<HttpResponse> {
  const iterator = body[Symbol.asyncIterator]();
  const onFault = (error: unknown) =>
    services.log(`${log.id} ${error instanceof Error ? (error.stack ?? error.message) : error}`);
  if (request.client.left) iterator.return?.().catch(onFault);
  const played = new PlayedBody({
    iterator,
    head,
    log,
    client: request.client,
    inFlight: services.inFlight,
    events: events && { ...events, pingMs: services.settings.streams.pingMs },
    deadline,
    flushHead,
    onFault,
  });
  endedBy?.addEventListener("abort", () => played.endWith(toGatewayError(endedBy.reason)), { once: true });
  if (events) played.pull();
  else played.begin();
  return played.response;
}

const NOTHING = new Uint8Array();

type PlayedBodyOptions = Omit<ResponseBodyOptions, "onCancel" | "onRoom"> & {
  iterator: AsyncIterator<Uint8Array | string>;
  flushHead: true | undefined;
  /** Called with an error that is not a GatewayError: a fault of the gateway. */
  onFault: (error: unknown) => void;
};

class PlayedBody extends ResponseBody {
  private readonly iterator: AsyncIterator<Uint8Array | string>;
  private readonly onFault: (error: unknown) => void;
  private readonly flushHead: true | undefined;
  private pulling = false;
  private full = false;
  private wake: (() => void) | undefined;

  constructor({ iterator, flushHead, onFault, ...options }: PlayedBodyOptions) {
    super({
      ...options,
      onCancel: () => this.stop(),
      onRoom: () => this.release(),
    });
    this.iterator = iterator;
    this.flushHead = flushHead;
    this.onFault = onFault;
  }

  override start(sink: Sink): void {
    if (this.flushHead) sink.write(NOTHING);
    super.start(sink);
    if (!this.hasEnded) this.pull();
  }

  /** Begins to pull; does nothing when it has already begun. */
  pull(): void {
    if (this.pulling) return;
    this.pulling = true;
    this.pullAll().catch((error: unknown) => {
      if (this.hasEnded) return;
      // Our own iterators may have work that continues.
      this.stop();
      if (!GatewayError.isInstance(error)) this.onFault(error);
      this.fail(toGatewayError(error));
    });
  }

  /** Ends the body from outside: with an error event, or by a cut connection when the receiver has no room for one. */
  endWith(error: GatewayError): void {
    if (this.hasEnded) return;
    const isStalled = this.wake !== undefined;
    this.stop();
    if (isStalled) this.cut(error);
    else this.fail(error);
  }

  private async pullAll(): Promise<void> {
    for (;;) {
      const { done, value } = await this.iterator.next();
      if (this.hasEnded) return;
      if (done) {
        this.end();
        return;
      }
      // Set before the write: the receiver may have room again while `write` runs, or before the next line.
      this.full = true;
      // Between the first bytes and the mount's start, one chunk may wait. An empty chunk has not begun the body.
      if (this.write(value) && (this.sink || !this.hasBegun)) this.full = false;
      else await this.room();
      if (this.hasEnded) return;
    }
  }

  /** Resolves when there is room; at once when there already is. */
  private room(): Promise<void> | undefined {
    if (!this.full) return undefined;
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  private stop(): void {
    this.release();
    Promise.resolve(this.iterator.return?.()).catch(this.onFault);
  }

  private release(): void {
    this.full = false;
    const { wake } = this;
    this.wake = undefined;
    wake?.();
  }
}
