"use client";

import { Ellipsis } from "lucide-react";
import dynamic from "next/dynamic";
import { useMemo, useRef, useState } from "react";
import { IconButton } from "../ui/button.tsx";
import { useLayer } from "../ui/use-layer.ts";
import { type MenuEntry, useMenuEntries } from "./use-menu-entries.ts";

const RemoteImageDialog = dynamic(() =>
  import("../remote-image/remote-image-dialog.tsx").then((module) => module.RemoteImageDialog),
);
const MenuPopup = dynamic(() => import("./menu-popup.tsx").then((module) => module.MenuPopup));

/** The “More” button at the end of the top bar. Its list is loaded on first use. */
export function MoreMenu() {
  const popup = useLayer();
  const button = useRef<HTMLButtonElement>(null);
  const [dialog, setDialog] = useState(false);
  const entries = useMemo(
    (): MenuEntry[] => [
      {
        id: "remote-images",
        label: "Remote images…",
        group: "Settings",
        run: () => setDialog(true),
      },
    ],
    [],
  );
  useMenuEntries(entries);
  return (
    <>
      <IconButton
        ref={button}
        label="More"
        tooltipSide="bottom"
        aria-haspopup="menu"
        aria-expanded={popup.isOpen}
        className="aria-expanded:bg-foreground/[0.06] aria-expanded:text-foreground"
        onClick={popup.toggle}
      >
        <Ellipsis />
      </IconButton>
      {popup.wasOpened && <MenuPopup open={popup.isOpen} anchor={button} onClose={popup.close} />}
      {dialog && <RemoteImageDialog onClose={() => setDialog(false)} />}
    </>
  );
}
