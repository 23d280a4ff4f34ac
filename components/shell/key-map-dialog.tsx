"use client";

import { ModalDialog } from "../ui/modal-dialog.tsx";

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
  return (
    <ModalDialog open={open} onClose={onClose} title="Keyboard map" className="w-[26rem]">
      {KEYS.map((group) => (
        <section key={group.title}>
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
    </ModalDialog>
  );
}
