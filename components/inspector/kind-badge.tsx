import { clsx } from "clsx";
import { type EventKind, KIND_LABELS } from "#lib/playground/inspector/event-facts.ts";
import { findKindColor } from "./kind-color.ts";

/** Dot in the colour of an event's kind, beside its name. */
export function KindBadge({ kind, count }: { kind: EventKind /** Number of events in a run. */; count?: string }) {
  return (
    <span
      className={clsx(
        "inline-flex items-center gap-1.5 whitespace-nowrap",
        kind === "error" ? "text-destructive" : "text-foreground/80",
      )}
    >
      <span
        aria-hidden="true"
        className="size-2 shrink-0 rounded-[2px] forced-color-adjust-none"
        style={{ background: `var(--${findKindColor(kind)})` }}
      />
      {KIND_LABELS[kind]}
      {count !== undefined && <span className="text-muted-foreground">×{count}</span>}
    </span>
  );
}
