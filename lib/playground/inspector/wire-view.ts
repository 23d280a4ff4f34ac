/** Data of the inspector for one request: its record and the rows of its events, live or saved. */
import { type CommitScheduler, createCommitScheduler } from "../streams/commit-scheduler.ts";
import { type LiveWire, requestLineOf, type WireExchange } from "../trace/wire-record.ts";
import { createKindCounter, type KindCount } from "./count-kinds.ts";
import { dialectOfPath, type WireDialect } from "./event-kind.ts";
import { createMarkerFinder, type WireMarker } from "./find-markers.ts";
import { createWireMeter, type WireMetrics } from "./wire-metrics.ts";
import { createWireRows, type WireRow } from "./wire-rows.ts";

/** One of the two; neither when nothing was saved. */
export type WireSource = { live?: LiveWire; record?: WireExchange };

export type WireSnapshot = {
  record?: WireExchange;
  dialect: WireDialect;
  rows: readonly WireRow[];
  /** Counts by kind, of the current rows. */
  kinds: readonly KindCount[];
  markers: readonly WireMarker[];
  metrics: WireMetrics;
};

export type WireView = {
  get(): WireSnapshot;
  /** Reads the current events, without waiting for a new one. */
  refresh(): void;
  subscribe(listener: () => void): () => void;
};

export function createWireView({ live, record }: WireSource): WireView {
  let known = live?.record() ?? record;
  let reader = createReader(dialectOfPath(requestLineOf(known ?? {}).path));
  let view: WireSnapshot;

  function read(): void {
    // For a resumed run the request is known only after a while.
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
      // The stream is read once for all subscribers.
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

/** Reads events incrementally: a commit costs only the events since the last one. */
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
