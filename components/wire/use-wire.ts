import { useEffect, useMemo, useSyncExternalStore } from "react";
import { createWireView, type WireSource, type WireView } from "#lib/playground/wire/wire-view.ts";

/** The wire of one request as it stands; a live one changes at the pace of the commit scheduler, never per event. */
export function useWire({ live, record, running }: WireSource & { running: boolean }): WireView {
  const view = useMemo(() => createWireView({ live, record }), [live, record]);
  const shown = useSyncExternalStore(view.subscribe, view.get, view.get);
  // The end is no event: the last times come with it.
  useEffect(() => {
    if (!running) view.refresh();
  }, [running, view]);
  return shown;
}
