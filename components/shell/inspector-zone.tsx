"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useEffect, useMemo } from "react";
import { isZoneOpen, setZoneOpen } from "#lib/playground/shell/preferences.ts";
import { useMediaQuery } from "../use-media-query.ts";
import { useCommands } from "./use-commands.ts";
import { useZone } from "./use-zone.ts";

const SideSheet = dynamic(() => import("../ui/side-sheet.tsx").then((module) => module.SideSheet));
const InspectorSeparator = dynamic(() =>
  import("./inspector-separator.tsx").then((module) => module.InspectorSeparator),
);

/**
 * Place of the inspector, opened by Ctrl+. : beside the stage in wide windows, below it in others, and a sheet over
 * nearly the whole page on phones. The style sheet chooses between the first two.
 */
export function InspectorZone({ children }: { children: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useZone("wire");
  const wide = useMediaQuery("(min-width: 640px)");
  const phone = useMediaQuery("(max-width: 639px)");
  const close = () => setOpen(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "." || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      toggleInspector();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  useCommands(
    useMemo(
      () => [
        {
          id: "wire",
          label: open ? "Close inspector" : "Open inspector",
          group: "This page",
          keys: "Mod+.",
          keywords: "trace wire raw request response events headers network log",
          run: toggleInspector,
        },
      ],
      [open],
    ),
  );
  return (
    <>
      <section
        aria-label="Inspector"
        className="inspector-zone inspector-motion relative shrink-0 overflow-hidden bg-card max-sm:hidden"
        inert={!open}
      >
        {wide && open && (
          <div className="flex h-full flex-col">
            <InspectorSeparator />
            {children(close)}
          </div>
        )}
      </section>
      {phone && open && (
        <SideSheet open onClose={close} side="whole" title="Inspector">
          {children(close)}
        </SideSheet>
      )}
    </>
  );
}

function toggleInspector(): void {
  setZoneOpen("wire", !isZoneOpen("wire"));
}
