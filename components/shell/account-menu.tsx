"use client";

import { ChevronsUpDown } from "lucide-react";
import dynamic from "next/dynamic";
import { useRef } from "react";
import { catalogue } from "#lib/playground/models/catalogue.ts";
import { useLayer } from "../ui/use-layer.ts";
import { useStore } from "../use-store.ts";

const AccountPopup = dynamic(() => import("./account-popup.tsx").then((module) => module.AccountPopup));

/** Button at the foot of the sidebar: names the key of the session, and opens the menu of the account. */
export function AccountMenu({ side }: { side: "top" | "bottom" }) {
  const name = useStore(catalogue, ({ session }) => session?.name) ?? "";
  const popup = useLayer();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={popup.isOpen}
        onClick={popup.toggle}
        className="flex h-10 w-full min-w-0 items-center gap-2.5 rounded-lg px-1.5 text-left transition-colors duration-150 hover:bg-foreground/[0.06] aria-expanded:bg-foreground/[0.06]"
      >
        {/* The visible name is hidden while the sidebar is closed. */}
        <span className="sr-only">{name ? `Account: ${name}` : "Account"}</span>
        <span
          aria-hidden
          className="grid size-7 shrink-0 place-items-center rounded-full bg-accent/15 font-medium text-foreground text-xs uppercase"
        >
          {name.slice(0, 1)}
        </span>
        <span aria-hidden className="rail-label min-w-0 flex-1 truncate">
          {name}
        </span>
        <ChevronsUpDown aria-hidden className="rail-label size-4 shrink-0 text-muted-foreground" />
      </button>
      {popup.wasOpened && <AccountPopup open={popup.isOpen} side={side} anchor={button} onClose={popup.close} />}
    </>
  );
}
