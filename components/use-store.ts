import { startTransition, useEffect, useState, useSyncExternalStore } from "react";
import type { Store } from "#lib/playground/shell/create-store.ts";

/** Returns the value that `select` reads from a store. `select` must return the same object for the same state. */
export function useStore<State, Selected>(store: Store<State>, select: (state: State) => Selected): Selected {
  const read = () => select(store.get());
  return useSyncExternalStore(store.subscribe, read, read);
}

/**
 * Returns the state of a store of data from the gateway. Unlike `useStore`, a change is rendered in slices, between
 * which the page takes input: a list that arrives does not block a key press.
 */
export function useStoreInSlices<State>(store: Store<State>): State {
  const [state, setState] = useState(store.get);
  useEffect(() => {
    const update = () => startTransition(() => setState(() => store.get()));
    // The store may have changed since the render.
    update();
    return store.subscribe(update);
  }, [store]);
  return state;
}
