"use client";

import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "../ui/button.tsx";

const MOD = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘" : "Ctrl";

const KEYS: { title: string; rows: [keys: string[], does: string][] }[] = [
  {
    title: "Message",
    rows: [
      [["Enter"], "Send"],
      [["Shift", "Enter"], "New line"],
      [[MOD, "Enter"], "Send from anywhere in the text"],
      [["Esc"], "Stop"],
      [["↑"], "Recall the last message, in an empty field"],
      [["Backspace"], "Remove the last attachment, in an empty field"],
    ],
  },
  {
    title: "Page",
    rows: [
      [["/"], "Go to the message field"],
      [[MOD, "."], "Parameters"],
      [[MOD, "/"], "Models"],
      [["Alt", "N"], "New chat, picture or video"],
      [["End"], "Jump to the latest"],
      [["?"], "This map"],
    ],
  },
  {
    title: "Video",
    rows: [
      [[",", "."], "One frame back, one frame on"],
      [["K"], "Play, pause"],
      [["L"], "Loop"],
      [["F"], "Fullscreen"],
    ],
  },
];

export function KeyMapDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/30 transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0 dark:bg-black/60" />
        <Dialog.Popup
          ref={popup}
          initialFocus={popup}
          className="fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[26rem] max-w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-2xl bg-popover p-5 shadow-float outline-none transition-[opacity,scale] duration-200 ease-press data-ending-style:scale-[0.97] data-starting-style:scale-[0.97] data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <div className="flex items-center justify-between">
            <Dialog.Title className="font-medium text-base tracking-tight">Keyboard map</Dialog.Title>
            <Dialog.Close render={<IconButton label="Close" size="small" />}>
              <X />
            </Dialog.Close>
          </div>
          {KEYS.map((group) => (
            <section key={group.title} className="mt-4">
              <h3 className="group-title pb-1.5">{group.title}</h3>
              <dl className="divide-y divide-border/60">
                {group.rows.map(([keys, does]) => (
                  <div key={does} className="flex items-center justify-between gap-4 py-1.5">
                    <dt className="order-2 flex shrink-0 gap-1">
                      {keys.map((key) => (
                        <kbd key={key} className="rounded-md border bg-muted px-1.5 py-0.5 font-mono text-[11px]">
                          {key}
                        </kbd>
                      ))}
                    </dt>
                    <dd className="text-muted-foreground">{does}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
