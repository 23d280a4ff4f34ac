"use client";

import { Drawer } from "@base-ui/react/drawer";
import { clsx } from "clsx";
import type { ReactNode } from "react";

const SIDES = {
  left: {
    swipe: "left",
    viewport: "justify-start",
    popup:
      "h-full w-[300px] max-w-[86vw] rounded-r-2xl border-r [transform:translateX(var(--drawer-swipe-movement-x))] data-ending-style:[transform:translateX(-102%)] data-starting-style:[transform:translateX(-102%)]",
  },
  right: {
    swipe: "right",
    viewport: "justify-end",
    popup:
      "h-full w-[360px] max-w-[92vw] rounded-l-2xl border-l [transform:translateX(var(--drawer-swipe-movement-x))] data-ending-style:[transform:translateX(102%)] data-starting-style:[transform:translateX(102%)]",
  },
  /** From below, over all but a strip of the page. */
  whole: {
    swipe: "down",
    viewport: "items-end",
    popup:
      "h-[94dvh] w-full rounded-t-2xl border-t [transform:translateY(var(--drawer-swipe-movement-y))] data-ending-style:[transform:translateY(102%)] data-starting-style:[transform:translateY(102%)]",
  },
  bottom: {
    swipe: "down",
    viewport: "items-end",
    popup:
      "max-h-[86dvh] w-full rounded-t-2xl border-t [transform:translateY(var(--drawer-swipe-movement-y))] data-ending-style:[transform:translateY(102%)] data-starting-style:[transform:translateY(102%)]",
  },
} as const;

/** A sheet over the page from one edge: traps the focus; closes on Esc, a click outside, or a swipe back. */
export function SideSheet({
  open,
  onClose,
  side,
  title,
  children,
}: {
  open: boolean;
  onClose: () => void;
  side: keyof typeof SIDES;
  title: string;
  children: ReactNode;
}) {
  const look = SIDES[side];
  return (
    <Drawer.Root open={open} onOpenChange={(next) => !next && onClose()} swipeDirection={look.swipe}>
      <Drawer.Portal>
        <Drawer.Backdrop className="fixed inset-0 z-40 bg-black/45 backdrop-blur-sm transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Drawer.Viewport className={clsx("fixed inset-0 z-50 flex", look.viewport)}>
          <Drawer.Popup
            aria-label={title}
            className={clsx(
              "flex flex-col overflow-hidden bg-popover shadow-float outline-none transition-transform duration-300 ease-fold data-swiping:duration-0",
              look.popup,
            )}
          >
            {(side === "bottom" || side === "whole") && (
              <div
                aria-hidden="true"
                className="mx-auto mt-2 h-1 w-9 shrink-0 rounded-full bg-foreground/20 forced-color-adjust-none"
              />
            )}
            <Drawer.Content className="flex min-h-0 flex-1 flex-col">{children}</Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
