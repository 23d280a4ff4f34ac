/** Reads server-sent events from a response body: the only place where bytes become events. */
import { createParser } from "eventsource-parser";
import { getRawEvent, type TraceEvent } from "./event-log.ts";

/** An event or a comment, such as a keep-alive ping, before it has a time. */
export type StreamEvent = Omit<TraceEvent, "at">;

/** The blank line that ends an event, in each of the three ways to end a line. */
const END_OF_EVENT = /(?:\r\n|\n|\r(?!\n)){2}/g;
/**
 * Length of the longest blank line less one, in characters: the part that can arrive before the chunk that completes
 * it.
 */
const OVERLAP = 3;

/**
 * Calls `onEvent` with every event as soon as it is complete, at any chunk boundary (split UTF-8 and CRLF too).
 * Resolves at the end of the bytes; rejects as `body` does. When `onEvent` throws, cancels `body` and rejects with the
 * same error.
 */
export async function readEventStream(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: StreamEvent) => void,
): Promise<void> {
  const parser = createEventParser(onEvent);
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      parser.feed(decoder.decode(value, { stream: true }));
    }
    parser.feed(decoder.decode());
    parser.end();
  } catch (error) {
    void reader.cancel(error).catch(() => {});
    throw error;
  }
}

/** Returns the events of a complete text. */
export function parseEventStream(text: string): StreamEvent[] {
  const events: StreamEvent[] = [];
  const parser = createEventParser((event) => events.push(event));
  parser.feed(text);
  parser.end();
  return events;
}

/**
 * Parses events and records each one's text. The library parses an event; blank lines are found here, only in new
 * characters, so that a long event in many chunks costs no more than its length.
 */
function createEventParser(onEvent: (event: StreamEvent) => void) {
  let found: StreamEvent[] = [];
  /** Chunks of the incomplete event. */
  let waiting: string[] = [];
  /** The last characters of `waiting`. */
  let tail = "";
  const parser = createParser({
    onEvent: ({ data, event }) => found.push({ data, ...(event === undefined ? {} : { name: event }) }),
    onComment: (comment) => found.push({ data: comment, form: "comment" }),
  });

  function take(frame: string): void {
    found = [];
    parser.feed(frame);
    if (found.length === 0 && frame.trim() !== "") found.push({ data: frame.trim(), form: "comment" });
    for (const [index, event] of found.entries()) {
      const raw = index === 0 ? frame : "";
      onEvent(getRawEvent({ ...event, at: 0 }) === raw ? event : { ...event, raw });
    }
  }

  /** Returns and clears the waiting characters. */
  function drain(): string {
    const text = waiting.join("");
    waiting = [];
    tail = "";
    return text;
  }

  return {
    feed(text: string): void {
      const before = tail.length;
      const scanned = tail + text;
      // The other half of a CRLF may still arrive.
      const sure = scanned.endsWith("\r") ? scanned.slice(0, -1) : scanned;
      let begin = 0;
      END_OF_EVENT.lastIndex = 0;
      for (let end = END_OF_EVENT.exec(sure); end; end = END_OF_EVENT.exec(sure)) {
        const behind = END_OF_EVENT.lastIndex - before;
        waiting.push(text.slice(begin, behind));
        begin = behind;
        take(drain());
      }
      const rest = text.slice(begin);
      waiting.push(rest);
      tail = (tail + rest).slice(-OVERLAP);
    },
    /** A last event without its blank line counts, when the server closed right after it. */
    end(): void {
      const text = drain();
      if (text.trim() !== "") take(`${text}\n\n`);
    },
  };
}
