"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { clsx } from "clsx";
import { useRef, useState } from "react";
import type { TraceRow } from "#lib/playground/inspector/trace-rows.ts";
import { formatCount } from "#lib/playground/streams/metrics.ts";
import { EventGap } from "./event-gap.tsx";
import { JsonView } from "./json-view.tsx";
import { KindBadge } from "./kind-badge.tsx";

const COLUMNS = "grid-cols-[3rem_5.5rem_minmax(0,1fr)]";
/** Narrow layouts omit the gap, which is the difference of two times. */
const TIMED_COLUMNS =
  "grid-cols-[3rem_4.5rem_3.5rem_5.5rem_minmax(0,1fr)] @max-md:grid-cols-[2.5rem_4.25rem_5.5rem_minmax(0,1fr)] @max-md:gap-x-2";

/** Events of one side of a translation. */
export function SideList({ label, rows, timed }: { label: string; rows: readonly TraceRow[]; timed: boolean }) {
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<number>();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current?.parentElement ?? null,
    estimateSize: () => 24,
    overscan: 10,
  });
  return (
    <div ref={list} className="@container">
      <ol aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index];
          return (
            row && (
              <li
                key={item.key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                aria-setsize={rows.length}
                aria-posinset={item.index + 1}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <button
                  type="button"
                  aria-expanded={open === item.index}
                  onClick={() => setOpen(open === item.index ? undefined : item.index)}
                  className={clsx(
                    timed ? TIMED_COLUMNS : COLUMNS,
                    "grid h-6 w-full items-center gap-x-3 px-2 text-left text-xs tabular-nums tracking-tight -outline-offset-2 hover:bg-foreground/[0.04] pointer-coarse:h-10",
                  )}
                >
                  <span className="text-right text-muted-foreground">{formatCount(item.index + 1)}</span>
                  {timed && (
                    <>
                      <span className="text-right">
                        {formatCount(Math.round(row.at))} <span className="text-muted-foreground">ms</span>
                      </span>
                      <EventGap gap={row.gap} className="@max-md:hidden" />
                    </>
                  )}
                  <KindBadge kind={row.kind} />
                  <span className="truncate whitespace-pre text-foreground/80">
                    {row.event.name ? `${row.event.name}  ` : ""}
                    {row.preview.replaceAll("\n", "↵")}
                  </span>
                </button>
                {open === item.index && <JsonView text={row.event.data} />}
              </li>
            )
          );
        })}
      </ol>
    </div>
  );
}
