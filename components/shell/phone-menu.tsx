"use client";

import { clsx } from "clsx";
import { Search, SquarePen } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { Button } from "../ui/button.tsx";
import { LiveDot } from "../ui/live-dot.tsx";
import { SideSheet } from "../ui/side-sheet.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { findNavigationPath, NAVIGATION } from "./pages.ts";
import { showPalette } from "./palette-host.tsx";
import type { RailProps } from "./rail.tsx";
import { useAnswering } from "./use-answering.ts";

/** Sheet from below for everything that does not fit on a phone: all pages, the page's history and the account. */
export function PhoneMenu({
  sessions,
  newLabel,
  onNew,
  open,
  onClose,
}: RailProps & {
  open: boolean;
  onClose: () => void;
}) {
  const current = findNavigationPath(usePathname() ?? "/");
  const isAnswering = useAnswering();
  const closeAnd = (then: () => void) => () => {
    onClose();
    then();
  };
  return (
    <SideSheet open={open} onClose={onClose} side="bottom" title="Menu">
      <div className="shrink-0 px-3 pt-1 pb-2">
        <AccountMenu side="bottom" />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 pb-safe">
        <nav aria-label="All pages" className="grid grid-cols-4 gap-1.5 pb-3">
          {NAVIGATION.flatMap(([, pages]) => pages).map(({ path: page, label, icon: Icon }) => (
            <Link
              key={page}
              href={page}
              onClick={onClose}
              aria-current={current === page ? "page" : undefined}
              className={clsx(
                "relative flex min-h-16 min-w-0 flex-col items-center justify-center gap-1 rounded-xl border px-1 py-2 text-center text-xs leading-4 active:bg-foreground/[0.06] [&>svg]:size-5",
                current === page ? "border-accent/50 bg-accent/10 font-medium" : "bg-card text-muted-foreground",
              )}
            >
              <Icon aria-hidden />
              {label}
              {isAnswering(page) && <LiveDot label="answering" className="absolute top-2 right-2" />}
            </Link>
          ))}
        </nav>
        <div className="grid grid-cols-2 gap-1.5 pb-3">
          <Button onClick={closeAnd(onNew)}>
            <SquarePen aria-hidden /> {newLabel}
          </Button>
          <Button onClick={closeAnd(showPalette)}>
            <Search aria-hidden /> Find
          </Button>
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: only reports a choice inside to the sheet. */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key press on the buttons inside arrives as a click. */}
        <div
          onClick={(event) => {
            if (event.target instanceof Element && event.target.closest("[data-session]")) onClose();
          }}
        >
          {typeof sessions === "function" ? sessions(onClose) : sessions}
        </div>
      </div>
    </SideSheet>
  );
}
