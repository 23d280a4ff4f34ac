"use client";

import { Tabs } from "@base-ui/react/tabs";
import { ChevronLeft, ChevronRight, CircleHelp, PanelBottom, PanelRight, X } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useSyncExternalStore } from "react";
import { TRACE_DOCS } from "#lib/playground/docs/docs-links.ts";
import { dockedBelow } from "#lib/playground/shell/preferences.ts";
import { IconButton } from "../ui/button.tsx";

export type InspectorSteps = { at: number; count: number; onStep: (by: -1 | 1) => void };

/** Tabs and buttons of the inspector: one line, or two where it is narrow. */
export function InspectorHeader({
  tabs,
  steps,
  actions,
  onClose,
}: {
  tabs: readonly string[];
  steps?: InspectorSteps;
  actions?: ReactNode;
  onClose?: () => void;
}) {
  return (
    <header className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-2 border-b pr-1.5 pl-2">
      <Tabs.List
        aria-label="Trace views"
        className="flex h-10 min-w-0 items-center overflow-x-auto [scrollbar-width:none] pointer-coarse:h-11 @max-2xl:flex-1 @max-2xl:basis-0"
      >
        {tabs.map((value) => (
          <Tabs.Tab
            key={value}
            value={value}
            className="h-7 rounded-lg px-2.5 text-[13px] text-muted-foreground capitalize transition-colors duration-150 hover:text-foreground data-active:bg-foreground/[0.07] data-active:text-foreground pointer-coarse:h-10 @max-lg:px-2 @max-sm:px-1.5"
          >
            {value === "upstream" ? "provider" : value === "mcp" ? "MCP" : value}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <div className="ml-auto flex items-center gap-2 @max-2xl:order-last @max-2xl:-mx-2 @max-2xl:w-[calc(100%+0.875rem)] @max-2xl:justify-between @max-2xl:border-t @max-2xl:px-2 @max-2xl:py-1 @max-2xl:has-[>:only-child]:hidden">
        {steps && <Steps {...steps} />}
        {actions}
        <Link
          href={TRACE_DOCS}
          prefetch={false}
          aria-label="Docs for the inspector"
          data-tooltip="Docs for the inspector"
          className="grid size-7 shrink-0 place-items-center rounded-lg text-muted-foreground hover:bg-foreground/[0.06] hover:text-foreground pointer-coarse:size-9 [&>svg]:size-3.5"
        >
          <CircleHelp aria-hidden />
        </Link>
      </div>
      <div className="flex items-center @max-2xl:ml-auto">
        <DockButton />
        {onClose && (
          <IconButton label="Close inspector" keys="Mod+." size="small" onClick={onClose}>
            <X />
          </IconButton>
        )}
      </div>
    </header>
  );
}

/** Moves the inspector between the right and the bottom. The style sheet hides it where only the bottom has room. */
function DockButton() {
  const below = useSyncExternalStore(dockedBelow.watch, dockedBelow.isOn, () => false);
  return (
    <IconButton
      label={below ? "Dock on the right" : "Dock at the bottom"}
      size="small"
      className="dock-button place-items-center"
      onClick={() => dockedBelow.set(!below)}
    >
      {below ? <PanelRight /> : <PanelBottom />}
    </IconButton>
  );
}

function Steps({ at, count, onStep }: InspectorSteps) {
  return (
    <div className="flex shrink-0 items-center">
      <IconButton label="Previous request" size="small" disabled={at === 0} onClick={() => onStep(-1)}>
        <ChevronLeft />
      </IconButton>
      <span className="text-numeric whitespace-nowrap text-muted-foreground" aria-live="polite">
        Request {at + 1} of {count}
      </span>
      <IconButton label="Next request" size="small" disabled={at === count - 1} onClick={() => onStep(1)}>
        <ChevronRight />
      </IconButton>
    </div>
  );
}
