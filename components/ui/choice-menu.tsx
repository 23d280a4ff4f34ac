"use client";

import { Menu } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";

/** A button that opens a short list of choices. */
export function ChoiceMenu({
  trigger,
  label,
  children,
}: {
  /** Button element without content. */
  trigger: ReactElement;
  /** Content of the button. */
  label: ReactNode;
  children: ReactNode;
}) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger render={trigger}>{label}</Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="bottom" align="end" sideOffset={6} collisionPadding={8} className="z-50 outline-none">
          <Menu.Popup className="max-h-(--available-height) min-w-44 origin-(--transform-origin) overflow-y-auto overscroll-contain rounded-xl bg-popover p-1 shadow-float outline-none transition-[opacity,scale] duration-150 ease-press data-ending-style:scale-[0.98] data-starting-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:opacity-0 motion-reduce:transition-none">
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

export function ChoiceGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Menu.Group className="not-first:mt-1 not-first:border-t not-first:border-border/60 not-first:pt-1">
      <Menu.GroupLabel className="group-title px-2.5 py-1">{title}</Menu.GroupLabel>
      {children}
    </Menu.Group>
  );
}

export function ChoiceItem({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Menu.Item
      onClick={onClick}
      className="flex h-8 cursor-pointer select-none items-center gap-2 rounded-lg px-2.5 text-[13px] outline-none data-highlighted:bg-foreground/[0.06] pointer-coarse:h-11"
    >
      {children}
    </Menu.Item>
  );
}
