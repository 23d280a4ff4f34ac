"use client";

import { Menu } from "@base-ui/react/menu";
import { clsx } from "clsx";
import { FileJson, FileText, Link2, ListTree, type LucideIcon } from "lucide-react";
import type { RefObject } from "react";
import { showKeys } from "#lib/playground/key-map.ts";
import { useStore } from "../use-store.ts";
import { MENU_GROUPS, type MenuEntry, menuStore } from "./use-menu-entries.ts";

/** By entry; here and not with the entries, for nobody needs them before the menu opens. */
const ICONS: Record<string, LucideIcon> = {
  "edit-messages": ListTree,
  "share-link": Link2,
  "export-markdown": FileText,
  "export-json": FileJson,
};

/** What `useMenuEntries` has gathered, by group. */
export function MenuPopup({
  open,
  anchor,
  onClose,
}: {
  open: boolean;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const byOwner = useStore(menuStore, (state) => state.entries);
  const entries = Object.values(byOwner).flat();
  const groups = MENU_GROUPS.map((name) => ({ name, members: entries.filter(({ group }) => group === name) }));
  return (
    <Menu.Root open={open} onOpenChange={(next) => !next && onClose()} modal={false}>
      <Menu.Portal>
        <Menu.Positioner
          anchor={anchor}
          side="bottom"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="z-50 outline-none"
        >
          <Menu.Popup
            finalFocus={anchor}
            aria-label="More"
            className="max-h-(--available-height) w-64 max-w-[calc(100vw-1rem)] origin-(--transform-origin) overflow-y-auto overscroll-contain rounded-2xl bg-popover p-1.5 shadow-float outline-none transition-[opacity,scale] duration-150 ease-press data-ending-style:scale-[0.98] data-starting-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:opacity-0 motion-reduce:transition-none"
          >
            {groups
              .filter(({ members }) => members.length > 0)
              .map(({ name, members }) => (
                <Menu.Group
                  key={name}
                  className="not-first:mt-1.5 not-first:border-t not-first:border-border/60 not-first:pt-1.5"
                >
                  <Menu.GroupLabel className="group-title px-2.5 py-1">{name}</Menu.GroupLabel>
                  {members.map((entry) => (
                    <Entry key={entry.id} entry={entry} />
                  ))}
                </Menu.Group>
              ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Entry({ entry: { id, label, keys, enabled = true, destructive, run } }: { entry: MenuEntry }) {
  const Icon = ICONS[id];
  return (
    <Menu.Item
      disabled={!enabled}
      onClick={run}
      className={clsx(
        "flex h-8 cursor-pointer select-none items-center gap-2.5 rounded-lg px-2.5 text-[13px] outline-none data-disabled:cursor-default data-highlighted:bg-foreground/[0.06] data-disabled:opacity-45 pointer-coarse:h-11",
        destructive && "text-destructive",
      )}
    >
      <span aria-hidden className={clsx("size-4 shrink-0 [&>svg]:size-4", !destructive && "text-muted-foreground")}>
        {Icon && <Icon />}
      </span>
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {keys && <kbd className="text-numeric text-muted-foreground">{showKeys(keys).join(" ")}</kbd>}
    </Menu.Item>
  );
}
