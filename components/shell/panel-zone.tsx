"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { useMediaQuery } from "../use-media-query.ts";
import { useZone } from "./use-zone.ts";

const SideSheet = dynamic(() => import("../ui/side-sheet.tsx").then((module) => module.SideSheet));

/** Side panel in the form that fits the window: a zone of the page, a sheet from the right, or a sheet from below. */
export function PanelZone({
  label = "Parameters",
  children,
}: {
  label?: string;
  children: (close: () => void) => ReactNode;
}) {
  const [open, setOpen] = useZone("panel");
  const wide = useMediaQuery("(min-width: 1024px)");
  const phone = useMediaQuery("(max-width: 639px)");
  const close = () => setOpen(false);
  return (
    <>
      <aside
        aria-label={label}
        className="parameter-zone zone-motion hidden shrink-0 overflow-hidden bg-card lg:block"
        inert={!open}
      >
        {wide && open && <div className="flex h-full w-[344px] flex-col border-l">{children(close)}</div>}
      </aside>
      {!wide && open && (
        <SideSheet open onClose={close} side={phone ? "bottom" : "right"} title={label}>
          {children(close)}
        </SideSheet>
      )}
    </>
  );
}
