"use client";

import { useState } from "react";
import type { Column } from "#app/(playground)/compare/_model/column.ts";
import { ChatProvider } from "#components/chat/chat-context.tsx";
import { ChatParameterPanel } from "#components/parameters/chat-parameter-panel.tsx";
import { Button } from "#components/ui/button.tsx";
import { SideSheet } from "#components/ui/side-sheet.tsx";
import { showToast } from "#components/ui/toast.tsx";
import { useCatalogue } from "#components/use-catalogue.ts";
import { useMediaQuery } from "#components/use-media-query.ts";
import { useStore } from "#components/use-store.ts";
import { PAGE_NAMES } from "#lib/playground/conversion/page-names.ts";
import { useComparison, useComparisonState } from "./comparison-context.tsx";

/** Parameters of one column, with a button to apply them to all columns. */
export function ColumnSettings({
  columnId,
  parameter,
  onClose,
}: {
  columnId: string;
  /** Name of the parameter to scroll to. */
  parameter?: string;
  onClose: () => void;
}) {
  const column = useComparisonState(({ columns }) => columns.find(({ id }) => id === columnId));
  const index = useComparisonState(({ columns }) => columns.findIndex(({ id }) => id === columnId));
  const phone = useMediaQuery("(max-width: 639px)");
  if (!column) return null;
  return (
    <SideSheet open onClose={onClose} side={phone ? "bottom" : "right"} title={`Parameters of column ${index + 1}`}>
      <ChatProvider chat={column.chat}>
        <Panel column={column} index={index} parameter={parameter} onClose={onClose} />
      </ChatProvider>
    </SideSheet>
  );
}

function Panel({
  column: { id, page, chat },
  index,
  parameter,
  onClose,
}: {
  column: Column;
  index: number;
  parameter?: string;
  onClose: () => void;
}) {
  const comparison = useComparison();
  const { models, defaultModel } = useCatalogue();
  const settings = useStore(chat.store, (state) => state.session.settings);
  const modelId = settings.model ?? defaultModel;
  const [reveal] = useState(parameter === undefined ? undefined : { name: parameter, count: 1 });

  const applyToAll = () => {
    const left = comparison?.applyToAll(id) ?? [];
    showToast({
      title: "Settings applied to all columns",
      detail: left.join(" "),
      kind: left.length === 0 ? "success" : "info",
    });
  };

  return (
    <>
      <ChatParameterPanel
        dialect={chat.dialect}
        settings={settings}
        model={models.find((model) => model.id === modelId)}
        reveal={reveal}
        problems={chat.dialect.findProblems(settings)}
        onChange={chat.changeSettings}
        onClose={onClose}
      />
      <footer className="flex shrink-0 items-center gap-3 border-t px-4 pt-3 pb-safe">
        <p className="min-w-0 flex-1 text-muted-foreground text-xs">
          Column {index + 1}, {PAGE_NAMES[page]}
        </p>
        <Button variant="primary" onClick={applyToAll}>
          Apply to all columns
        </Button>
      </footer>
    </>
  );
}
