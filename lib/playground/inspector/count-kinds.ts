import type { EventKind } from "./event-facts.ts";
import type { TraceRow } from "./trace-rows.ts";

export type KindCount = readonly [kind: EventKind, count: number];

export type KindCounter = {
  add(row: TraceRow): void;
  remove(row: TraceRow): void;
  /** In order of first occurrence. */
  counts(): readonly KindCount[];
};

/** Counts rows by kind. */
export function createKindCounter(): KindCounter {
  const counts = new Map<EventKind, number>();
  const change = (kind: EventKind, by: number) => counts.set(kind, (counts.get(kind) ?? 0) + by);
  return {
    add: ({ kind }) => change(kind, 1),
    remove: ({ kind }) => change(kind, -1),
    counts: () => [...counts].filter(([, count]) => count > 0),
  };
}
