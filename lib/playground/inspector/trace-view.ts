/** Data of the inspector for one request: its record and the rows of its events, live or saved. */
import { type CommitScheduler, createCommitScheduler } from "../streams/commit-scheduler.ts";
import { type LiveTrace, readRequestLine, type Trace } from "../trace/trace.ts";
import { createKindCounter, type KindCount } from "./count-kinds.ts";
import { findPathDialect, type TraceDialect } from "./event-kind.ts";
import { createMarkerFinder, type TraceMarker } from "./find-markers.ts";
import { createTraceMeter, type TraceMetrics } from "./trace-metrics.ts";
import { createTraceRows, type TraceRow } from "./trace-rows.ts";

/** One of the two; neither when nothing was saved. */
export type TraceSource = { live?: LiveTrace; record?: Trace };

export type TraceSnapshot = {
  record?: Trace;
  dialect: TraceDialect;
  rows: readonly TraceRow[];
  /** Counts by kind, of the current rows. */
  kinds: readonly KindCount[];
  markers: readonly TraceMarker[];
  metrics: TraceMetrics;
};

export type TraceView = {
  get(): TraceSnapshot;
  /** Reads the current events, without waiting for a new one. */
  refresh(): void;
  subscribe(listener: () => void): () => void;
};

export function createTraceView({ live, record }: TraceSource): TraceView {
  let known = live?.record() ?? record;
  let reader = createReader(findPathDialect(readRequestLine(known ?? {}).path));
  let view: TraceSnapshot;

  function read(): void {
    // For a resumed run the request is known only after a while.
    const dialect = findPathDialect(readRequestLine(known ?? {}).path);
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
function createReader(dialect: TraceDialect) {
  const events = createTraceRows(dialect);
  const kinds = createKindCounter();
  const markers = createMarkerFinder();
  const meter = createTraceMeter();
  return {
    dialect,
    read(record: Trace | undefined): TraceSnapshot {
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
