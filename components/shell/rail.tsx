"use client";

import { clsx } from "clsx";
import { Keyboard, LogOut, PanelLeft, Search, SquarePen } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { answeringPages } from "#lib/playground/answering-pages.ts";
import { IconButton } from "../ui/button.tsx";
import { LiveDot } from "../ui/live-dot.tsx";
import { useStore } from "../use-store.ts";
import { showKeyMap } from "./key-map.tsx";
import { PAGES } from "./pages.ts";
import { showPalette } from "./palette-host.tsx";
import { ThemeButton } from "./theme-button.tsx";
import { useSignOut } from "./use-sign-out.ts";
import { useZone } from "./use-zone.ts";
import { Mark } from "./wordmark.tsx";

/** The page's own history; as a function it is told how to close the sheet that it may stand in. */
export type Sessions = ReactNode | ((onChosen?: () => void) => ReactNode);

type RailProps = {
  sessions: Sessions;
  newLabel: string;
  onNew: () => void;
};

/** The left zone on wide screens: icons, or icons with words and the page's history when opened. */
export function Rail({ sessions, newLabel, onNew }: RailProps) {
  const [open, setOpen] = useZone("rail");
  return (
    <aside
      aria-label="Navigation"
      className="rail zone-motion hidden shrink-0 overflow-hidden border-r bg-card sm:flex"
    >
      <RailContent open={open} sessions={sessions} newLabel={newLabel} onNew={onNew} onToggle={() => setOpen(!open)} />
    </aside>
  );
}

export function RailContent({
  open,
  sessions,
  newLabel,
  onNew,
  onToggle,
  onNavigate,
}: RailProps & {
  open: boolean;
  onToggle?: () => void;
  onNavigate?: () => void;
}) {
  const path = usePathname();
  const answering = useStore(answeringPages, (pages) => pages);
  const toggle = onToggle && (
    <IconButton
      label={open ? "Close the sidebar" : "Open the sidebar"}
      aria-expanded={open}
      tooltipSide="right"
      onClick={onToggle}
    >
      <PanelLeft />
    </IconButton>
  );
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex h-12 shrink-0 items-center justify-between pr-2 pl-4">
        <Link
          href="/"
          onClick={onNavigate}
          aria-label="Parlance, home"
          className="flex items-center gap-2 rounded-lg font-semibold text-[15px] tracking-tight"
        >
          <Mark />
          {open && "Parlance"}
        </Link>
        {open && toggle}
      </div>
      <nav aria-label="Pages" className="flex flex-col gap-0.5 px-2.5 py-1">
        {!open && toggle && <span className="flex justify-center pb-0.5">{toggle}</span>}
        <RailButton open={open} label={newLabel} keys="Alt+N" icon={<SquarePen />} onClick={onNew} />
        <RailButton
          open={open}
          label="Find"
          keys="Mod+K"
          icon={<Search />}
          onClick={() => {
            onNavigate?.();
            showPalette();
          }}
        />
        {PAGES.map(({ path: page, label, icon: Icon }) => (
          <Link
            key={page}
            href={page}
            onClick={onNavigate}
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
      </nav>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only tells the sheet that a choice was made inside it. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key press on the buttons inside arrives as a click. */}
      <div
        className="min-h-0 flex-1 overflow-y-auto px-2.5 py-2"
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest("[data-session]")) onNavigate?.();
        }}
      >
        {open && (typeof sessions === "function" ? sessions(onNavigate) : sessions)}
      </div>
      <div className={clsx("flex shrink-0 gap-0.5 p-2.5 pb-safe", open ? "flex-row" : "flex-col items-center")}>
        <ThemeButton />
        <IconButton label="Keyboard map" keys="?" tooltipSide={open ? "top" : "right"} onClick={showKeyMap}>
          <Keyboard />
        </IconButton>
        <SignOutButton side={open ? "top" : "right"} />
      </div>
    </div>
  );
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
