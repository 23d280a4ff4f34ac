"use client";

import { clsx } from "clsx";
import { Keyboard, LogOut, PanelLeft, Search, SquarePen } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { Fragment, type ReactNode } from "react";
import { streamingPages } from "#lib/playground/chat/streaming-pages.ts";
import { IconButton } from "../ui/button.tsx";
import { LiveDot } from "../ui/live-dot.tsx";
import { useStore } from "../use-store.ts";
import { showKeyMap } from "./key-map.tsx";
import { PAGE_GROUPS } from "./pages.ts";
import { showPalette } from "./palette-host.tsx";
import { ThemeButton } from "./theme-button.tsx";
import { useSignOut } from "./use-sign-out.ts";
import { useZone } from "./use-zone.ts";
import { Mark } from "./wordmark.tsx";

/** The page's own history. A function receives a callback that closes the surrounding sheet. */
export type Sessions = ReactNode | ((onChosen?: () => void) => ReactNode);

export type RailProps = {
  sessions: Sessions;
  newLabel: string;
  onNew: () => void;
};

/** Left zone on wide screens: icons only, or with labels and the page's history when open. */
export function Rail({ sessions, newLabel, onNew }: RailProps) {
  const [open, setOpen] = useZone("rail");
  const toggle = (
    <IconButton
      label={open ? "Close the sidebar" : "Open the sidebar"}
      aria-expanded={open}
      tooltipSide="right"
      onClick={() => setOpen(!open)}
    >
      <PanelLeft />
    </IconButton>
  );
  return (
    <aside
      aria-label="Navigation"
      className="rail zone-motion hidden shrink-0 flex-col overflow-hidden border-r bg-card sm:flex"
    >
      <div className="flex h-12 shrink-0 items-center justify-between pr-2 pl-4">
        <Link
          href="/"
          aria-label="Parlance, home"
          className="flex items-center gap-2 rounded-lg font-semibold text-[15px] tracking-tight"
        >
          <Mark />
          {open && "Parlance"}
        </Link>
        {open && toggle}
      </div>
      <div className="rail-body">
        <nav aria-label="Pages" className="flex flex-col gap-0.5 px-2.5 py-1">
          {!open && <span className="flex justify-center pb-0.5">{toggle}</span>}
          <RailButton open={open} label={newLabel} keys="Alt+N" icon={<SquarePen />} onClick={onNew} />
          <RailButton open={open} label="Find" keys="Mod+K" icon={<Search />} onClick={showPalette} />
          <RailPages open={open} />
        </nav>
        <div className="rail-history px-2.5 py-2">
          {open && (typeof sessions === "function" ? sessions() : sessions)}
        </div>
      </div>
      <div className={clsx("flex shrink-0 gap-0.5 p-2.5 pb-safe", open ? "flex-row" : "flex-col items-center")}>
        <ThemeButton />
        <IconButton label="Keyboard map" keys="?" tooltipSide={open ? "top" : "right"} onClick={showKeyMap}>
          <Keyboard />
        </IconButton>
        <SignOutButton side={open ? "top" : "right"} />
      </div>
    </aside>
  );
}

/** All pages, in groups separated by a line, and by headings when there is room for text. */
function RailPages({ open }: { open: boolean }) {
  const path = usePathname();
  const answering = useStore(streamingPages, (pages) => pages);
  return PAGE_GROUPS.map(([title, pages], place) => (
    <Fragment key={title}>
      {place > 0 &&
        (open ? <h2 className="group-title px-2.5 pt-3 pb-0.5">{title}</h2> : <hr className="mx-1.5 my-1.5" />)}
      {pages.map(({ path: page, label, icon: Icon }) => (
        <Link
          key={page}
          href={page}
          aria-current={path === page ? "page" : undefined}
          aria-label={answering[page.slice(1)] ? `${label}, answering` : label}
          data-tooltip={open ? undefined : label}
          data-tooltip-side="right"
          className={clsx("relative", railItem(open, path === page))}
        >
          <Icon />
          {open && label}
          {answering[page.slice(1)] && <LiveDot className={open ? "ml-auto" : "absolute top-1.5 right-1.5"} />}
        </Link>
      ))}
    </Fragment>
  ));
}

const railItem = (open: boolean, current: boolean) =>
  clsx(
    "flex h-8 items-center gap-2.5 rounded-lg transition-colors duration-150 pointer-coarse:h-10 [&>svg]:size-4 [&>svg]:shrink-0",
    open ? "px-2.5" : "justify-center",
    current
      ? "bg-foreground/[0.07] font-medium"
      : "text-muted-foreground hover:bg-foreground/[0.06] hover:text-foreground",
  );

function RailButton({
  open,
  label,
  keys,
  icon,
  onClick,
}: {
  open: boolean;
  label: string;
  keys: string;
  icon: ReactNode;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-label={label}
      data-tooltip={open ? undefined : label}
      data-tooltip-keys={keys}
      data-tooltip-side="right"
      className={railItem(open, false)}
    >
      {icon}
      {open && label}
    </button>
  );
}

function SignOutButton({ side }: { side: "top" | "right" }) {
  const signOut = useSignOut();
  return (
    <IconButton label="Sign out" tooltipSide={side} onClick={signOut}>
      <LogOut />
    </IconButton>
  );
}
