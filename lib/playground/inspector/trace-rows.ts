/** The rows of the event list. Each event is read once, so that a commit costs only the events since the last one. */
import { getRawEvent, type TraceEvent } from "../streams/event-log.ts";
import type { EventFacts } from "./event-facts.ts";
import { readEventFacts, type TraceDialect } from "./event-kind.ts";

export type TraceRow = EventFacts & {
  /** Index in the whole stream, from 0, counting evicted events. */
  index: number;
  /** Milliseconds since the request was sent. */
  at: number;
  /** Milliseconds since the previous event, or since the request. */
  gap: number;
  /** Bytes of the event as received. */
  bytes: number;
  event: TraceEvent;
};

export type TraceRows = {
  /**
   * Reads the log's current events.
   * @returns the rows added and the rows evicted since the last call
   */
  update(
    events: readonly TraceEvent[],
    droppedCount: number,
  ): { added: readonly TraceRow[]; gone: readonly TraceRow[] };
  rows(): readonly TraceRow[];
};

export function createTraceRows(dialect: TraceDialect): TraceRows {
  let rows: TraceRow[] = [];
  let next = 0;
  let lastAt = 0;
  return {
    update(events, droppedCount) {
      const fresh = events.slice(Math.max(0, next - droppedCount));
      const goneCount = Math.max(0, rows.length - (events.length - fresh.length));
      if (fresh.length === 0 && goneCount === 0) return { added: [], gone: [] };
      next = droppedCount + events.length - fresh.length;
      const added = fresh.map((event): TraceRow => {
        const { at } = event;
        const gap = Math.max(0, at - lastAt);
        lastAt = at;
        const row = {
          ...readEventFacts(dialect, event),
          index: next,
          at,
          gap,
          bytes: byteLength(getRawEvent(event)),
          event,
        };
        next += 1;
        return row;
      });
      const gone = rows.slice(0, goneCount);
      // A new array, so that comparing identity shows the change.
      rows = (goneCount === 0 ? rows : rows.slice(goneCount)).concat(added);
      return { added, gone };
    },
    rows: () => rows,
  };
}

/** Returns the size of a text as UTF-8 in bytes, without encoding it. */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // Each half of a surrogate pair counts two of its four bytes.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}
