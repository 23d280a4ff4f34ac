import { clsx } from "clsx";
import type { ContextUse } from "#lib/playground/context-use.ts";

/** Beside the model: how much of its context the conversation takes. A phone shows it when little is left. */
export function ContextGauge({ words, share, tight }: ContextUse) {
  const advice = tight ? " Little is left: start a new chat, or take messages out of this one." : "";
  return (
    <span
      data-testid="context-gauge"
      data-tooltip={`Tokens of the model’s context that the conversation took with its last answer.${advice}`}
      className={clsx(
        "relative shrink-0 px-1 text-[11px] tabular-nums leading-4",
        tight ? "text-warning" : "text-muted-foreground max-sm:hidden",
      )}
    >
      <span>{words}</span>
      <span
        aria-hidden
        className="absolute inset-x-1 top-full h-0.5 overflow-hidden rounded-full bg-foreground/10 forced-color-adjust-none"
      >
        <span className="block h-full rounded-full bg-current" style={{ width: `${share * 100}%` }} />
      </span>
      {tight && <span className="sr-only">{advice}</span>}
    </span>
  );
}
