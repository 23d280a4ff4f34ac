import { formatExactTime, formatRelativeTime } from "#lib/playground/shell/relative-time.ts";

/** A time such as "5 min. ago", with the exact time as its tooltip. */
export function RelativeTime({
  time,
  now,
  past,
  className,
}: {
  time: number;
  now: number;
  /** True when the time is in the past, even if the local clock is behind the server's. */
  past?: boolean;
  className?: string;
}) {
  return (
    <time
      dateTime={new Date(time).toISOString()}
      data-tooltip={formatExactTime(time)}
      className={className ?? "whitespace-nowrap tabular-nums"}
    >
      {formatRelativeTime(time, past ? Math.max(now, time) : now)}
    </time>
  );
}
