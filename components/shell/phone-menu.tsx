"use client";

import { clsx } from "clsx";
import { LogOut, Search, SquarePen } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { streamingPages } from "#lib/playground/chat/streaming-pages.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { LiveDot } from "../ui/live-dot.tsx";
import { SideSheet } from "../ui/side-sheet.tsx";
import { useStore } from "../use-store.ts";
import { PAGE_GROUPS } from "./pages.ts";
import { showPalette } from "./palette-host.tsx";
import type { RailProps } from "./rail.tsx";
import { ThemeButton } from "./theme-button.tsx";
import { useSignOut } from "./use-sign-out.ts";
import { Wordmark } from "./wordmark.tsx";

/** Sheet from below for everything that does not fit on a phone: all pages, the page's history, theme and sign-out. */
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
  const path = usePathname();
  const answering = useStore(streamingPages, (pages) => pages);
  const signOut = useSignOut();
  const closeAnd = (then: () => void) => () => {
    onClose();
    then();
  };
  return (
    <SideSheet open={open} onClose={onClose} side="bottom" title="Menu">
      <div className="flex shrink-0 items-center gap-1 pt-1 pr-2 pb-1 pl-4">
        <span className="mr-auto">
          <Wordmark />
        </span>
        <ThemeButton />
        <IconButton label="Sign out" onClick={signOut}>
          <LogOut />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 pb-safe">
        <nav aria-label="All pages">
          {PAGE_GROUPS.map(([title, pages]) => (
            <section key={title} className="pb-3">
              <h2 className="group-title px-1 pb-1.5">{title}</h2>
              <ul className="grid grid-cols-4 gap-1.5">
                {pages.map(({ path: page, label, icon: Icon }) => (
                  <li key={page} className="flex min-w-0">
                    <Link
                      href={page}
                      onClick={onClose}
                      aria-current={path === page ? "page" : undefined}
                      className={clsx(
                        "relative flex min-h-16 min-w-0 flex-1 flex-col items-center justify-center gap-1 rounded-xl border px-1 py-2 text-center text-xs leading-4 active:bg-foreground/[0.06] [&>svg]:size-5",
                        path === page
                          ? "border-foreground/40 bg-foreground/[0.07] font-medium"
                          : "bg-card text-muted-foreground",
                      )}
                    >
                      <Icon aria-hidden />
                      {label}
                      {answering[page.slice(1)] && <LiveDot label="answering" className="absolute top-2 right-2" />}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
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
