/** Reads server-sent events from bytes that are cut anywhere: in a character, in a line ending, between two lines. */
import { StringDecoder } from "node:string_decoder";
import { createParser } from "eventsource-parser";
import { createGrowingBuffer } from "./growing-buffer.ts";

/** `event` is the event's name, if it has one. */
export type ServerSentEvent = { event?: string | undefined; data: string };

export type EventReader = {
  /** Calls back with the events that these bytes complete, before it returns. */
  push(chunk: Buffer): void;
  /** Ends the stream: an event that lacks only its blank line counts, half an event does not. */
  end(): void;
};

export type EventReaderOptions = {
  onEvent: (event: ServerSentEvent) => void;
  /** Limit in UTF-16 units, at most the bytes of an event; it may be exceeded by less than a chunk. */
  largestEvent: number;
  /** Called once, when an event is larger; no event follows. */
  onTooLarge: () => void;
};

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** Bytes of a line that are passed to the parser at once: it keeps a list of pieces, which small pieces would bloat. */
const PIECE = 65_536;

export function createEventReader({ onEvent, largestEvent, onTooLarge }: EventReaderOptions): EventReader {
  // Half the cost of a streaming TextDecoder on chunks as small as these.
  const decoder = new StringDecoder("utf8");
  const line = createGrowingBuffer();
  let ending = false;
  let tooLarge = false;
  const parser = createParser({
    maxBufferSize: largestEvent,
    onEvent(event) {
      if (!ending || isWhole(event.data)) onEvent(event);
    },
    onError({ type }) {
      if (type !== "max-buffer-size-exceeded") return;
      tooLarge = true;
      onTooLarge();
    },
  });
  return {
    push(chunk) {
      if (tooLarge) return;
      const endsLine = chunk.includes(LINE_FEED) || chunk.includes(CARRIAGE_RETURN);
      if (line.length === 0 && endsLine) {
        parser.feed(decoder.write(chunk));
        return;
      }
      line.append(chunk);
      if (endsLine || line.length >= PIECE) parser.feed(decoder.write(line.take()));
    },
    end() {
      if (tooLarge) return;
      ending = true;
      parser.feed(`${decoder.write(line.take())}${decoder.end()}\n\n`);
    },
  };
}

/** Data in these streams is JSON, except for one closing word. */
function isWhole(data: string): boolean {
  if (data.trim() === "[DONE]") return true;
  try {
    JSON.parse(data);
    return true;
  } catch {
    return false;
  }
}
