/**
 * A choice that style rules read from an attribute of the root element, and that this browser stores.
 * RESTORE_ZONES_SCRIPT sets the attribute before the first paint.
 */
export type RootFlag = {
  isOn(): boolean;
  set(on: boolean): void;
  watch(listener: () => void): () => void;
};

/**
 * @param attribute of the root element, without `data-`
 * @param value of the attribute while the flag is on
 * @param key in localStorage
 */
export function createRootFlag({
  attribute,
  value = "",
  key,
}: {
  attribute: string;
  value?: string;
  key: string;
}): RootFlag {
  const listeners = new Set<() => void>();
  return {
    isOn: () => document.documentElement.dataset[attribute] !== undefined,
    set(on) {
      if (on) document.documentElement.dataset[attribute] = value;
      else delete document.documentElement.dataset[attribute];
      try {
        if (on) localStorage.setItem(key, "on");
        else localStorage.removeItem(key);
      } catch {
        // Storage is forbidden: the choice lasts as long as the page is open.
      }
      for (const listener of listeners) listener();
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
