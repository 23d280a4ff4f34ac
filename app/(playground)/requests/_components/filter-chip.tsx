"use client";

import { clsx } from "clsx";
import { ChevronDown, X } from "lucide-react";
import dynamic from "next/dynamic";
import { useRef } from "react";
import type { FilterName, RequestFilters } from "#app/(playground)/requests/_model/request-filters.ts";
import { useLayer } from "#components/ui/use-layer.ts";
import { formatExactTime } from "#lib/playground/shell/relative-time.ts";
import type { SetFilter } from "./use-filters.ts";

const PopupMenu = dynamic(() => import("#components/ui/popup-menu.tsx").then((module) => module.PopupMenu));

export type FilterOption = { value: string; label: string; detail?: string };

type ChipProps = { name: FilterName; label: string; filters: RequestFilters; onFilter: SetFilter };

/** A filter with a few values: a menu, and after a choice, the value with a button to clear it. */
export function FilterChip({
  name,
  label,
  options,
  filters,
  onFilter,
}: ChipProps & { options: readonly FilterOption[] }) {
  const menu = useLayer();
  const button = useRef<HTMLButtonElement>(null);
  const value = filters[name];
  return (
    <span className={clsx("inline-flex shrink-0 items-center rounded-full border", value && ON)}>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={menu.isOpen}
        className={clsx(CHIP, value ? "pr-1.5 pl-2.5" : "gap-1 pr-2 pl-2.5")}
        onClick={menu.open}
      >
        <span className={clsx(value && "text-muted-foreground")}>{label}</span>
        {value ? (
          <span className="ml-1.5 max-w-44 truncate font-medium">{getWords(value, options)}</span>
        ) : (
          <ChevronDown aria-hidden className="size-3 opacity-60" />
        )}
      </button>
      {value && (
        <button
          type="button"
          aria-label={`Clear filter ${label}`}
          className="mr-0.5 grid size-6 place-items-center rounded-full text-muted-foreground transition-colors hover:bg-foreground/[0.08] hover:text-foreground pointer-coarse:size-8"
          onClick={() => onFilter(name, undefined)}
        >
          <X aria-hidden className="size-3" />
        </button>
      )}
      {menu.wasOpened && (
        <PopupMenu
          open={menu.isOpen}
          anchor={button}
          label={label}
          groups={[
            {
              name: label,
              items:
                options.length > 0
                  ? options.map(({ value: chosen, label: words, detail }) => ({
                      id: chosen,
                      label: words,
                      ...(detail ? { detail } : {}),
                      run: () => onFilter(name, chosen),
                    }))
                  : [{ id: "none", label: "No options yet", enabled: false, run: () => {} }],
            },
          ]}
          onClose={menu.close}
        />
      )}
    </span>
  );
}

/** A filter that is on or off. */
export function ToggleChip({ name, label, filters, onFilter }: ChipProps) {
  const on = filters[name] === "true";
  return (
    <button
      type="button"
      aria-pressed={on}
      className={clsx(CHIP, "shrink-0 rounded-full border px-2.5", on && `${ON} font-medium`)}
      onClick={() => onFilter(name, on ? undefined : "true")}
    >
      {label}
    </button>
  );
}

const CHIP =
  "flex h-7 items-center whitespace-nowrap rounded-full text-[13px] transition-colors duration-150 hover:bg-foreground/[0.05] pointer-coarse:h-9";
const ON = "border-accent/40 bg-accent/[0.08]";

/** Returns the label of a value. Times from links of other pages are formatted as times. */
function getWords(value: string, options: readonly FilterOption[]): string {
  const option = options.find((one) => one.value === value);
  if (option) return option.label;
  return /^\d{12,}$/.test(value) ? formatExactTime(Number(value)) : value;
}
