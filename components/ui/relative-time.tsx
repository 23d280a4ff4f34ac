import { formatExactTime, formatRelativeTime } from "#lib/playground/relative-time.ts";

/** "5 min. ago", with the exact time as its tooltip. */
export function RelativeTime({ time, now, className }: { time: number; now: number; className?: string }) {
  return (
    <time
      dateTime={new Date(time).toISOString()}
      data-tooltip={formatExactTime(time)}
      className={className ?? "whitespace-nowrap tabular-nums"}
    >
      {formatRelativeTime(time, now)}
    </time>
  );
}
