"use client";

import {
  Activity,
  Bookmark,
  ChevronsDown,
  CodeXml,
  Columns2,
  FileArchive,
  FileDown,
  FileJson,
  FileTerminal,
  FileText,
  FileUp,
  FolderArchive,
  ImageDown,
  Link2,
  ListTree,
  type LucideIcon,
  Printer,
  Trash2,
} from "lucide-react";
import { type RefObject, useState } from "react";
import { type PopupGroup, type PopupItem, PopupMenu } from "../ui/popup-menu.tsx";
import { useMediaQuery } from "../use-media-query.ts";
import { useStore } from "../use-store.ts";
import { MENU_GROUPS, menuStore } from "./use-menu-entries.ts";

/** Icons by entry. Here and not with the entries, because nothing needs them before the menu opens. */
const ICONS: Record<string, LucideIcon> = {
  "edit-messages": ListTree,
  code: CodeXml,
  "share-link": Link2,
  "export-markdown": FileText,
  "export-json": FileJson,
  "export-har": FileArchive,
  "export-zip": FolderArchive,
  "export-curl": FileTerminal,
  import: FileUp,
  print: Printer,
  "open-inspector": Activity,
  compare: Columns2,
  "share-columns": Link2,
  "delete-comparison": Trash2,
  "remote-images": ImageDown,
  presets: Bookmark,
  "export-all": FileDown,
  "delete-all": Trash2,
};

/** Entries that a phone shows first, of as many as it has room for; the others follow after “More actions”. */
const FIRST = ["open-inspector", "share-link", "share-columns", "code", "edit-messages", "compare", "presets"];
const ROOM = 6;

/** Menu of the entries that `useMenuEntries` has collected, by group. */
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
  const groups = MENU_GROUPS.map((name) => ({
    name,
    // Entries that open a second list are for the palette only.
    items: entries.flatMap(({ run, group, ...entry }) =>
      group === name && run ? [{ ...entry, run, Icon: ICONS[entry.id] }] : [],
    ),
  }));
  const phone = useMediaQuery("(max-width: 639px)");
  const [whole, setWhole] = useState(false);
  const items = groups.flatMap((group) => group.items);
  const isShort = phone && !whole && items.length > ROOM + 1;
  const close = () => {
    setWhole(false);
    onClose();
  };
  return (
    <PopupMenu
      open={open}
      anchor={anchor}
      label="More"
      groups={isShort ? shorten(items, () => setWhole(true)) : groups}
      onClose={close}
    />
  );
}

function shorten(items: readonly PopupItem[], onMore: () => void): PopupGroup[] {
  const first = FIRST.flatMap((id) => items.find((item) => item.id === id) ?? []);
  const shown = [...first, ...items.filter((item) => !first.includes(item))].slice(0, ROOM);
  return [
    { name: "", items: shown },
    { name: "", items: [{ id: "more", label: "More actions", Icon: ChevronsDown, keepsOpen: true, run: onMore }] },
  ];
}
