"use client";

import { clsx } from "clsx";
import { ChevronRight } from "lucide-react";
import { memo, useState } from "react";
import type { TraceRow } from "#lib/playground/inspector/trace-rows.ts";
import { getRawEvent } from "#lib/playground/streams/event-log.ts";
import { formatBytes, formatCount } from "#lib/playground/streams/metrics.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { EventGap } from "./event-gap.tsx";
import { JsonView } from "./json-view.tsx";
import { KindBadge } from "./kind-badge.tsx";

/** Columns of the list and its header: number, time, gap, bytes, kind, preview. */
export const EVENT_COLUMNS =
  "grid grid-cols-[3.25rem_4.75rem_4rem_3.5rem_5.5rem_minmax(0,1fr)] items-center gap-x-3 @max-xl:grid-cols-[4.25rem_3.25rem_5.25rem_minmax(0,1fr)] @max-xl:gap-x-2";

/** One event: a line, and below it, when expanded, the event as received. */
export const EventRow = memo(function EventRow({
  row,
  open,
  selected,
  onToggle,
}: {
  row: TraceRow;
  open: boolean;
  selected: boolean;
  onToggle: (index: number) => void;
}) {
  const { index, at, gap, bytes, kind, preview, event } = row;
  // Renders its arrow and button only on hover or focus: on every streamed line they would cost more than the line.
  const [near, setNear] = useState(false);
  const come = () => setNear(true);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only detects hover and focus.
    <div className={clsx("group/row relative", open && "bg-foreground/[0.03]")} onPointerEnter={come} onFocus={come}>
      <button
        type="button"
        data-line={`event-${index}`}
        aria-expanded={open}
        onClick={() => onToggle(index)}
        className={clsx(
          EVENT_COLUMNS,
          "h-[26px] w-full px-3 text-left font-mono text-xs tabular-nums tracking-tight -outline-offset-2 hover:bg-foreground/[0.04] pointer-coarse:h-10",
          selected && "bg-accent/10 shadow-[inset_2px_0_0_var(--accent)] hover:bg-accent/15",
        )}
      >
        <span className="flex items-center justify-end gap-1 text-muted-foreground @max-xl:sr-only">
          {(near || open) && (
            <ChevronRight
              aria-hidden
              className={clsx(
                "size-3 transition-transform duration-150",
                open ? "rotate-90" : "opacity-0 group-hover/row:opacity-100 group-focus-within/row:opacity-100",
              )}
            />
          )}
          <span className="sr-only">Event </span>
          {formatCount(index + 1)}
        </span>
        <span className="text-right">
          {formatCount(Math.round(at))} <Unit>ms</Unit>
        </span>
        <EventGap gap={gap} />
        <span className="text-right text-muted-foreground @max-xl:hidden">{formatBytes(bytes)}</span>
        <KindBadge kind={kind} />
        <span className="truncate whitespace-pre text-foreground/80">{showLineBreaks(preview)}</span>
      </button>
      {near && (
        <span className="absolute top-0 right-1 opacity-0 focus-within:opacity-100 group-hover/row:opacity-100 pointer-coarse:hidden [&_button]:size-[26px] [&_button]:bg-card">
          <CopyButton label="Copy event" size="small" text={() => getRawEvent(event)} />
        </span>
      )}
      {open && (
        <div className="border-border/60 border-y text-xs">
          {event.name !== undefined && (
            <p className="px-3 pt-2 font-mono text-muted-foreground text-xs">event: {event.name}</p>
          )}
          <JsonView text={event.data} />
        </div>
      )}
    </div>
  );
});

const Unit = ({ children }: { children: string }) => <span className="text-muted-foreground">{children}</span>;

/** Makes line breaks visible: a delta is often only a line break. */
export const showLineBreaks = (text: string) => text.replaceAll("\n", "↵");
