"use client";

import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import dynamic from "next/dynamic";
import { type ReactNode, useRef } from "react";
import { useLayer } from "./use-layer.ts";

const PopupMenu = dynamic(() => import("./popup-menu.tsx").then((module) => module.PopupMenu));

export type SelectOption<Value extends string> = { value: Value; label: string };

/** A button that shows the chosen option and opens a menu of all. */
export function Select<Value extends string>({
  label,
  options,
  value,
  mark,
  bare = false,
  className,
  onChange,
}: {
  /** Name of the choice for screen readers, and the menu's title. */
  label: string;
  options: readonly SelectOption<Value>[];
  value: Value;
  /** Sign before the chosen option. */
  mark?: ReactNode;
  /** Without a border, in bars where the other buttons have none. */
  bare?: boolean;
  className?: string;
  onChange: (value: Value) => void;
}) {
  const menu = useLayer();
  const button = useRef<HTMLButtonElement>(null);
  const chosen = options.find((option) => option.value === value)?.label ?? value;
  return (
    <>
      <button
        ref={button}
        type="button"
        data-select
        aria-haspopup="menu"
        aria-expanded={menu.isOpen}
        aria-label={`${label}: ${chosen}`}
        onClick={menu.open}
        className={clsx(
          "flex h-8 min-w-0 max-w-full items-center gap-2 rounded-lg pr-2 pl-2.5 text-[13px] transition-colors duration-150 hover:bg-foreground/[0.06] pointer-coarse:h-10",
          !bare && "border bg-background",
          className,
        )}
      >
        {mark}
        <span className="truncate">{chosen}</span>
        <ChevronDown aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
      </button>
      {menu.wasOpened && (
        <PopupMenu
          open={menu.isOpen}
          anchor={button}
          align="start"
          label={label}
          groups={[
            {
              name: label,
              items: options.map((option) => ({
                id: option.value,
                label: option.label,
                checked: option.value === value,
                run: () => onChange(option.value),
              })),
            },
          ]}
          onClose={menu.close}
        />
      )}
    </>
  );
}
