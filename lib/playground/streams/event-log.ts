/** The raw events of one stream with their arrival times, kept for the wire view. Old ones give way and are counted. */
export type WireEvent = {
  /** Milliseconds since the request was sent. */
  at: number;
  /** The event's data, exactly as it came; of a comment its words, of an answer that is no stream the whole body. */
  data: string;
  /** Of its `event:` line. */
  name?: string;
  form?: "comment" | "body";
  /** All that came, where it differs from what `rawOf` would write. */
  raw?: string;
};

export type EventLog = {
  add(event: WireEvent): void;
  events(): WireEvent[];
  droppedCount(): number;
  /** Called for every event: whoever shows them sets the pace. */
  subscribe(listener: () => void): () => void;
};

const MAXIMUM_EVENTS = 20_000;
const MAXIMUM_CHARACTERS = 16_000_000;

export function createEventLog(limits = { events: MAXIMUM_EVENTS, characters: MAXIMUM_CHARACTERS }): EventLog {
  let events: WireEvent[] = [];
  /** Where the kept ones begin: moving all of them for each that goes would cost the most on the longest streams. */
  let start = 0;
  let dropped = 0;
  let characters = 0;
  const listeners = new Set<() => void>();
  return {
    add(event) {
      events.push(event);
      characters += event.data.length;
      while (events.length - start > limits.events || characters > limits.characters) {
        characters -= events[start]?.data.length ?? 0;
        start += 1;
        dropped += 1;
      }
      if (start > limits.events) {
        events = events.slice(start);
        start = 0;
      }
      for (const listener of listeners) listener();
    },
    events: () => events.slice(start),
    droppedCount: () => dropped,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** An event as it stood on the wire. */
export function rawOf({ data, name, form, raw }: WireEvent): string {
  if (raw !== undefined) return raw;
  if (form === "body") return data;
  if (form === "comment") return `: ${data}\n\n`;
  const lines = data.includes("\n") ? data.replaceAll("\n", "\ndata: ") : data;
  return `${name === undefined ? "" : `event: ${name}\n`}data: ${lines}\n\n`;
}
