/** Reads server-sent events off a response body: the only place where bytes become events. */
import { createParser } from "eventsource-parser";
import { rawOf, type WireEvent } from "./event-log.ts";

/** An event or a comment, such as a keep-alive ping, before anybody has looked at the clock. */
export type StreamEvent = Omit<WireEvent, "at">;

/** The blank line that ends an event, in each of the three ways to end a line. */
const END_OF_EVENT = /(?:\r\n|\n|\r(?!\n)){2}/g;

/**
 * Calls `onEvent` with every event as soon as it is whole, at any chunk boundary (split UTF-8 and CRLF too). Resolves at
 * the end of the bytes; rejects as `body` does.
 */
export async function readEventStream(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: StreamEvent) => void,
): Promise<void> {
  const parser = createEventParser(onEvent);
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parser.feed(decoder.decode(value, { stream: true }));
  }
  parser.feed(decoder.decode());
  parser.end();
}

/** Events of a text that is whole already. */
export function parseEventStream(text: string): StreamEvent[] {
  const events: StreamEvent[] = [];
  const parser = createEventParser((event) => events.push(event));
  parser.feed(text);
  parser.end();
  return events;
}

/** What an event means is the library's to say; which characters it was made of is found here. */
function createEventParser(onEvent: (event: StreamEvent) => void) {
  let found: StreamEvent[] = [];
  let waiting = "";
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
      onEvent(rawOf({ ...event, at: 0 }) === raw ? event : { ...event, raw });
    }
  }

  return {
    feed(text: string): void {
      waiting += text;
      // The other half of a CRLF may still be on its way.
      const sure = waiting.endsWith("\r") ? waiting.slice(0, -1) : waiting;
      let begin = 0;
      END_OF_EVENT.lastIndex = 0;
      for (let end = END_OF_EVENT.exec(sure); end; end = END_OF_EVENT.exec(sure)) {
        take(sure.slice(begin, END_OF_EVENT.lastIndex));
        begin = END_OF_EVENT.lastIndex;
      }
      if (begin > 0) waiting = waiting.slice(begin);
    },
    /** A last event without its blank line still counts when the server closed right after it. */
    end(): void {
      if (waiting.trim() !== "") take(`${waiting}\n\n`);
      waiting = "";
    },
  };
}
