/**
 * The rows of the event list. They grow with the log: what has been read once is not read again, so that a commit costs
 * what has come since the last one, not what has come altogether.
 */
import { rawOf, type WireEvent } from "../event-log.ts";
import type { EventFacts, EventKind } from "./event-facts.ts";
import { readEventFacts, type WireDialect } from "./event-kind.ts";

export type WireRow = EventFacts & {
  /** Place in the whole stream, from 0; those that gave way count. */
  index: number;
  /** Milliseconds since the request was sent. */
  at: number;
  /** Milliseconds since the event before, or since the request. */
  gap: number;
  /** Of all that stood on the wire for it. */
  bytes: number;
  event: WireEvent;
};

export type WireFilter = { kinds: ReadonlySet<EventKind>; text: string };

export const NO_FILTER: WireFilter = { kinds: new Set(), text: "" };

export type WireRows = {
  /** Takes what the log holds now. */
  update(events: readonly WireEvent[], droppedCount: number): void;
  rows(): readonly WireRow[];
};

export function createWireRows(dialect: WireDialect): WireRows {
  let rows: WireRow[] = [];
  let next = 0;
  let lastAt = 0;
  return {
    update(events, droppedCount) {
      const fresh = events.slice(Math.max(0, next - droppedCount));
      const kept = rows.slice(Math.max(0, rows.length - (events.length - fresh.length)));
      if (fresh.length === 0 && kept.length === rows.length) return;
      next = droppedCount + events.length - fresh.length;
      const added = fresh.map((event) => {
        const row = { ...readEventFacts(dialect, event), index: next, at: event.at, event };
        const gap = Math.max(0, event.at - lastAt);
        next += 1;
        lastAt = event.at;
        return { ...row, gap, bytes: byteLength(rawOf(event)) };
      });
      // A new array: whoever compares sees that there is more.
      rows = [...kept, ...added];
    },
    rows: () => rows,
  };
}

/** How many bytes a text takes as UTF-8, without making them. */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // Either half of a surrogate pair counts two of its four bytes.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}

/** Rows of the chosen kinds (all, while none is) whose data or name has the text. */
export function filterRows(rows: readonly WireRow[], { kinds, text }: WireFilter): readonly WireRow[] {
  const wanted = text.trim().toLowerCase();
  if (kinds.size === 0 && wanted === "") return rows;
  return rows.filter(
    ({ kind, event }) =>
      (kinds.size === 0 || kinds.has(kind)) &&
      (wanted === "" ||
        event.data.toLowerCase().includes(wanted) ||
        (event.name?.toLowerCase().includes(wanted) ?? false)),
  );
}

/** How many rows there are of each kind that occurs, in the order in which they first occur. */
export function countKinds(rows: readonly WireRow[]): [kind: EventKind, count: number][] {
  const counts = new Map<EventKind, number>();
  for (const { kind } of rows) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts];
}
