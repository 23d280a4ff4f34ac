"use client";

import {
  Activity,
  Bookmark,
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
import type { RefObject } from "react";
import { PopupMenu } from "../ui/popup-menu.tsx";
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
  return <PopupMenu open={open} anchor={anchor} label="More" groups={groups} onClose={onClose} />;
}
