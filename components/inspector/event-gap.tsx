import { clsx } from "clsx";
import { formatCount } from "#lib/playground/streams/metrics.ts";

/** Gap from which a wait is highlighted, in milliseconds: long enough for a reader to notice. */
const LONG_GAP = 200;

/** Milliseconds between an event and the previous one. */
export function EventGap({ gap, className }: { gap: number; className?: string }) {
  const tone = gap >= LONG_GAP ? "font-medium text-foreground" : "text-muted-foreground";
  return <span className={clsx("text-right", tone, className)}>+{formatGap(gap)}</span>;
}

/** One decimal below ten milliseconds distinguishes a burst from a steady rhythm. */
const formatGap = (gap: number) => (gap < 10 ? gap.toFixed(1) : formatCount(Math.round(gap)));
