"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef, useState } from "react";
import { formatCount } from "#lib/playground/metrics.ts";
import type { WireRow } from "#lib/playground/wire/wire-rows.ts";
import { JsonView } from "./json-view.tsx";
import { KindBadge } from "./kind-badge.tsx";

/** Events by their order alone, for the two sides of a translation. */
export function TimelessList({ label, rows }: { label: string; rows: readonly WireRow[] }) {
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<number>();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current?.parentElement ?? null,
    estimateSize: () => 24,
    overscan: 10,
  });
  return (
    <div ref={list}>
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
                  className="grid h-6 w-full grid-cols-[3rem_5.5rem_minmax(0,1fr)] items-center gap-x-3 px-2 text-left text-[11px] tabular-nums tracking-tight -outline-offset-2 hover:bg-foreground/[0.04] pointer-coarse:h-10"
                >
                  <span className="text-right text-muted-foreground">{formatCount(item.index + 1)}</span>
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
