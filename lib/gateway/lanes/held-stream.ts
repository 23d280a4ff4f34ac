/**
 * HeldStream: a relayed stream that is held back until its first content. Until then its bytes are read beside being
 * held, so that an upstream's error inside a success becomes an error, and another target can take over.
 */
import type { Part } from "#lib/canonical/part.ts";
import type { Dialect } from "#lib/dialects/dialect.ts";
import { errors } from "#lib/http/errors.ts";
import { createEventReader, type EventReader } from "#lib/http/event-reader.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { redactError } from "#lib/upstreams/redactor.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import type { ResponseBody } from "../bodies/response-body.ts";
import { HOLD_LIMITS } from "../limits.ts";
import { type HoldTerms, isContent, isDeliberateEnd } from "./hold-terms.ts";
import { toError } from "./respond-with-parts.ts";

type HeldStreamOptions = HoldTerms & {
  stream: ResponseBody;
  upstream: Upstream;
  dialect: Pick<Dialect, "createStreamReader">;
  /** Ends the request to the upstream. */
  cancel: () => void;
};

export class HeldStream {
  private readonly options: HeldStreamOptions;
  private readonly timer: NodeJS.Timeout;
  private readonly reader: EventReader;
  private held: Uint8Array[] = [];
  private events = 0;
  private bytes = 0;
  private isOpen = false;
  private hasHead = false;
  private endsDeliberately = false;

  constructor(options: HeldStreamOptions) {
    this.options = options;
    options.stream.isHeld = true;
    this.timer = setTimeout(() => this.late(), options.ms);
    const reader = options.dialect.createStreamReader((part) => this.look(part));
    this.reader = createEventReader({
      largestEvent: HOLD_LIMITS.bytes,
      onTooLarge: () => this.open(),
      onEvent: (event) => {
        if (this.isOpen || options.stream.hasEnded) return;
        if (++this.events > HOLD_LIMITS.events) this.open();
        else reader.read(event);
      },
    });
  }

  /** The upstream's headers have arrived. */
  begin(): void {
    this.hasHead = true;
    if (this.isOpen) this.options.stream.begin();
  }

  /** @param chunk whole events */
  write(chunk: Uint8Array): boolean {
    const { stream } = this.options;
    if (this.isOpen) return stream.write(chunk);
    this.held.push(chunk);
    this.bytes += chunk.length;
    if (this.bytes > HOLD_LIMITS.bytes) this.open();
    else this.read(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    return true;
  }

  end(): void {
    const { isLast, onFailure, stream, upstream } = this.options;
    if (!this.isOpen && !stream.hasEnded) {
      if (!isLast && !this.endsDeliberately) {
        onFailure("error-event");
        this.fail(errors.upstreamStreamWithoutContent({ provider: upstream.id }));
        return;
      }
      this.open();
    }
    stream.end();
  }

  fail(error: GatewayError): void {
    this.stop();
    this.options.stream.fail(error);
  }

  /** Called when the body ends in another way. */
  stop(): void {
    clearTimeout(this.timer);
    this.held = [];
  }

  private read(chunk: Buffer): void {
    try {
      this.reader.push(chunk);
    } catch {
      // Not for the relay to judge: the client gets the events as they are.
      this.open();
    }
  }

  private look(part: Part): void {
    const { stream, upstream, cancel, onFailure } = this.options;
    if (this.isOpen || stream.hasEnded) return;
    if (part.type === "error") {
      onFailure("error-event");
      cancel();
      this.fail(redactError(toError(part), upstream.redact));
    } else if (isContent(part)) this.open();
    else this.endsDeliberately ||= isDeliberateEnd(part);
  }

  private late(): void {
    const { isLast, failsLate, ms, onFailure, stream, upstream, cancel } = this.options;
    if (this.isOpen || stream.hasEnded) return;
    if (isLast || !failsLate) {
      this.open();
      return;
    }
    onFailure("stall");
    cancel();
    this.fail(errors.upstreamFirstContentTimeout({ provider: upstream.id, ms }));
  }

  private open(): void {
    if (this.isOpen || this.options.stream.hasEnded) return;
    this.isOpen = true;
    clearTimeout(this.timer);
    const { stream } = this.options;
    stream.isHeld = false;
    if (this.hasHead) stream.begin();
    const { held } = this;
    this.held = [];
    for (const chunk of held) stream.write(chunk);
  }
}
