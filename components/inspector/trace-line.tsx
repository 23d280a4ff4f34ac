import { clsx } from "clsx";
import { memo } from "react";
import type { TraceMarker } from "#lib/playground/inspector/find-markers.ts";
import { formatDuration } from "#lib/playground/streams/metrics.ts";
import { StatusWord } from "./response-pane.tsx";

const FACT = "flex h-6 shrink-0 items-center gap-1.5 whitespace-nowrap";

/** Facts of the request on one line. Milestones are buttons that jump to their event. */
export const TraceLine = memo(function TraceLine({
  status,
  markers,
  total,
  onJump,
}: {
  status: number | undefined;
  markers: readonly TraceMarker[];
  /** Milliseconds to the end of the request. */
  total: number | undefined;
  onJump: (index: number) => void;
}) {
  const finished = markers.some(({ kind }) => kind === "finish");
  return (
    <div className="fade-end flex h-8 shrink-0 items-center gap-2.5 overflow-x-auto px-3 pr-6 text-muted-foreground text-xs [scrollbar-width:none] pointer-coarse:h-11">
      {status !== undefined && (
        <span className={clsx(FACT, "text-numeric")}>
          <StatusWord status={status} />
        </span>
      )}
      {markers.map(({ kind, label, at, index = 0 }) => (
        <button
          key={`${kind}-${index}`}
          type="button"
          onClick={() => onJump(index)}
          className={clsx(
            FACT,
            "-mx-1.5 rounded-md px-1.5 transition-colors duration-150 hover:bg-foreground/[0.05] hover:text-foreground pointer-coarse:h-9",
            kind === "error" && "text-destructive",
          )}
        >
          <span>
            <span className="sr-only">Jump to </span>
            {label}
          </span>
          <span className={clsx("text-numeric", kind !== "error" && "text-foreground")}>{formatDuration(at)}</span>
        </button>
      ))}
      {total !== undefined && !finished && (
        <span className={FACT}>
          Total <span className="text-numeric text-foreground">{formatDuration(total)}</span>
        </span>
      )}
    </div>
  );
});
