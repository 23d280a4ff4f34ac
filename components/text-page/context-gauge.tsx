import { clsx } from "clsx";
import { TriangleAlert } from "lucide-react";
import type { ContextUse } from "#lib/playground/conversation/context-use.ts";

const ADVICE = "Start a new chat or delete some messages.";

const LEVELS: Record<ContextUse["level"], { tone: string; word: string; advice: string }> = {
  roomy: { tone: "text-muted-foreground max-sm:hidden", word: "", advice: "" },
  tight: { tone: "text-warning", word: "Almost full", advice: ` Almost full. ${ADVICE}` },
  full: { tone: "text-destructive", word: "Full", advice: ` The next response may not fit. ${ADVICE}` },
};

/**
 * Share of the model's context that the conversation uses, beside the model. On phones it is shown when little is left.
 */
export function ContextGauge({ words, share, level }: ContextUse) {
  const { tone, word, advice } = LEVELS[level];
  return (
    <span
      data-testid="context-gauge"
      data-level={level}
      data-tooltip={`Tokens of the model’s context that the conversation took with its last answer.${advice}`}
      className={clsx("relative shrink-0 px-1 text-xs tabular-nums leading-4", tone)}
    >
      <span className="flex items-center gap-1 whitespace-nowrap">
        {word !== "" && (
          <>
            <TriangleAlert aria-hidden className="size-3 shrink-0" />
            <span className="max-sm:sr-only">{word} ·</span>
          </>
        )}
        {words}
      </span>
      <span
        aria-hidden
        className={clsx(
          "absolute inset-x-1 top-full overflow-hidden rounded-full bg-foreground/10 forced-color-adjust-none",
          word ? "h-[3px]" : "h-0.5",
        )}
      >
        <span className="block h-full rounded-full bg-current" style={{ width: `${share * 100}%` }} />
      </span>
      {advice && <span className="sr-only">{advice}</span>}
    </span>
  );
}
