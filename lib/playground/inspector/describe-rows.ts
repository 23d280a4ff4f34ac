/** Events of a trace in words. */
import { formatBytes, formatCount, formatDuration } from "../streams/metrics.ts";
import { KIND_LABELS } from "./event-facts.ts";
import type { TraceMetrics } from "./trace-metrics.ts";
import type { TraceRow } from "./trace-rows.ts";

/** Returns an event as "#12 · 412 ms · +8.1 ms · 214 B · text". */
export function describeRow({ index, at, gap, bytes, kind }: TraceRow): string {
  const facts = [
    `#${formatCount(index + 1)}`,
    `${formatCount(Math.round(at))} ms`,
    `+${gap.toFixed(gap < 10 ? 1 : 0)} ms`,
  ];
  return [...facts, formatBytes(bytes), KIND_LABELS[kind]].join(" · ");
}

/** Returns the sentences that describe a chart of all events. */
export function summarizeRows(rows: readonly TraceRow[], { longestGap, bytes }: TraceMetrics): string {
  const last = rows.at(-1);
  if (!last) return "No events.";
  const gap = longestGap ? ` Longest gap ${formatDuration(longestGap.gap)}, at ${formatDuration(longestGap.at)}.` : "";
  return `${formatCount(rows.length)} events in ${formatDuration(last.at)}, ${formatBytes(bytes)}.${gap}`;
}
