import { useSyncExternalStore } from "react";
import { ORIGIN_PLACEHOLDER } from "./origin-placeholder.ts";

/**
 * Returns the browser's current origin. Pages are built without it; WRITE_ORIGIN_SCRIPT inserts it before the first
 * paint.
 */
export function useOrigin(): string {
  return useSyncExternalStore(subscribe, readOrigin, readOrigin);
}

function subscribe(): () => void {
  return () => {};
}

function readOrigin(): string {
  return typeof location === "undefined" ? ORIGIN_PLACEHOLDER : location.origin;
}
