/** What the inspector shows of one request: its record and the rows of its events, live or as they were kept. */
import { type CommitScheduler, createCommitScheduler } from "../streams/commit-scheduler.ts";
import { type LiveWire, requestLineOf, type WireExchange } from "../trace/wire-record.ts";
import { createKindCounter, type KindCount } from "./count-kinds.ts";
import { dialectOfPath, type WireDialect } from "./event-kind.ts";
import { createMarkerFinder, type WireMarker } from "./find-markers.ts";
import { createWireMeter, type WireMetrics } from "./wire-metrics.ts";
import { createWireRows, type WireRow } from "./wire-rows.ts";

/** One of the two; both absent: nothing was kept. */
export type WireSource = { live?: LiveWire; record?: WireExchange };

export type WireSnapshot = {
  record?: WireExchange;
  dialect: WireDialect;
  rows: readonly WireRow[];
  /** Of the rows that are there. */
  kinds: readonly KindCount[];
  markers: readonly WireMarker[];
  metrics: WireMetrics;
};

export type WireView = {
  get(): WireSnapshot;
  /** Reads what is there now, without waiting for an event. */
  refresh(): void;
  subscribe(listener: () => void): () => void;
};

export function createWireView({ live, record }: WireSource): WireView {
  let known = live?.record() ?? record;
  let reader = createReader(dialectOfPath(requestLineOf(known ?? {}).path));
  let view: WireSnapshot;

  function read(): void {
    // Of a run that a new page goes on with, the request is known only after a while.
    const dialect = dialectOfPath(requestLineOf(known ?? {}).path);
    if (dialect !== reader.dialect) reader = createReader(dialect);
    view = reader.read(known);
  }
  read();

  const listeners = new Set<() => void>();
  function refresh(): void {
    if (!live) return;
    known = live.record();
    read();
    for (const listener of listeners) listener();
  }

  let scheduler: CommitScheduler | undefined;
  let leave: (() => void) | undefined;
  return {
    get: () => view,
    refresh,
    subscribe(listener) {
      listeners.add(listener);
      // However many parts watch, what came is read once for all of them.
      if (live && listeners.size === 1) {
        const pace = createCommitScheduler(refresh);
        scheduler = pace;
        leave = live.subscribe(() => pace.request());
      }
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        leave?.();
        scheduler?.dispose();
      };
    },
  };
}

/** A commit costs what has come since the last one, not what has come altogether. */
function createReader(dialect: WireDialect) {
  const events = createWireRows(dialect);
  const kinds = createKindCounter();
  const markers = createMarkerFinder();
  const meter = createWireMeter();
  return {
    dialect,
    read(record: WireExchange | undefined): WireSnapshot {
      const { added, gone } = events.update(record?.events ?? [], record?.droppedCount ?? 0);
      for (const row of added) {
        kinds.add(row);
        markers.add(row);
        meter.add(row);
      }
      for (const row of gone) kinds.remove(row);
      return {
        record,
        dialect,
        rows: events.rows(),
        kinds: kinds.counts(),
        markers: markers.markers(record?.timings?.headers),
        metrics: meter.metrics(record?.timings),
      };
    },
  };
}
