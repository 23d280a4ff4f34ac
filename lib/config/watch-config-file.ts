/** Watches the config file by its path, so that a file that is replaced, linked or created later is seen too. */
import { unwatchFile, watchFile } from "node:fs";

/** Polling works on network and container volumes, where change events do not arrive. One `stat` takes microseconds. */
const INTERVAL_MS = 1_000;

/** @returns a function that ends the watch */
export function watchConfigFile(path: string, onChange: () => void): () => void {
  const listener = () => onChange();
  watchFile(path, { interval: INTERVAL_MS, persistent: false }, listener);
  return () => unwatchFile(path, listener);
}
