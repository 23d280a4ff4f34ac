import { useSyncExternalStore } from "react";
import { presentation } from "#lib/playground/shell/presentation.ts";

/** Returns whether the pages are shown larger and without ids. False on the server. */
export function usePresentation(): boolean {
  return useSyncExternalStore(presentation.watch, presentation.isOn, () => false);
}
