"use client";

import { clsx } from "clsx";
import { ChevronRight } from "lucide-react";
import { memo } from "react";
import type { RowRun } from "#lib/playground/inspector/group-rows.ts";
import { formatBytes, formatCount, formatDuration } from "#lib/playground/streams/metrics.ts";
import { EVENT_COLUMNS, showLineBreaks } from "./event-row.tsx";
import { KindBadge } from "./kind-badge.tsx";

/** A run of events of one kind on one line, above its events when it is open. */
export const RunRow = memo(function RunRow({
  run,
  open,
  onToggle,
}: {
  run: RowRun;
  open: boolean;
  onToggle: (run: RowRun, open: boolean) => void;
}) {
  const { id, at, count, duration, bytes, kind, preview } = run;
  return (
    <button
      type="button"
      data-line={`run-${id}`}
      aria-expanded={open}
      onClick={() => onToggle(run, !open)}
      className={clsx(
        EVENT_COLUMNS,
        "h-[26px] w-full bg-foreground/[0.03] px-3 text-left font-mono text-xs tabular-nums tracking-tight -outline-offset-2 hover:bg-foreground/[0.06] pointer-coarse:h-10",
      )}
    >
      <span className="flex items-center justify-end gap-1 text-muted-foreground @max-xl:hidden">
        {formatCount(id + 1)}
      </span>
      <span className="text-right">
        {formatCount(Math.round(at))} <span className="text-muted-foreground">ms</span>
      </span>
      <span className="-ml-1 col-[3/-1] flex min-w-0 items-center gap-2">
        <ChevronRight
          aria-hidden
          className={clsx(
            "-mr-1 size-3 shrink-0 text-muted-foreground transition-transform duration-150",
            open && "rotate-90",
          )}
        />
        <KindBadge kind={kind} count={formatCount(count)} />
        <span className="shrink-0 text-muted-foreground">
          · {formatDuration(duration)} · {formatBytes(bytes)}
        </span>
        <span className="truncate whitespace-pre text-foreground/80">{showLineBreaks(preview)}</span>
      </span>
    </button>
  );
});
