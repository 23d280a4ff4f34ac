"use client";

import { clsx } from "clsx";
import { Search } from "lucide-react";
import { type Dispatch, memo, type SetStateAction, useCallback } from "react";
import type { KindCount } from "#lib/playground/inspector/count-kinds.ts";
import type { EventKind } from "#lib/playground/inspector/event-facts.ts";
import type { RowFilter } from "#lib/playground/inspector/filter-rows.ts";
import { formatBytes, formatCount } from "#lib/playground/streams/metrics.ts";
import { KindBadge } from "./kind-badge.tsx";

const CHIP =
  "inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full border px-2 font-mono text-xs tabular-nums tracking-tight transition-colors duration-150 pointer-coarse:h-9 pointer-coarse:px-3";

/** Filters the list by kind and text. The kinds in their colours are the chart's legend too. */
export function EventFilter({
  kinds,
  filter,
  shown,
  total,
  bytes,
  onFilter,
}: {
  kinds: readonly KindCount[];
  filter: RowFilter;
  /** Number of rows that pass the filter. */
  shown: number;
  total: number;
  bytes: number;
  onFilter: Dispatch<SetStateAction<RowFilter>>;
}) {
  const toggle = useCallback(
    (kind: EventKind) =>
      onFilter((filter) => {
        const chosen = new Set(filter.kinds);
        if (!chosen.delete(kind)) chosen.add(kind);
        return { ...filter, kinds: chosen };
      }),
    [onFilter],
  );
  const filtered = shown !== total;
  return (
    <div className="flex shrink-0 items-center gap-2 border-y px-3 py-1.5 @max-2xl:flex-wrap">
      <label className="flex h-7 w-40 shrink-0 items-center gap-1.5 rounded-lg bg-foreground/[0.05] px-2 text-muted-foreground focus-within:outline-2 focus-within:outline-ring @max-2xl:order-2 @max-2xl:w-auto @max-2xl:min-w-0 @max-2xl:flex-1 @max-2xl:shrink pointer-coarse:h-10">
        <Search aria-hidden className="size-3.5 shrink-0" />
        <input
          type="search"
          aria-label="Filter events by text"
          placeholder="Filter"
          value={filter.text}
          onChange={(event) => onFilter({ ...filter, text: event.target.value })}
          className="min-w-0 flex-1 bg-transparent text-[13px] text-foreground outline-none pointer-coarse:text-base"
        />
      </label>
      <div className="-ml-1 flex min-w-0 flex-1 items-center fade-end gap-1.5 overflow-x-auto p-1 pr-5 [scrollbar-width:none] @max-2xl:order-1 @max-2xl:w-full @max-2xl:flex-none">
        {kinds.map(([kind, count]) => (
          <KindChip key={kind} kind={kind} count={count} chosen={filter.kinds.has(kind)} onToggle={toggle} />
        ))}
      </div>
      <p className="text-numeric shrink-0 text-muted-foreground @max-2xl:order-3" aria-live="polite">
        <span>{filtered ? `${formatCount(shown)} of ${formatCount(total)}` : `${formatCount(total)} events`}</span>
        {!filtered && <span> · {formatBytes(bytes)}</span>}
      </p>
    </div>
  );
}

const KindChip = memo(function KindChip({
  kind,
  count,
  chosen,
  onToggle,
}: {
  kind: EventKind;
  count: number;
  chosen: boolean;
  onToggle: (kind: EventKind) => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={() => onToggle(kind)}
      className={clsx(CHIP, chosen ? "border-accent bg-accent/10" : "hover:bg-foreground/[0.05]")}
    >
      <KindBadge kind={kind} />
      <span className="text-muted-foreground">{formatCount(count)}</span>
    </button>
  );
});
