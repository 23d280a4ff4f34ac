import { useSyncExternalStore } from "react";

/** The address that the browser is at. A proxy may hide it from the server, whose guess stands until the page is live. */
export function useOrigin(guess: string): string {
  return useSyncExternalStore(
    () => () => {},
    () => location.origin,
    () => guess,
  );
}
