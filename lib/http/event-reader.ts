/** Reads server-sent events out of bytes that are cut anywhere: in a character, in a line's end, between two lines. */
import { StringDecoder } from "node:string_decoder";
import { createParser } from "eventsource-parser";

/** `event` is its name, where it has one. */
export type ServerSentEvent = { event?: string | undefined; data: string };

export type EventReader = {
  /** Calls back with the events that these bytes complete, before it returns. */
  push(chunk: Buffer): void;
  /** The bytes have ended: an event that lacks only its blank line counts, half an event does not. */
  end(): void;
};

export function createEventReader(onEvent: (event: ServerSentEvent) => void): EventReader {
  // Half the cost of a streaming TextDecoder on chunks as small as these.
  const decoder = new StringDecoder("utf8");
  let ending = false;
  const parser = createParser({
    onEvent(event) {
      if (!ending || isWhole(event.data)) onEvent(event);
    },
  });
  return {
    push: (chunk) => parser.feed(decoder.write(chunk)),
    end() {
      ending = true;
      parser.feed(`${decoder.end()}\n\n`);
    },
  };
}

/** On the wires that are read here data is JSON, but for one closing word. */
function isWhole(data: string): boolean {
  if (data.trim() === "[DONE]") return true;
  try {
    JSON.parse(data);
    return true;
  } catch {
    return false;
  }
}
