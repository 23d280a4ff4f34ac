/** A list of ids that the browser keeps from one visit to the next, the same in all its tabs. */

export type StoredIds = {
  /** The same array until the list changes. */
  get(): readonly string[];
  change(update: (ids: readonly string[]) => readonly string[]): void;
  /** Told of changes here and in other tabs. */
  subscribe(listener: () => void): () => void;
};

/** @param key under which the browser keeps it */
export function createStoredIds(key: string): StoredIds {
  let read: { text: string; ids: readonly string[] } = { text: "[]", ids: [] };
  const listeners = new Set<() => void>();

  function get(): readonly string[] {
    const text = readText(key);
    if (text !== read.text) read = { text, ids: parseIds(text) };
    return read.ids;
  }

  return {
    get,
    change(update) {
      try {
        localStorage.setItem(key, JSON.stringify(update(get())));
      } catch {
        // Storage is forbidden or full: the list stays as it is.
      }
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      const onStorage = (event: StorageEvent) => event.key === key && listener();
      listeners.add(listener);
      addEventListener("storage", onStorage);
      return () => {
        listeners.delete(listener);
        removeEventListener("storage", onStorage);
      };
    },
  };
}

function readText(key: string): string {
  try {
    return localStorage.getItem(key) ?? "[]";
  } catch {
    return "[]";
  }
}

function parseIds(text: string): string[] {
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}
