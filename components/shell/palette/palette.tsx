"use client";

import { Dialog } from "@base-ui/react/dialog";
import { useEffect, useRef, useState } from "react";
import type { Command } from "#lib/playground/shell/commands/command.ts";
import { rememberCommand } from "#lib/playground/shell/commands/recent-commands.ts";
import { PaletteList } from "./palette-list.tsx";

type ChoiceCommand = Extract<Command, { run?: undefined }>;

/**
 * All actions of the page behind one field. The chosen command runs after the palette has closed and the focus has
 * returned.
 */
export function Palette({ open, onClose }: { open: boolean; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const chosen = useRef<() => void>(undefined);
  const [level, setLevel] = useState<ChoiceCommand>();
  /**
   * True after a change of level, whose new field needs the focus. The dialog itself focuses the first list's field,
   * after it has noted the previous focus.
   */
  const moved = useRef(false);
  const goTo = (next: ChoiceCommand | undefined) => {
    moved.current = true;
    setLevel(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each level has a new field.
  useEffect(() => {
    if (moved.current) field.current?.focus();
    moved.current = false;
  }, [level]);

  const choose = (command: Command) => {
    if (!command.run) {
      goTo(command);
      return;
    }
    rememberCommand(command.id);
    chosen.current = command.run;
    onClose();
  };
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next, { reason }) => {
        if (next) return;
        if (level && reason === "escape-key") goTo(undefined);
        else onClose();
      }}
      onOpenChangeComplete={(now) => {
        if (now) return;
        setLevel(undefined);
        chosen.current?.();
        chosen.current = undefined;
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-[60] bg-black/45 backdrop-blur-sm transition-opacity duration-150 data-starting-style:opacity-0" />
        <Dialog.Popup
          initialFocus={field}
          aria-label="Commands"
          className="fixed top-[14dvh] left-1/2 z-[61] flex max-h-[min(30rem,72dvh)] w-[38rem] max-w-[calc(100vw-1.5rem)] -translate-x-1/2 flex-col overflow-hidden rounded-2xl bg-popover shadow-float outline-none transition-[opacity,scale] duration-150 ease-press data-starting-style:scale-[0.98] data-starting-style:opacity-0 max-sm:top-[max(0.75rem,env(safe-area-inset-top))]"
        >
          <PaletteList
            key={level?.id ?? ""}
            field={field}
            level={level}
            onChoose={choose}
            onBack={() => goTo(undefined)}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
