"use client";

import { Menu } from "@base-ui/react/menu";
import { clsx } from "clsx";
import {
  Activity,
  ArrowLeft,
  ArrowRight,
  Coins,
  type LucideIcon,
  RefreshCw,
  SlidersHorizontal,
  Trash2,
} from "lucide-react";
import type { RefObject } from "react";
import { runningTurn } from "#lib/playground/chat-state.ts";
import type { Column } from "#lib/playground/compare/column.ts";
import { MINIMUM_COLUMNS } from "#lib/playground/compare/column-places.ts";
import { answersByQuestion } from "#lib/playground/compare/rank-metrics.ts";
import { openWire } from "#lib/playground/wire/wire-drawer.ts";
import { useChatState } from "../../../../components/chat/chat-context.tsx";
import type { CompareOverlay } from "./compare-overlay.ts";
import { useComparison, useComparisonState } from "./comparison-context.tsx";

type Item = { label: string; icon: LucideIcon; run: () => void; enabled?: boolean; destructive?: boolean };

/** What can be done with one column. */
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
  const last = useChatState((state) => answersByQuestion(state.session.transcript).at(-1));
  const running = useChatState((state) => runningTurn(state) !== undefined);
  const items: Item[] = [
    {
      label: "Ask again",
      icon: RefreshCw,
      enabled: last !== undefined && !running,
      run: () => last && void chat.regenerate(last.id),
    },
    {
      label: "Wire",
      icon: Activity,
      enabled: last !== undefined,
      run: () => last && openWire(last.id, last.id),
    },
    { label: "Parameters", icon: SlidersHorizontal, run: () => onOverlay({ name: "settings", column: id }) },
    { label: "Price of the model…", icon: Coins, run: () => onOverlay({ name: "price", column: id }) },
    { label: "Move left", icon: ArrowLeft, enabled: index > 0, run: () => comparison?.moveColumn(id, -1) },
    { label: "Move right", icon: ArrowRight, enabled: index < count - 1, run: () => comparison?.moveColumn(id, 1) },
    {
      label: "Remove the column",
      icon: Trash2,
      enabled: count > MINIMUM_COLUMNS,
      destructive: true,
      run: () => comparison?.removeColumn(id),
    },
  ];
  return (
    <Menu.Root open={open} onOpenChange={(next) => !next && onClose()} modal={false}>
      <Menu.Portal>
        <Menu.Positioner
          anchor={anchor}
          side="bottom"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="z-50 outline-none"
        >
          <Menu.Popup
            finalFocus={anchor}
            aria-label={`Column ${index + 1}`}
            className="w-56 origin-(--transform-origin) rounded-2xl bg-popover p-1.5 shadow-float outline-none transition-[opacity,scale] duration-150 ease-press data-ending-style:scale-[0.98] data-starting-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:opacity-0 motion-reduce:transition-none"
          >
            {items.map(({ label, icon: Icon, run, enabled = true, destructive }) => (
              <Menu.Item
                key={label}
                disabled={!enabled}
                onClick={run}
                className={clsx(
                  "flex h-8 cursor-pointer select-none items-center gap-2.5 rounded-lg px-2.5 text-[13px] outline-none data-disabled:cursor-default data-highlighted:bg-foreground/[0.06] data-disabled:opacity-45 pointer-coarse:h-11",
                  destructive && "text-destructive",
                )}
              >
                <Icon aria-hidden className={clsx("size-4 shrink-0", !destructive && "text-muted-foreground")} />
                {label}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
