"use client";

import { Ellipsis, SlidersHorizontal, Square } from "lucide-react";
import dynamic from "next/dynamic";
import { useMemo, useRef, useState } from "react";
import type { Column } from "#app/(playground)/compare/_model/column.ts";
import { useChatState } from "#components/chat/chat-context.tsx";
import { ModelPicker } from "#components/model-picker/model-picker.tsx";
import { countSettings } from "#components/parameters/count-settings.ts";
import { IconButton } from "#components/ui/button.tsx";
import { DialectDot } from "#components/ui/dialect-dot.tsx";
import { Select } from "#components/ui/select.tsx";
import { showToast } from "#components/ui/toast.tsx";
import type { Catalogue } from "#components/use-catalogue.ts";
import { runningTurn } from "#lib/playground/chat/chat-state.ts";
import { PAGE_NAMES, TEXT_PAGES } from "#lib/playground/conversion/page-names.ts";
import type { TextPage } from "#lib/playground/history/history.ts";
import { isImageModel, isTextModel } from "#lib/playground/models/models.ts";
import type { CompareOverlay } from "./compare-overlay.ts";
import { useComparison } from "./comparison-context.tsx";

const ColumnMenu = dynamic(() => import("./column-menu.tsx").then((module) => module.ColumnMenu));

/** Header of a column: its API and model, with the column's actions. */
export function ColumnHeader({
  column,
  index,
  catalogue,
  onOverlay,
}: {
  column: Column;
  index: number;
  catalogue: Catalogue;
  onOverlay: (overlay: CompareOverlay) => void;
}) {
  const { page, chat, id } = column;
  const settings = useChatState((state) => state.session.settings);
  const running = useChatState((state) => runningTurn(state) !== undefined);
  const models = useMemo(
    () =>
      catalogue.models.filter((model) => isTextModel(model) || (page === "generate-content" && isImageModel(model))),
    [catalogue.models, page],
  );
  const [menu, setMenu] = useState<"never" | "open" | "closed">("never");
  const menuButton = useRef<HTMLButtonElement>(null);
  const setCount = countSettings(settings);
  const named = `column ${index + 1}`;

  return (
    <header className="shrink-0 border-b px-2 pt-1.5 pb-1">
      <div className="flex items-center gap-0.5">
        <PageSelect column={column} label={`API of ${named}`} />
        <span className="flex-1" />
        {running && (
          <IconButton label={`Stop ${named}`} className="!text-accent" onClick={chat.stop}>
            <Square fill="currentColor" className="!size-3" />
          </IconButton>
        )}
        <IconButton
          label={setCount === 0 ? `Parameters of ${named}` : `Parameters of ${named}, ${setCount} set`}
          tooltipSide="bottom"
          className="relative"
          onClick={() => onOverlay({ name: "settings", column: id })}
        >
          <SlidersHorizontal />
          {setCount > 0 && (
            <span className="absolute top-0 right-0 grid h-4 min-w-4 place-items-center rounded-full bg-accent px-0.5 font-medium text-accent-foreground text-xs tabular-nums">
              {setCount}
            </span>
          )}
        </IconButton>
        <IconButton
          ref={menuButton}
          label={`More for ${named}`}
          tooltipSide="bottom"
          aria-haspopup="menu"
          aria-expanded={menu === "open"}
          onClick={() => setMenu(menu === "open" ? "closed" : "open")}
        >
          <Ellipsis />
        </IconButton>
      </div>
      <div className="flex min-w-0">
        <ModelPicker
          shortcut={false}
          models={models}
          value={settings.model ?? catalogue.defaultModel}
          isDefault={settings.model === undefined}
          loading={catalogue.loading}
          onChange={(model) => chat.changeSettings({ model })}
        />
      </div>
      {menu !== "never" && (
        <ColumnMenu
          column={column}
          index={index}
          open={menu === "open"}
          anchor={menuButton}
          onClose={() => setMenu("closed")}
          onOverlay={onOverlay}
        />
      )}
    </header>
  );
}

function PageSelect({ column: { id, page }, label }: { column: Column; label: string }) {
  const comparison = useComparison();
  const change = (chosen: TextPage) => {
    const left = comparison?.changePage(id, chosen) ?? [];
    if (left.length > 0)
      showToast({ title: `Some of it is not supported by ${PAGE_NAMES[chosen]}`, detail: left.join(" ") });
  };
  return (
    <Select
      bare
      label={label}
      mark={<DialectDot page={page} />}
      options={TEXT_PAGES.map((candidate) => ({ value: candidate, label: PAGE_NAMES[candidate] }))}
      value={page}
      onChange={change}
    />
  );
}
