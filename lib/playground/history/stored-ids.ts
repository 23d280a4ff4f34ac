/** A list of ids in localStorage, the same in all tabs. */

export type StoredIds = {
  /** The same array until the list changes. */
  get(): readonly string[];
  change(update: (ids: readonly string[]) => readonly string[]): void;
  /** Called on changes in this tab and in others. */
  subscribe(listener: () => void): () => void;
};

/** @param key of the list in localStorage */
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
        // Storage is forbidden or full: the list does not change.
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
