import { useEffect, useId } from "react";
import { createStore } from "#lib/playground/shell/create-store.ts";
import { type Command, useCommands } from "../shell/use-commands.ts";

/** An action in the top bar's “More” menu; the command palette lists it too. */
export type MenuEntry = Command & {
  /** Group of the entry. Groups are in the order of `MENU_GROUPS`. */
  group: (typeof MENU_GROUPS)[number];
  /** True for actions that delete something. */
  destructive?: boolean;
};

export const MENU_GROUPS = ["Conversation", "Share", "Settings", "History"] as const;

/** Entries of the menu by the component that added them. */
export const menuStore = createStore<{ entries: { [owner: string]: readonly MenuEntry[] } }>({ entries: {} });

/**
 * Adds entries to the page's “More” menu while the component is mounted.
 * @param entries from `useMemo`: a new list replaces the previous one
 */
export function useMenuEntries(entries: readonly MenuEntry[]): void {
  const owner = useId();
  useCommands(entries);
  useEffect(() => {
    menuStore.set((state) => ({ entries: { ...state.entries, [owner]: entries } }));
    return () => menuStore.set(({ entries: { [owner]: _gone, ...others } }) => ({ entries: others }));
  }, [entries, owner]);
}
