/** Reads server-sent events off a response body: the only place where bytes become events. */
import { createParser } from "eventsource-parser";

/**
 * Calls `onData` with the data of every event as soon as it is whole, at any chunk boundary (split UTF-8 and CRLF too).
 * Resolves at the end of the bytes; rejects as `body` does. Comments, such as keep-alive pings, are passed over.
 */
export async function readEventStream(body: ReadableStream<Uint8Array>, onData: (data: string) => void): Promise<void> {
  const parser = createParser({ onEvent: (event) => onData(event.data) });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parser.feed(decoder.decode(value, { stream: true }));
  }
  // A last event without its blank line still counts when the server closed right after it.
  parser.feed(`${decoder.decode()}\n\n`);
}
