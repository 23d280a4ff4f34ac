"use client";

import { Menu } from "@base-ui/react/menu";
import { clsx } from "clsx";
import { Check, type LucideIcon } from "lucide-react";
import { type RefObject, useRef } from "react";
import { showKeys } from "#lib/playground/shell/key-map.ts";

export type PopupItem = {
  id: string;
  label: string;
  Icon?: LucideIcon;
  /** State of an item that switches something on or off, or is one of several choices. */
  checked?: boolean;
  /** Detail beside the label: muted, and truncated first. */
  detail?: string;
  keys?: string;
  /** False disables the item. */
  enabled?: boolean;
  /** True for actions that delete something. */
  destructive?: boolean;
  /** True for an item that changes the menu itself. */
  keepsOpen?: boolean;
  run: () => void;
};

export type PopupGroup = {
  /** Heading; "" for none. */
  name: string;
  items: readonly PopupItem[];
};

/** A menu at a button: arrows move, Enter selects, Esc closes. Groups without items are not shown. */
export function PopupMenu({
  open,
  anchor,
  label,
  groups,
  side = "bottom",
  align = "end",
  onClose,
}: {
  open: boolean;
  anchor: RefObject<HTMLElement | null>;
  label: string;
  groups: readonly PopupGroup[];
  side?: "top" | "bottom";
  align?: "start" | "end";
  onClose: () => void;
}) {
  const popup = useRef<HTMLDivElement>(null);
  /**
   * Returns the focus to the button, unless an item has moved the focus elsewhere: the closing animation must not take
   * it back.
   */
  const finalFocus = () => {
    const active = document.activeElement;
    const isElsewhere = active !== null && active !== document.body && !popup.current?.contains(active);
    return isElsewhere ? false : anchor.current;
  };
  return (
    <Menu.Root open={open} onOpenChange={(next) => !next && onClose()} modal={false}>
      <Menu.Portal>
        {/* On phones the menu is a sheet from below, within reach of the thumb. */}
        <Menu.Backdrop className="fixed inset-0 z-50 bg-black/45 backdrop-blur-sm transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 sm:hidden" />
        <Menu.Positioner
          anchor={anchor}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 outline-none max-sm:top-auto! max-sm:right-0! max-sm:bottom-0! max-sm:left-0! max-sm:fixed! max-sm:w-full! max-sm:transform-none!"
        >
          <Menu.Popup
            ref={popup}
            finalFocus={finalFocus}
            aria-label={label}
            className="max-sm:max-h-[75dvh] max-sm:w-full max-sm:max-w-none max-sm:rounded-b-none max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))] max-h-(--available-height) w-64 max-w-[calc(100vw-1rem)] origin-(--transform-origin) overflow-y-auto overscroll-contain rounded-2xl bg-popover p-1.5 shadow-float outline-none transition-[opacity,scale] duration-150 ease-press data-ending-style:scale-[0.98] data-starting-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:opacity-0 motion-reduce:transition-none"
          >
            {groups
              .filter(({ items }) => items.length > 0)
              .map(({ name, items }) => (
                <Menu.Group
                  key={name || items[0]?.id}
                  className="not-first:mt-1.5 not-first:border-t not-first:border-border/60 not-first:pt-1.5"
                >
                  {name && <Menu.GroupLabel className="group-title px-2.5 py-1">{name}</Menu.GroupLabel>}
                  {items.map((item) => (
                    <Item key={item.id} item={item} />
                  ))}
                </Menu.Group>
              ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Item({ item }: { item: PopupItem }) {
  const { label, Icon, checked, detail, keys, enabled = true, destructive, keepsOpen = false, run } = item;
  return (
    <Menu.Item
      disabled={!enabled}
      closeOnClick={!keepsOpen}
      onClick={run}
      {...(checked === undefined ? {} : { role: "menuitemradio", "aria-checked": checked })}
      className={clsx(
        "flex h-8 cursor-pointer select-none items-center gap-2.5 rounded-lg px-2.5 text-[13px] outline-none data-disabled:cursor-default data-highlighted:bg-foreground/[0.06] data-disabled:opacity-45 pointer-coarse:h-11",
        destructive && "text-destructive",
      )}
    >
      <span aria-hidden className={clsx("size-4 shrink-0 [&>svg]:size-4", !destructive && "text-muted-foreground")}>
        {Icon && <Icon />}
      </span>
      <span className={clsx("truncate", detail ? "shrink-0" : "min-w-0 flex-1")}>{label}</span>
      {detail && (
        <span className="min-w-0 flex-1 truncate text-right font-mono text-xs text-muted-foreground tracking-tight">
          {detail}
        </span>
      )}
      {checked && <Check aria-hidden className="size-4 shrink-0 text-accent" />}
      {keys && <kbd className="text-numeric text-muted-foreground">{showKeys(keys).join(" ")}</kbd>}
    </Menu.Item>
  );
}
