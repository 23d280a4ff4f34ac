/** Selects the part of a draft's reasoning to send: more sentences with more effort, none when none is requested. */
import type { Call, ReasoningEffort } from "#lib/canonical/call.ts";
import { tokenPieces } from "#lib/prompts/count-tokens.ts";

const STEPS: Record<ReasoningEffort, number> = {
  none: 0,
  minimal: 0,
  low: 2,
  medium: 4,
  high: 6,
  xhigh: 8,
  max: Number.POSITIVE_INFINITY,
};

/** Returns undefined when the call requests no reasoning. */
export function reasoningText({ call, steps }: { call: Call; steps: string[] }): string | undefined {
  const { effort, budgetTokens } = call.reasoning ?? {};
  const asked = effort !== undefined ? STEPS[effort] : budgetTokens ? STEPS.high : 0;
  const text = steps.slice(0, asked).join("\n\n");
  if (text === "") return undefined;
  return budgetTokens === undefined ? text : cutToTokens(text, budgetTokens);
}

function cutToTokens(text: string, limit: number): string {
  let spent = 0;
  let kept = "";
  for (const piece of tokenPieces(text)) {
    spent += piece.tokens;
    if (spent > limit) break;
    kept += piece.text;
  }
  return kept;
}
