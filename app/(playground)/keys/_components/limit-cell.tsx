import { clsx } from "clsx";
import { getLimitTone, LimitMeter } from "#components/limits/limit-meter.tsx";
import type { LimitUse } from "#lib/contract/key-policy.ts";
import { describeRemaining, findTightest, formatAmount, LIMITS } from "#lib/playground/limits/limit-names.ts";

/** The limit of which the least is left, and how many others there are. */
export function LimitCell({ uses }: { uses: readonly LimitUse[] }) {
  const tightest = findTightest(uses);
  if (!tightest) return <span className="text-muted-foreground">No limits</span>;
  const tone = getLimitTone(tightest);
  return (
    <span className="flex items-center gap-2" data-tooltip={uses.map(describeRemaining).join(" · ")}>
      <LimitMeter use={tightest} className="w-12 shrink-0" />
      <span
        className={clsx(
          "whitespace-nowrap tabular-nums",
          tone === "none" && "text-destructive",
          tone === "low" && "text-warning",
        )}
      >
        {describeLeft(tightest)}
      </span>
      {uses.length > 1 && (
        <span className="text-muted-foreground text-xs">
          +{uses.length - 1}
          <span className="sr-only"> more limits</span>
        </span>
      )}
    </span>
  );
}

/** "48 / 60 requests/min left" is too long for a column: what is left of what. */
export function describeLeft({ limit, remaining, amount }: LimitUse): string {
  return `${formatAmount(limit, remaining)} of ${formatAmount(limit, amount)} ${LIMITS[limit].unit}`;
}
