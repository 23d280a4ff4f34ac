import { useSyncExternalStore } from "react";
import { isZoneOpen, setZoneOpen, watchZones, type Zone } from "#lib/playground/shell/preferences.ts";

/** Whether a side zone is open, and how to change that. Closed on the server. */
export function useZone(zone: Zone): [open: boolean, setOpen: (open: boolean) => void] {
  const open = useSyncExternalStore(
    watchZones,
    () => isZoneOpen(zone),
    () => false,
  );
  return [open, (next) => setZoneOpen(zone, next)];
}
