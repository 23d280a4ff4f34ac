"use client";

import { Menu, SlidersHorizontal, SquarePen } from "lucide-react";
import type { Model } from "#lib/playground/models.ts";
import { useChatState } from "../../../../components/chat/chat-context.tsx";
import { ModelPicker } from "../../../../components/model-picker/model-picker.tsx";
import { countSettings } from "../../../../components/parameters/count-settings.ts";
import { IconButton } from "../../../../components/ui/button.tsx";

export function ChatTopBar({
  models,
  modelId,
  isDefault,
  loading,
  panelOpen,
  onMenu,
  onModel,
  onPanel,
  onNew,
}: {
  models: readonly Model[];
  modelId: string | undefined;
  isDefault: boolean;
  loading: boolean;
  panelOpen: boolean;
  onMenu: () => void;
  onModel: (id: string | undefined) => void;
  onPanel: () => void;
  onNew: () => void;
}) {
  const setCount = useChatState((state) => countSettings(state.session.settings));
  const title = useChatState((state) => state.session.title);
  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-b px-2 max-sm:h-14">
      <IconButton label="Menu" className="sm:hidden" onClick={onMenu}>
        <Menu />
      </IconButton>
      <h1 className="sr-only">Chat</h1>
      <ModelPicker models={models} value={modelId} isDefault={isDefault} loading={loading} onChange={onModel} />
      <p className="min-w-0 flex-1 truncate px-3 text-center text-[13px] text-muted-foreground max-md:invisible">
        {title === "New chat" ? "" : title}
      </p>
      <IconButton label="New chat" keys="Alt N" tooltipSide="bottom" className="sm:hidden" onClick={onNew}>
        <SquarePen />
      </IconButton>
      <button
        type="button"
        aria-expanded={panelOpen}
        aria-label={setCount === 0 ? "Parameters" : `Parameters, ${setCount} set`}
        data-tooltip="Parameters"
        data-tooltip-keys="Ctrl ."
        data-tooltip-side="bottom"
        onClick={onPanel}
        className="flex h-8 shrink-0 items-center gap-1.5 rounded-lg px-2 text-muted-foreground transition-colors duration-150 hover:bg-foreground/[0.06] hover:text-foreground aria-expanded:bg-foreground/[0.06] aria-expanded:text-foreground pointer-coarse:h-10"
      >
        <SlidersHorizontal aria-hidden className="size-4" />
        {setCount > 0 && (
          <span className="grid h-[18px] min-w-[18px] place-items-center rounded-full bg-primary px-1 font-medium text-[11px] text-primary-foreground tabular-nums">
            {setCount}
          </span>
        )}
      </button>
    </header>
  );
}
