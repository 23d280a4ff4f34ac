import { useEffect, useMemo, useSyncExternalStore } from "react";
import {
  createWireView,
  type WireSnapshot,
  type WireSource,
  type WireView,
} from "#lib/playground/inspector/wire-view.ts";

/** The wire of one request, to be watched by the parts that show it: nothing around them is drawn anew for an event. */
export function useWireView({ live, record, running }: WireSource & { running: boolean }): WireView {
  const view = useMemo(() => createWireView({ live, record }), [live, record]);
  // The end is no event: the last times come with it.
  useEffect(() => {
    if (!running) view.refresh();
  }, [running, view]);
  return view;
}

/** The wire as it stands; a live one changes at the pace of the commit scheduler, never per event. */
export function useWire(view: WireView): WireSnapshot {
  return useSyncExternalStore(view.subscribe, view.get, view.get);
}

/** Whether there is a wire at all, which changes once. */
export function useHasRecord(view: WireView): boolean {
  const read = () => view.get().record !== undefined;
  return useSyncExternalStore(view.subscribe, read, read);
}
