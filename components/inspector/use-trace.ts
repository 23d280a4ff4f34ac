import { useEffect, useMemo, useSyncExternalStore } from "react";
import {
  createTraceView,
  type TraceSnapshot,
  type TraceSource,
  type TraceView,
} from "#lib/playground/inspector/trace-view.ts";

/**
 * Returns the trace of one request as a view. Components subscribe to the parts they show, so nothing around them
 * re-renders for an event.
 */
export function useTraceView({ live, record, running }: TraceSource & { running: boolean }): TraceView {
  const view = useMemo(() => createTraceView({ live, record }), [live, record]);
  // The end is not an event, but it brings the last timings.
  useEffect(() => {
    if (!running) view.refresh();
  }, [running, view]);
  return view;
}

/** Returns a snapshot of the trace. A live trace changes at the pace of the commit scheduler, not for each event. */
export function useTrace(view: TraceView): TraceSnapshot {
  return useSyncExternalStore(view.subscribe, view.get, view.get);
}

/** Returns whether there is a trace at all, which changes only once. */
export function useHasTrace(view: TraceView): boolean {
  const read = () => view.get().record !== undefined;
  return useSyncExternalStore(view.subscribe, read, read);
}
