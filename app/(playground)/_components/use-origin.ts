import { useSyncExternalStore } from "react";
import { ORIGIN_PLACEHOLDER } from "./origin-placeholder.ts";

/** The address that the browser is at. A page is built without one; WRITE_ORIGIN_SCRIPT puts it in before the first paint. */
export function useOrigin(): string {
  return useSyncExternalStore(subscribe, readOrigin, readOrigin);
}

function subscribe(): () => void {
  return () => {};
}

function readOrigin(): string {
  return typeof location === "undefined" ? ORIGIN_PLACEHOLDER : location.origin;
}
