"use client";

import { Activity, ArrowLeft, ArrowRight, Coins, RefreshCw, SlidersHorizontal, Trash2 } from "lucide-react";
import type { RefObject } from "react";
import type { Column } from "#app/(playground)/compare/_model/column.ts";
import { useChatState } from "#components/chat/chat-context.tsx";
import { type PopupGroup, PopupMenu } from "#components/ui/popup-menu.tsx";
import { runningTurn } from "#lib/playground/chat/chat-state.ts";
import { MINIMUM_COLUMNS } from "#lib/playground/compare/column-places.ts";
import { listResponsesByQuestion } from "#lib/playground/compare/rank-metrics.ts";
import { openInspector } from "#lib/playground/inspector/trace-selection.ts";
import type { CompareOverlay } from "./compare-overlay.ts";
import { useComparison, useComparisonState } from "./comparison-context.tsx";

/** Actions menu of one column. */
export function ColumnMenu({
  column: { id, chat },
  index,
  open,
  anchor,
  onClose,
  onOverlay,
}: {
  column: Column;
  index: number;
  open: boolean;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  onOverlay: (overlay: CompareOverlay) => void;
}) {
  const comparison = useComparison();
  const count = useComparisonState(({ columns }) => columns.length);
  const last = useChatState((state) => listResponsesByQuestion(state.session.transcript).at(-1));
  const running = useChatState((state) => runningTurn(state) !== undefined);
  const groups: PopupGroup[] = [
    {
      name: "Response",
      items: [
        {
          id: "again",
          label: "Retry",
          Icon: RefreshCw,
          enabled: last !== undefined && !running,
          run: () => last && void chat.regenerate(last.id),
        },
        {
          id: "wire",
          label: "Open inspector",
          Icon: Activity,
          enabled: last !== undefined,
          run: () => last && openInspector(last.id, last.id),
        },
      ],
    },
    {
      name: `Column ${index + 1}`,
      items: [
        {
          id: "parameters",
          label: "Parameters",
          Icon: SlidersHorizontal,
          run: () => onOverlay({ name: "settings", column: id }),
        },
        {
          id: "price",
          label: "Set price…",
          Icon: Coins,
          run: () => onOverlay({ name: "price", column: id }),
        },
        {
          id: "left",
          label: "Move left",
          Icon: ArrowLeft,
          enabled: index > 0,
          run: () => comparison?.moveColumn(id, -1),
        },
        {
          id: "right",
          label: "Move right",
          Icon: ArrowRight,
          enabled: index < count - 1,
          run: () => comparison?.moveColumn(id, 1),
        },
        {
          id: "remove",
          label: "Remove column",
          Icon: Trash2,
          enabled: count > MINIMUM_COLUMNS,
          destructive: true,
          run: () => comparison?.removeColumn(id),
        },
      ],
    },
  ];
  return (
    <PopupMenu open={open} anchor={anchor} label={`More for column ${index + 1}`} groups={groups} onClose={onClose} />
  );
}
