import { clsx } from "clsx";
import { formatDuration } from "#lib/playground/streams/metrics.ts";

/** Duration as a number and a bar; the darker part is the time to the first byte. */
export function LatencyBar({
  firstByte,
  total,
  scale,
  failed,
}: {
  firstByte: number | null;
  total: number;
  /** Duration at which the bar is full, in milliseconds. */
  scale: number;
  failed: boolean;
}) {
  const share = (time: number) => `${Math.min(100, Math.max(1, (time / scale) * 100))}%`;
  return (
    <span className="flex items-center justify-end gap-2">
      <span aria-hidden className="h-1 w-16 overflow-hidden rounded-full bg-foreground/[0.06]">
        <span
          className={clsx(
            "block h-full overflow-hidden rounded-full",
            failed ? "bg-destructive/35" : "bg-foreground/25",
          )}
          style={{ width: share(total) }}
        >
          {firstByte !== null && (
            <span
              className={clsx("block h-full", failed ? "bg-destructive/60" : "bg-foreground/55")}
              style={{ width: `${Math.min(100, (firstByte / Math.max(total, 1)) * 100)}%` }}
            />
          )}
        </span>
      </span>
      <span className="min-w-14 text-right text-[13px] tabular-nums">{formatDuration(total)}</span>
    </span>
  );
}
