"use client";

import { type ReactNode, useEffect } from "react";
import { repeatEarlyPress } from "#lib/playground/shell/early-input.ts";
import { InspectorZone } from "./inspector-zone.tsx";
import { PhoneBar } from "./phone-bar.tsx";
import { Rail, type Sessions } from "./rail.tsx";
import { useCommands } from "./use-commands.ts";

/**
 * Layout of every page: rail, stage under a top bar, the inspector beside or below the stage, and a zone on the
 * right. Only the stage's own scroller scrolls. On phones the rail is a bar at the bottom.
 */
export function AppShell({
  sessions,
  newLabel = "New chat",
  onNew,
  topBar,
  children,
  panel,
  inspector,
}: {
  /** The page's own history, shown in the open rail and in the menu on phones. */
  sessions: Sessions;
  /** Label of the button that starts a new item. */
  newLabel?: string;
  onNew: () => void;
  topBar: ReactNode;
  children: ReactNode;
  panel: ReactNode;
  /** Content of the inspector while it is open; absent on pages without one. */
  inspector?: (close: () => void) => ReactNode;
}) {
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
  useEffect(repeatEarlyPress, []);
  const rail = { sessions, newLabel, onNew };
  return (
    <div className="flex h-dvh overflow-hidden">
      <Rail {...rail} />
      <div className="flex min-w-0 flex-1 flex-col">
        {topBar}
        <div className="flex min-h-0 flex-1">
          <div className="inspector-room flex min-w-0 flex-1 flex-col">
            <div className="inspector-frame flex min-h-0 flex-1 flex-col">
              <main className="relative flex min-h-0 min-w-0 flex-1 flex-col">{children}</main>
              {inspector && <InspectorZone>{inspector}</InspectorZone>}
            </div>
          </div>
          {panel}
        </div>
        <PhoneBar {...rail} />
      </div>
    </div>
  );
}
