import { clsx } from "clsx";
import type { LimitUse } from "#lib/contract/key-policy.ts";

/** Share of a limit below which it is marked. */
const LOW = 0.1;

/** Bar that is as full as a limit is used. The numbers stand beside it. */
export function LimitMeter({ use, className }: { use: LimitUse; className?: string }) {
  const { amount, used } = use;
  const share = amount === 0 ? 1 : Math.min(1, used / amount);
  return (
    <span
      aria-hidden
      className={clsx("block h-1.5 overflow-hidden rounded-full bg-foreground/10 forced-color-adjust-none", className)}
    >
      <span
        className={clsx(
          "block h-full rounded-full transition-[width] duration-300 motion-reduce:transition-none",
          getLimitTone(use) === "left" ? "bg-accent" : getLimitTone(use) === "low" ? "bg-warning" : "bg-destructive",
        )}
        style={{ width: `${share * 100}%` }}
      />
    </span>
  );
}

export function getLimitTone({ amount, remaining }: LimitUse): "left" | "low" | "none" {
  if (remaining <= 0) return "none";
  return remaining / amount <= LOW ? "low" : "left";
}
