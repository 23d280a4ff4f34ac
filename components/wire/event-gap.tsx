import { clsx } from "clsx";
import { formatCount } from "#lib/playground/streams/metrics.ts";

/** A wait that a reader feels stands out, in milliseconds. */
const LONG_GAP = 200;

/** Milliseconds between an event and the one before it. */
export function EventGap({ gap, className }: { gap: number; className?: string }) {
  const tone = gap >= LONG_GAP ? "font-medium text-foreground" : "text-muted-foreground";
  return <span className={clsx("text-right", tone, className)}>+{formatGap(gap)}</span>;
}

/** Under ten milliseconds a decimal tells a burst from a beat. */
const formatGap = (gap: number) => (gap < 10 ? gap.toFixed(1) : formatCount(Math.round(gap)));
