/** The raw events of one stream with their arrival times, kept for the wire view. Old ones give way and are counted. */
export type WireEvent = {
  /** Milliseconds since the request was sent. */
  at: number;
  /** The event's data, exactly as it came. */
  data: string;
};

export type EventLog = { add(event: WireEvent): void; events(): WireEvent[]; droppedCount(): number };

const MAXIMUM_EVENTS = 20_000;
const MAXIMUM_CHARACTERS = 16_000_000;

export function createEventLog(limits = { events: MAXIMUM_EVENTS, characters: MAXIMUM_CHARACTERS }): EventLog {
  const events: WireEvent[] = [];
  let first = 0;
  let characters = 0;
  return {
    add(event) {
      events.push(event);
      characters += event.data.length;
      while (events.length - first > limits.events || characters > limits.characters) {
        characters -= events[first]?.data.length ?? 0;
        first += 1;
      }
    },
    events: () => events.slice(first),
    droppedCount: () => first,
  };
}
