"use client";

import { Dialog } from "@base-ui/react/dialog";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { IconButton } from "./button.tsx";

/** A dialog over the page with a title and a close button. Scrolls when it is taller than the window. */
export function ModalDialog({
  open,
  onClose,
  title,
  className,
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Class for its width. */
  className: string;
  children: ReactNode;
}) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/45 backdrop-blur-sm transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          ref={popup}
          initialFocus={popup}
          className={clsx(
            "fixed top-1/2 left-1/2 z-50 flex max-h-[85dvh] max-w-[calc(100vw-1.5rem)] -translate-x-1/2 -translate-y-1/2 flex-col gap-3 overflow-y-auto rounded-2xl bg-popover p-5 shadow-float outline-none transition-[opacity,scale] duration-200 ease-press data-ending-style:scale-[0.97] data-starting-style:scale-[0.97] data-ending-style:opacity-0 data-starting-style:opacity-0",
            className,
          )}
        >
          <div className="flex items-center justify-between">
            <Dialog.Title className="font-medium text-base tracking-tight">{title}</Dialog.Title>
            <Dialog.Close render={<IconButton label="Close" size="small" />}>
              <X />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
