import { clsx } from "clsx";
import { Ban, Check, CircleDashed, type LucideIcon, RotateCw } from "lucide-react";
import { describeState, type StateTone } from "#app/(playground)/routes/_model/describe-route.ts";
import type { RouteTarget } from "#lib/contract/route-state.ts";

const LOOKS: Record<StateTone, { Icon: LucideIcon; className: string }> = {
  good: { Icon: Check, className: "border-success/30 bg-success/[0.07] text-success" },
  waiting: { Icon: RotateCw, className: "border-warning/40 text-warning" },
  bad: { Icon: Ban, className: "border-destructive/30 bg-destructive/[0.06] text-destructive" },
  absent: { Icon: CircleDashed, className: "text-muted-foreground" },
};

/** State of a target's circuit breaker as a chip. */
export function TargetState({ target }: { target: RouteTarget }) {
  const { tone, words, title } = describeState(target);
  const { Icon, className } = LOOKS[tone];
  return (
    <span
      data-tooltip={title}
      className={clsx(
        "inline-flex h-[22px] items-center gap-1 whitespace-nowrap rounded-full border px-2 text-xs tabular-nums",
        className,
      )}
    >
      <Icon aria-hidden className="size-3" />
      {words}
    </span>
  );
}
