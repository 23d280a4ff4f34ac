import { clsx } from "clsx";
import { type EventKind, KIND_LABELS } from "#lib/playground/inspector/event-facts.ts";

/** Dot that shows an event's kind, beside its name. Only status events have a colour of their own. */
const DOTS: Partial<Record<EventKind, string>> = {
  text: "bg-accent",
  reasoning: "border border-accent",
  tool: "bg-foreground",
  image: "bg-accent rounded-[2px]",
  finish: "bg-success",
  done: "bg-success",
  error: "bg-destructive",
};

export function KindBadge({ kind }: { kind: EventKind }) {
  return (
    <span
      className={clsx(
        "inline-flex items-center gap-1.5 whitespace-nowrap",
        kind === "error" ? "text-destructive" : "text-foreground/80",
      )}
    >
      <span
        aria-hidden="true"
        className={clsx("size-1.5 shrink-0 rounded-full forced-color-adjust-none", DOTS[kind] ?? "bg-foreground/30")}
      />
      {KIND_LABELS[kind]}
    </span>
  );
}
