/** Observable value; all state management of the pages. React reads it through `components/use-store.ts`. */
export type Store<State> = {
  get(): State;
  /** Replaces the state, or the fields that `update` returns. Listeners run synchronously, after the change. */
  set(update: Partial<State> | ((state: State) => Partial<State>)): void;
  subscribe(listener: () => void): () => void;
};

export function createStore<State extends object>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(update) {
      const changes = typeof update === "function" ? update(state) : update;
      state = { ...state, ...changes };
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
