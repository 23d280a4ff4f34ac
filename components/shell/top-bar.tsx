"use client";

import { Activity, SlidersHorizontal } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { ModelPicker } from "../model-picker/model-picker.tsx";
import { useModelCommands } from "../model-picker/use-model-commands.ts";
import { IconButton } from "../ui/button.tsx";
import { HelpLink } from "./help-link.tsx";
import { useCommands } from "./use-commands.ts";
import { useZone } from "./use-zone.ts";

/** Top bar of a page: the model, the title, and the button for the parameters. */
export function TopBar({
  page,
  start,
  picker,
  title,
  setCount,
  panelOpen,
  onPanel,
  children,
}: {
  /** Name of the page, shown as its first heading. */
  page: string;
  /** Content before the model, such as the choice of the API. */
  start?: ReactNode;
  picker: ComponentProps<typeof ModelPicker>;
  title: string;
  /** Number of parameters that are set. */
  setCount: number;
  panelOpen: boolean;
  onPanel: () => void;
  /** Buttons of the page. */
  children?: ReactNode;
}) {
  useModelCommands(picker);
  useCommands([
    {
      id: "parameters",
      label: panelOpen ? "Close parameters" : "Parameters",
      group: "This page",
      keys: "Mod+,",
      keywords: "settings temperature panel",
      run: onPanel,
    },
  ]);
  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-b px-2 max-sm:h-14">
      <h1 className="sr-only">{page}</h1>
      {start}
      <ModelPicker {...picker} />
      <p className="min-w-0 flex-1 truncate px-3 text-center text-[13px] text-muted-foreground max-md:invisible">
        {title}
      </p>
      {children}
      <HelpLink />
      <InspectorButton />
      <button
        type="button"
        aria-expanded={panelOpen}
        aria-label={setCount === 0 ? "Parameters" : `Parameters, ${setCount} set`}
        data-tooltip="Parameters"
        data-tooltip-keys="Mod+,"
        data-tooltip-side="bottom"
        onClick={onPanel}
        className="flex h-8 shrink-0 items-center gap-1.5 rounded-lg px-2 text-muted-foreground transition-colors duration-150 hover:bg-foreground/[0.06] hover:text-foreground aria-expanded:bg-foreground/[0.06] aria-expanded:text-foreground pointer-coarse:h-10"
      >
        <SlidersHorizontal aria-hidden className="size-4" />
        {setCount > 0 && (
          <span className="grid h-[18px] min-w-[18px] place-items-center rounded-full bg-accent px-1 font-medium text-accent-foreground text-xs tabular-nums">
            {setCount}
          </span>
        )}
      </button>
    </header>
  );
}

/**
 * Opens the inspector. Hidden on phones, where the bar is full: there each response has its own button, and the palette
 * has a command.
 */
export function InspectorButton() {
  const [open, setOpen] = useZone("wire");
  return (
    <IconButton
      label="Inspector"
      keys="Mod+."
      tooltipSide="bottom"
      aria-expanded={open}
      className="aria-expanded:bg-foreground/[0.06] aria-expanded:text-foreground max-sm:hidden"
      onClick={() => setOpen(!open)}
    >
      <Activity />
    </IconButton>
  );
}
