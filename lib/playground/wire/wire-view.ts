/** What the inspector shows of one request: its record and the rows of its events, live or as they were kept. */
import { createCommitScheduler } from "../commit-scheduler.ts";
import { dialectOfPath, type WireDialect } from "./event-kind.ts";
import { type LiveWire, requestLineOf, type WireExchange } from "./wire-record.ts";
import { createWireRows, type WireRow } from "./wire-rows.ts";

/** One of the two; both absent: nothing was kept. */
export type WireSource = { live?: LiveWire; record?: WireExchange };

export type WireView = { record?: WireExchange; dialect: WireDialect; rows: readonly WireRow[] };

export function createWireView({ live, record }: WireSource) {
  let known = live?.record() ?? record;
  let dialect = dialectOfPath(requestLineOf(known ?? {}).path);
  let events = createWireRows(dialect);
  let view: WireView;

  function read(): void {
    // Of a run that a new page goes on with, the request is known only after a while.
    const spoken = dialectOfPath(requestLineOf(known ?? {}).path);
    if (spoken !== dialect) events = createWireRows(spoken);
    dialect = spoken;
    if (known) events.update(known.events, known.droppedCount);
    view = { record: known, dialect, rows: events.rows() };
  }
  read();

  const listeners = new Set<() => void>();
  function refresh(): void {
    if (!live) return;
    known = live.record();
    read();
    for (const listener of listeners) listener();
  }

  return {
    get: (): WireView => view,
    refresh,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      const scheduler = live && createCommitScheduler(refresh);
      const leave = live?.subscribe(() => scheduler?.request());
      return () => {
        listeners.delete(listener);
        leave?.();
        scheduler?.dispose();
      };
    },
  };
}
