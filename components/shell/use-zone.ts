import { useSyncExternalStore } from "react";
import { isZoneOpen, setZoneOpen, watchZones, type Zone } from "#lib/playground/shell/preferences.ts";

/** Returns whether a side zone is open, and a function to change it. Closed on the server. */
export function useZone(zone: Zone): [open: boolean, setOpen: (open: boolean) => void] {
  const open = useSyncExternalStore(
    watchZones,
    () => isZoneOpen(zone),
    () => false,
  );
  return [open, (next) => setZoneOpen(zone, next)];
}
