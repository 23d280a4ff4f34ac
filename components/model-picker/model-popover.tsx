"use client";

import { Popover } from "@base-ui/react/popover";
import { useRef } from "react";
import type { Model } from "#lib/playground/models/models.ts";
import { recordChosenModel } from "#lib/playground/models/saved-models.ts";
import { ModelList } from "./model-list.tsx";

/** List of models over the page, with a search field. */
export function ModelPopover({
  open,
  anchor,
  models,
  value,
  onChange,
  onClose,
}: {
  open: boolean;
  anchor: HTMLElement | null;
  models: readonly Model[];
  value: string | undefined;
  onChange: (id: string) => void;
  onClose: () => void;
}) {
  const search = useRef<HTMLInputElement>(null);
  return (
    <Popover.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          side="bottom"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className="z-50"
        >
          <Popover.Popup
            initialFocus={search}
            finalFocus={() => anchor}
            aria-label="Choose a model"
            className="flex max-h-[min(36rem,var(--available-height))] w-[34rem] max-w-[calc(100vw-1rem)] origin-(--transform-origin) flex-col overflow-hidden rounded-2xl bg-popover shadow-float outline-none transition-[opacity,scale] duration-150 ease-press data-ending-style:scale-[0.98] data-starting-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            <ModelList
              search={search}
              models={models}
              value={value}
              onChoose={(id) => {
                recordChosenModel(id);
                onChange(id);
                onClose();
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
