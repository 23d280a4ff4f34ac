import { clsx } from "clsx";
import { getLimitTone, LimitMeter } from "#components/limits/limit-meter.tsx";
import type { LimitUse } from "#lib/contract/key-policy.ts";
import { describeUsed, findTightest } from "#lib/playground/limits/limit-names.ts";

/** Cost of this day or month against its budget, whichever has less left. */
export function BudgetCell({ uses }: { uses: readonly LimitUse[] }) {
  const tightest = findTightest(uses);
  if (!tightest) return <span className="text-muted-foreground">—</span>;
  const tone = getLimitTone(tightest);
  return (
    <span
      className="inline-flex items-center gap-2 whitespace-nowrap"
      data-tooltip={uses.map(describeUsed).join(" · ")}
    >
      <LimitMeter use={tightest} className="w-12 shrink-0" />
      <span className={clsx(tone === "none" && "text-destructive", tone === "low" && "text-warning")}>
        {describeUsed(tightest)}
      </span>
    </span>
  );
}
