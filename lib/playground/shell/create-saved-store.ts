import { isRecord } from "#lib/contract/is-record.ts";
import { createStore, type Store } from "./create-store.ts";

/** Settings that this browser remembers. */
export type SavedStore<State> = Store<State> & {
  /** Changes the settings, and stores them. */
  save(state: State): void;
};

/** @param read completes what was stored, which is empty on the server, the first time, and when it cannot be read */
export function createSavedStore<State extends object>(
  key: string,
  read: (saved: Record<string, unknown>) => State,
): SavedStore<State> {
  const store = createStore<State>(read(readSaved(key)));
  return {
    ...store,
    save(state) {
      store.set(state);
      try {
        localStorage.setItem(key, JSON.stringify(store.get()));
      } catch {
        // Storage is forbidden: the choice lasts as long as the page is open.
      }
    },
  };
}

function readSaved(key: string): Record<string, unknown> {
  // On the server, even asking for localStorage prints a warning.
  if (typeof window === "undefined") return {};
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    return isRecord(saved) ? saved : {};
  } catch {
    return {};
  }
}
