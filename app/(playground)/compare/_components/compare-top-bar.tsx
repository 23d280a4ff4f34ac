"use client";

import { GitCompareArrows, LockKeyhole, LockKeyholeOpen, Plus, SquarePen } from "lucide-react";
import { useMemo } from "react";
import { MoreMenu } from "#components/more-menu/more-menu.tsx";
import { type MenuEntry, useMenuEntries } from "#components/more-menu/use-menu-entries.ts";
import { HelpLink } from "#components/shell/help-link.tsx";
import { InspectorButton } from "#components/shell/top-bar.tsx";
import { useCommands } from "#components/shell/use-commands.ts";
import { Button, IconButton } from "#components/ui/button.tsx";
import { showToast } from "#components/ui/toast.tsx";
import { MAXIMUM_COLUMNS } from "#lib/playground/compare/column-places.ts";
import { copyText } from "#lib/playground/shell/copy-text.ts";
import { useComparison, useComparisonState } from "./comparison-context.tsx";

export function CompareTopBar({
  locked,
  onLock,
  onDiff,
  onNew,
}: {
  /** True while the columns scroll together. */
  locked: boolean;
  onLock: () => void;
  onDiff: () => void;
  onNew: () => void;
}) {
  const comparison = useComparison();
  const count = useComparisonState(({ columns }) => columns.length);
  const empty = useComparisonState((state) => state.empty);
  const running = useComparisonState((state) => state.running.length > 0);
  const id = useComparisonState((state) => state.id);
  const full = count === 0 || count >= MAXIMUM_COLUMNS;

  const entries = useMemo(
    (): MenuEntry[] => [
      {
        id: "share-columns",
        label: "Copy link to these columns",
        group: "Share",
        keywords: "address url models",
        run: () => {
          const link = `${location.origin}/compare#${comparison?.store.get().address}`;
          void copyText(link).then(
            () => showToast({ title: "Link copied", detail: "It opens these columns without their messages." }),
            () => showToast({ title: "Couldn’t copy", detail: link, kind: "error" }),
          );
        },
      },
      {
        id: "delete-comparison",
        label: "Delete comparison",
        group: "History",
        enabled: !empty,
        destructive: true,
        run: () => void comparison?.remove(id),
      },
    ],
    [comparison, empty, id],
  );
  useMenuEntries(entries);
  useCommands([
    {
      id: "add-column",
      label: "Add column",
      group: "This page",
      enabled: !full,
      run: () => comparison?.addColumn(),
    },
    { id: "diff", label: "Show differences", group: "This page", keywords: "diff words", enabled: !empty, run: onDiff },
    {
      id: "lock",
      label: locked ? "Scroll columns separately" : "Scroll columns together",
      group: "This page",
      run: onLock,
    },
    {
      id: "stop",
      label: "Stop all",
      group: "Conversation",
      keys: "Esc",
      enabled: running,
      run: () => comparison?.stop(),
    },
  ]);

  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-b px-2 max-sm:h-14">
      <h1 className="px-2 font-medium">Compare</h1>
      <span className="flex-1" />
      <Button
        variant="ghost"
        disabled={full}
        aria-label="Add column"
        className="text-muted-foreground max-sm:px-2 pointer-coarse:h-10"
        onClick={() => comparison?.addColumn()}
      >
        <Plus aria-hidden />
        <span className="max-sm:hidden">Add column</span>
      </Button>
      <HelpLink />
      <IconButton label="Show differences" tooltipSide="bottom" disabled={empty} onClick={onDiff}>
        <GitCompareArrows />
      </IconButton>
      <IconButton
        label="Scroll columns together"
        tooltipSide="bottom"
        aria-pressed={locked}
        disabled={empty}
        className="aria-pressed:bg-foreground/[0.06] aria-pressed:text-foreground max-sm:hidden"
        onClick={onLock}
      >
        {locked ? <LockKeyhole /> : <LockKeyholeOpen />}
      </IconButton>
      <InspectorButton />
      <IconButton label="New comparison" keys="Alt+N" tooltipSide="bottom" onClick={onNew}>
        <SquarePen />
      </IconButton>
      <MoreMenu />
    </header>
  );
}
