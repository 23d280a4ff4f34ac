import { useEffect, useMemo, useSyncExternalStore } from "react";
import {
  createWireView,
  type WireSnapshot,
  type WireSource,
  type WireView,
} from "#lib/playground/inspector/wire-view.ts";

/**
 * Returns the trace of one request as a view. Components subscribe to the parts they show, so nothing around them
 * re-renders for an event.
 */
export function useWireView({ live, record, running }: WireSource & { running: boolean }): WireView {
  const view = useMemo(() => createWireView({ live, record }), [live, record]);
  // The end is not an event, but it brings the last timings.
  useEffect(() => {
    if (!running) view.refresh();
  }, [running, view]);
  return view;
}

/** Returns a snapshot of the trace. A live trace changes at the pace of the commit scheduler, not for each event. */
export function useWire(view: WireView): WireSnapshot {
  return useSyncExternalStore(view.subscribe, view.get, view.get);
}

/** Returns whether there is a trace at all, which changes only once. */
export function useHasRecord(view: WireView): boolean {
  const read = () => view.get().record !== undefined;
  return useSyncExternalStore(view.subscribe, read, read);
}
