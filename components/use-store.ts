import { useSyncExternalStore } from "react";
import type { Store } from "#lib/playground/shell/create-store.ts";

/** Returns the value that `select` reads from a store. `select` must return the same object for the same state. */
export function useStore<State, Selected>(store: Store<State>, select: (state: State) => Selected): Selected {
  const read = () => select(store.get());
  return useSyncExternalStore(store.subscribe, read, read);
}
