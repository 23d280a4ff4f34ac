/** Reads an upstream's events into Parts. Parts of events in one chunk are passed on together. */

import type { Part, PartOf } from "#lib/canonical/part.ts";
import { errors } from "#lib/http/errors.ts";
import { createEventReader } from "#lib/http/event-reader.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { findExcess } from "#lib/http/json-shape.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import { LARGEST_EVENT, LARGEST_RESPONSE, MOST_BLOCKS, REPLY_JSON_LIMITS } from "../limits.ts";
import type { LogEntry } from "../request/log-entry.ts";
import type { Target } from "./fetch-reply.ts";
import type { PartStream } from "./part-stream.ts";
import { type BodyReceiver, isWhole } from "./relay-events.ts";
import { createStreamEnds } from "./stream-ends.ts";

/** Minimum characters of an event whose shape is checked before it is parsed. */
const LARGE_EVENT = 65_536;

const OPENS_BLOCK = new Set<Part["type"]>(["text-start", "reasoning-start", "tool-input-start"]);

function redactPart({ status, message, code }: PartOf<"error">, { redact }: Upstream): PartOf<"error"> {
  return { type: "error", status, message: redact(message), ...(code === undefined ? {} : { code: redact(code) }) };
}

/** @param pause pauses the upstream when the reader of the Parts is behind */
export function readEvents(
  { upstream, dialect }: Target,
  { queue, log, pause }: { queue: PartStream; log: LogEntry; pause: () => void },
): BodyReceiver {
  const provider = upstream.id;
  const ends = createStreamEnds();
  let parts: Part[] = [];
  let blocks = 0;
  let size = 0;
  let failed = false;

  /** Readers give the usage at the end: for a cut stream, its last reported tokens count. */
  function onCut(): void {
    log.usage ??= dialect.readStreamTail(ends.whole()).usage;
  }

  function deliver(): void {
    const delivered = parts;
    parts = [];
    if (!queue.push(delivered)) pause();
  }

  function fail(error: GatewayError): void {
    if (failed) return;
    failed = true;
    onCut();
    deliver();
    queue.abort(error);
  }

  const reader = dialect.createStreamReader((part) => {
    if (OPENS_BLOCK.has(part.type) && ++blocks > MOST_BLOCKS) {
      fail(errors.upstreamTooManyBlocks({ provider, limit: MOST_BLOCKS }));
      // Stops reading this event, which may hold many more.
      throw new Error("Too many blocks.");
    }
    if (part.type === "error") {
      onCut();
      parts.push(redactPart(part, upstream));
      return;
    }
    // Set at once: the client may disconnect before it has taken this Part.
    if (part.type === "usage") log.usage = part.usage;
    parts.push(part);
  });
  const events = createEventReader({
    largestEvent: LARGEST_EVENT,
    onTooLarge: () => fail(errors.upstreamEventTooLarge({ provider, limit: LARGEST_EVENT })),
    onEvent(event) {
      if (failed) return;
      // A shorter event cannot exceed the limits on values and depth.
      if (event.data.length > LARGE_EVENT) {
        const excess = findExcess(Buffer.from(event.data), REPLY_JSON_LIMITS);
        if (excess) return fail(errors.upstreamEventExcessive({ provider, kind: excess.kind, limit: excess.limit }));
      }
      try {
        reader.read(event);
      } catch (cause) {
        fail(errors.upstreamEventUnreadable({ provider, cause }));
      }
    },
  });
  return {
    onData(chunk) {
      if (failed) return;
      size += chunk.length;
      ends.add(chunk);
      if (size > LARGEST_RESPONSE) fail(errors.upstreamStreamTooLarge({ provider, limit: LARGEST_RESPONSE }));
      else events.push(chunk);
      deliver();
    },
    onEnd() {
      if (failed) return;
      if (size === 0) return fail(errors.upstreamStreamEmpty({ provider }));
      // Half an event at the end is a cut stream, which the reader detects by its missing end, not a malformed one.
      events.end();
      reader.end();
      deliver();
      queue.end();
    },
    onCut,
    isWhole: () => !failed && isWhole(dialect.readStreamTail(ends.whole())),
  };
}
