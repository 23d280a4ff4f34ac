import { useEffect, useId } from "react";
import { createStore } from "#lib/playground/shell/create-store.ts";
import { type Command, useCommands } from "../shell/use-commands.ts";

/** An action in the top bar's “More” menu, which the command palette lists too. */
export type MenuEntry = Command & {
  /** Entries of a group stand together; groups stand in the order of `MENU_GROUPS`. */
  group: (typeof MENU_GROUPS)[number];
  /** It takes something away. */
  destructive?: boolean;
};

export const MENU_GROUPS = ["Conversation", "Share", "Settings", "History"] as const;

/** What stands in the menu, by who put it there. */
export const menuStore = createStore<{ entries: { [owner: string]: readonly MenuEntry[] } }>({ entries: {} });

/**
 * Puts entries into the page's “More” menu while the component is mounted.
 * @param entries from `useMemo`: another list replaces the one before
 */
export function useMenuEntries(entries: readonly MenuEntry[]): void {
  const owner = useId();
  useCommands(entries);
  useEffect(() => {
    menuStore.set((state) => ({ entries: { ...state.entries, [owner]: entries } }));
    return () => menuStore.set(({ entries: { [owner]: _gone, ...others } }) => ({ entries: others }));
  }, [entries, owner]);
}
