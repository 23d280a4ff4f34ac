/** Reads an upstream's events into Parts. Parts of events that arrive in one chunk are handed on together. */
import type { Part, PartOf } from "#lib/canonical/part.ts";
import { createEventReader } from "#lib/http/event-reader.ts";
import { formatBytes } from "#lib/http/format-bytes.ts";
import { findExcess } from "#lib/http/json-shape.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import { malformed } from "#lib/upstreams/upstream-error.ts";
import { LARGEST_EVENT, LARGEST_RESPONSE, MOST_BLOCKS, REPLY_JSON_LIMITS } from "../limits.ts";
import type { LogEntry } from "../request/log-entry.ts";
import type { Target } from "./fetch-reply.ts";
import type { PartStream } from "./part-stream.ts";
import { type BodyReceiver, isWhole } from "./relay-events.ts";
import { createStreamEnds } from "./stream-ends.ts";

/** Characters of an event whose shape is checked before it is parsed. */
const LARGE_EVENT = 65_536;

const OPENS_BLOCK = new Set<Part["type"]>(["text-start", "reasoning-start", "tool-input-start"]);

function redactPart({ status, message, code }: PartOf<"error">, { redact }: Upstream): PartOf<"error"> {
  return { type: "error", status, message: redact(message), ...(code === undefined ? {} : { code: redact(code) }) };
}

/** @param pause asks the upstream to wait: the reader of the Parts is behind */
export function readEvents(
  { upstream, dialect }: Target,
  { queue, log, pause }: { queue: PartStream; log: LogEntry; pause: () => void },
): BodyReceiver {
  const ends = createStreamEnds();
  let parts: Part[] = [];
  let blocks = 0;
  let size = 0;
  let failed = false;

  /** Readers give the usage at the end: of a stream that does not come to it, the tokens are those that it had told. */
  function onCut(): void {
    log.usage ??= dialect.readStreamTail(ends.whole()).usage;
  }

  function deliver(): void {
    const delivered = parts;
    parts = [];
    if (!queue.push(delivered)) pause();
  }

  function fail(what: string, cause?: unknown): void {
    if (failed) return;
    failed = true;
    onCut();
    deliver();
    queue.abort(malformed(upstream, what, cause));
  }

  const reader = dialect.createStreamReader((part) => {
    if (OPENS_BLOCK.has(part.type) && ++blocks > MOST_BLOCKS) {
      fail(`more than ${MOST_BLOCKS} blocks of text and tool calls`);
      // Ends the reading of this event, which may hold many more.
      throw new Error("Too many blocks.");
    }
    if (part.type === "error") {
      onCut();
      parts.push(redactPart(part, upstream));
      return;
    }
    // At once: the client may leave before it has taken this Part.
    if (part.type === "usage") log.usage = part.usage;
    parts.push(part);
  });
  const events = createEventReader({
    largestEvent: LARGEST_EVENT,
    onTooLarge: () => fail(`an event larger than ${formatBytes(LARGEST_EVENT)}`),
    onEvent(event) {
      if (failed) return;
      // A shorter one cannot hold too many values, nor a depth that its parser and its readers do not bear.
      if (event.data.length > LARGE_EVENT) {
        const excess = findExcess(Buffer.from(event.data), REPLY_JSON_LIMITS);
        if (excess) return fail(`an event that cannot be read: ${excess.problem}`);
      }
      try {
        reader.read(event);
      } catch (cause) {
        fail("an event that cannot be read", cause);
      }
    },
  });
  return {
    onData(chunk) {
      if (failed) return;
      size += chunk.length;
      ends.add(chunk);
      if (size > LARGEST_RESPONSE) fail(`a stream larger than ${formatBytes(LARGEST_RESPONSE)}`);
      else events.push(chunk);
      deliver();
    },
    onEnd() {
      if (failed) return;
      if (size === 0) return fail("an empty body in place of an event stream");
      // Half an event at the end is a cut stream, which the reader sees by what is missing, not a malformed one.
      events.end();
      reader.end();
      deliver();
      queue.end();
    },
    onCut,
    isWhole: () => !failed && isWhole(dialect.readStreamTail(ends.whole())),
  };
}
