"use client";

import { CodeXml } from "lucide-react";
import { useCallback, useMemo } from "react";
import { MoreMenu } from "../more-menu/more-menu.tsx";
import { type MenuEntry, useMenuEntries } from "../more-menu/use-menu-entries.ts";
import { useShareLink } from "../sharing/use-share-link.ts";
import { IconButton } from "../ui/button.tsx";

/** Dialogs that the menu of a media page opens. */
export type MediaDialog =
  | { name: "code" | "share" | "import" | "presets" | "delete-all" }
  | { name: "open-link"; fragment: string };

/** The “More” menu of a media page: shared entries and those of the page. */
export function MediaMenu({
  signedIn,
  entries,
  onDialog,
}: {
  signedIn: boolean;
  /** Entries, memoized with `useMemo`. */
  entries: readonly MenuEntry[];
  /** Must keep its identity between renders. */
  onDialog: (dialog: MediaDialog) => void;
}) {
  useShareLink({ signedIn, onLink: useCallback((fragment) => onDialog({ name: "open-link", fragment }), [onDialog]) });
  const all = useMemo((): MenuEntry[] => {
    const open = (id: string, label: string, name: "code" | "share" | "import" | "presets") => ({
      id,
      label,
      run: () => onDialog({ name }),
    });
    return [
      { ...open("code", "Show code", "code"), group: "Share", keywords: "curl python javascript sdk copy" },
      { ...open("share-link", "Share…", "share"), group: "Share", keywords: "copy address url" },
      ...entries.filter(({ group }) => group === "Share"),
      { ...open("import", "Import…", "import"), group: "Share", keywords: "open file json request body zip" },
      { ...open("presets", "Presets…", "presets"), group: "Settings", keywords: "save settings" },
      ...entries.filter(({ group }) => group !== "Share"),
    ];
  }, [entries, onDialog]);
  useMenuEntries(all);
  return (
    <>
      {/* On phones this is in the menu, because the model's name needs the space. */}
      <IconButton
        label="Show code"
        tooltipSide="bottom"
        className="max-sm:hidden"
        onClick={() => onDialog({ name: "code" })}
      >
        <CodeXml />
      </IconButton>
      <MoreMenu />
    </>
  );
}
