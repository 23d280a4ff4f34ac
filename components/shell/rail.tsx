"use client";

import { clsx } from "clsx";
import { ChevronDown, PanelLeft, Search, SquarePen } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { Fragment, type ReactNode, useSyncExternalStore } from "react";
import { gatewayPagesFolded } from "#lib/playground/shell/preferences.ts";
import { IconButton } from "../ui/button.tsx";
import { LiveDot } from "../ui/live-dot.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { findNavigationPath, NAVIGATION, type PlaygroundPage } from "./pages.ts";
import { showPalette } from "./palette-host.tsx";
import { useAnswering } from "./use-answering.ts";
import { useZone } from "./use-zone.ts";
import { Mark } from "./wordmark.tsx";

/** The page's own history. A function receives a callback that closes the surrounding sheet. */
export type Sessions = ReactNode | ((onChosen?: () => void) => ReactNode);

export type RailProps = {
  sessions: Sessions;
  newLabel: string;
  onNew: () => void;
};

/**
 * Sidebar of wide windows: labelled links and the page's history, or icons alone when closed. Style rules show the
 * labels, so that they are there at the first paint, before any script runs.
 */
export function Rail({ sessions, newLabel, onNew }: RailProps) {
  const [open, setOpen] = useZone("rail");
  return (
    <aside
      aria-label="Navigation"
      className="rail zone-motion flex shrink-0 flex-col overflow-hidden border-r bg-card phone-bar:hidden"
    >
      <div className="flex h-12 shrink-0 items-center pr-2 pl-4">
        <Link
          href="/"
          aria-label="Parlance, home"
          className="flex items-center gap-2 rounded-lg font-semibold text-[15px] tracking-tight"
        >
          <Mark />
          <span className="rail-label">Parlance</span>
        </Link>
        <span className="rail-label ml-auto">{open && <RailToggle open onToggle={() => setOpen(false)} />}</span>
      </div>
      <div className="rail-body">
        <nav aria-label="Pages" className="flex shrink-0 flex-col gap-0.5 px-2.5 py-1">
          <span className="rail-icon flex justify-center pb-0.5">
            {!open && <RailToggle open={false} onToggle={() => setOpen(true)} />}
          </span>
          <RailButton open={open} label={newLabel} keys="Alt+N" icon={<SquarePen />} onClick={onNew} />
          <RailButton open={open} label="Find" keys="Mod+K" icon={<Search />} onClick={showPalette} />
          <RailPages open={open} />
        </nav>
        <div className="rail-history px-2.5 py-2">
          {open && (typeof sessions === "function" ? sessions() : sessions)}
        </div>
      </div>
      <div className="shrink-0 border-t p-2 pb-safe">
        <AccountMenu side="top" />
      </div>
    </aside>
  );
}

function RailToggle({ open, onToggle }: { open: boolean; onToggle: () => void }) {
  return (
    <IconButton
      label={open ? "Close the sidebar" : "Open the sidebar"}
      aria-expanded={open}
      tooltipSide="right"
      onClick={onToggle}
    >
      <PanelLeft />
    </IconButton>
  );
}

/** Links to all pages, in groups with a heading, or with a line where there is no room for text. */
function RailPages({ open }: { open: boolean }) {
  const current = findNavigationPath(usePathname() ?? "/");
  const isAnswering = useAnswering();
  return NAVIGATION.map(([title, pages]) => (
    <Fragment key={title}>
      {title !== "Home" && <hr className="rail-icon mx-1.5 my-1.5" />}
      {title !== "Home" && title !== "Help" && (
        <h2 className="rail-label px-2.5 pt-3 pb-1 font-medium text-muted-foreground text-xs">
          {title === "Gateway" ? <GatewayFold /> : title}
        </h2>
      )}
      {pages.map(({ path: page, label, icon: Icon }) => (
        <Link
          key={page}
          href={page}
          aria-current={current === page ? "page" : undefined}
          aria-label={isAnswering(page) ? `${label}, answering` : label}
          data-tooltip={open ? undefined : label}
          data-tooltip-side="right"
          className={clsx("relative", railItem(current === page), GROUP_CLASSES[title])}
        >
          <Icon />
          <span className="rail-label truncate">{label}</span>
          {isAnswering(page) && <LiveDot className={open ? "ml-auto" : "absolute top-1.5 right-1.5"} />}
        </Link>
      ))}
    </Fragment>
  ));
}

/** Style rules know the links of these groups. */
const GROUP_CLASSES: Partial<Record<PlaygroundPage["group"], string>> = { Gateway: "rail-gateway", Help: "rail-help" };

/** Heading of the gateway's pages: folds them to the open one, since the history needs the room in a low window. */
function GatewayFold() {
  const isFolded = useSyncExternalStore(gatewayPagesFolded.watch, gatewayPagesFolded.isOn, () => false);
  return (
    <button
      type="button"
      aria-expanded={!isFolded}
      onClick={() => gatewayPagesFolded.set(!isFolded)}
      className="group -mx-1 flex items-center gap-1 rounded-md px-1 hover:text-foreground"
    >
      Gateway
      <ChevronDown aria-hidden className="size-3 group-aria-[expanded=false]:-rotate-90" />
    </button>
  );
}

const railItem = (current: boolean) =>
  clsx(
    "rail-item flex h-8 shrink-0 items-center gap-2.5 rounded-lg transition-colors duration-150 pointer-coarse:h-10 [&>svg]:size-4 [&>svg]:shrink-0",
    current
      ? "bg-accent/10 font-medium text-foreground [&>svg]:text-accent"
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
      className={railItem(false)}
    >
      {icon}
      <span className="rail-label truncate">{label}</span>
    </button>
  );
}
