"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { Rail, RailContent, type Sessions } from "./rail.tsx";
import { useCommands } from "./use-commands.ts";
import { WireZone } from "./wire-zone.tsx";

const SideSheet = dynamic(() => import("../ui/side-sheet.tsx").then((module) => module.SideSheet));

/**
 * The skeleton of every page: rail, stage under a top bar, a zone on the right and the wire below. Only the stage's own
 * scroller scrolls. On narrow screens the rail becomes a sheet that the top bar's menu button opens.
 */
export function AppShell({
  sessions,
  newLabel = "New chat",
  onNew,
  topBar,
  children,
  panel,
  wire,
}: {
  /** The page's own history, shown in the open rail. */
  sessions: Sessions;
  /** What the page begins anew. */
  newLabel?: string;
  onNew: () => void;
  topBar: (openMenu: () => void) => ReactNode;
  children: ReactNode;
  panel: ReactNode;
  /** What the wire drawer holds while it is open; absent on pages that have none. */
  wire?: (close: () => void) => ReactNode;
}) {
  const [menu, setMenu] = useState<"never" | "open" | "closed">("never");
  const closeMenu = () => setMenu("closed");
  useCommands([
    { id: "new", label: newLabel, group: "This page", keys: "Alt+N", keywords: "start begin clear", run: onNew },
    {
      id: "composer",
      label: "Go to the message field",
      group: "This page",
      keys: "/",
      keywords: "write prompt focus",
      run: () => document.querySelector<HTMLElement>("#composer")?.focus(),
    },
  ]);
  return (
    <div className="flex h-dvh overflow-hidden">
      <Rail sessions={sessions} newLabel={newLabel} onNew={onNew} />
      <div className="flex min-w-0 flex-1 flex-col">
        {topBar(() => setMenu("open"))}
        <div className="flex min-h-0 flex-1">
          <main className="relative flex min-w-0 flex-1 flex-col">{children}</main>
          {panel}
        </div>
        {wire && <WireZone>{wire}</WireZone>}
      </div>
      {menu !== "never" && (
        <SideSheet open={menu === "open"} onClose={closeMenu} side="left" title="Menu">
          {/* A click on a session or a link has done its work; the sheet goes. */}
          <RailContent
            open
            sessions={sessions}
            newLabel={newLabel}
            onNew={() => {
              onNew();
              closeMenu();
            }}
            onNavigate={closeMenu}
          />
        </SideSheet>
      )}
    </div>
  );
}
