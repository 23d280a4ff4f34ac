/** The raw events of one stream with their arrival times, for the inspector. Old ones are evicted and counted. */
export type TraceEvent = {
  /** Milliseconds since the request was sent. */
  at: number;
  /** The event's data, unchanged; the text of a comment, or the whole body of a response that is not a stream. */
  data: string;
  /** Name from its `event:` line. */
  name?: string;
  form?: "comment" | "body";
  /** The event's whole text, when it differs from what `getRawEvent` would write. */
  raw?: string;
};

export type EventLog = {
  add(event: TraceEvent): void;
  events(): TraceEvent[];
  droppedCount(): number;
  /** Called for every event; the subscriber limits its own pace. */
  subscribe(listener: () => void): () => void;
};

const MAXIMUM_EVENTS = 20_000;
const MAXIMUM_CHARACTERS = 16_000_000;

export function createEventLog(limits = { events: MAXIMUM_EVENTS, characters: MAXIMUM_CHARACTERS }): EventLog {
  let events: TraceEvent[] = [];
  /**
   * Index of the first event not evicted: moving the array at each eviction would cost the most on the longest streams.
   */
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

/** Returns the event's text as received. */
export function getRawEvent({ data, name, form, raw }: TraceEvent): string {
  if (raw !== undefined) return raw;
  if (form === "body") return data;
  if (form === "comment") return `: ${data}\n\n`;
  const lines = data.includes("\n") ? data.replaceAll("\n", "\ndata: ") : data;
  return `${name === undefined ? "" : `event: ${name}\n`}data: ${lines}\n\n`;
}
