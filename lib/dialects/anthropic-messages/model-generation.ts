/**
 * Parameters that each generation of this dialect's own models accepts, for requests translated from another dialect.
 * Unknown models get the current form.
 */

/** Before extended thinking. */
const WITHOUT_THINKING = /claude-(?:2|instant|3-(?:opus|sonnet|haiku|5))/;
/** From extended thinking to adaptive thinking: they know a token budget only. */
const BUDGET_ONLY = /claude-(?:3-7|(?:opus|sonnet|haiku)-4(?:[-.][0-5](?!\d))?(?![-.]\d(?!\d)))/;
/** They refuse a token budget. */
const WITHOUT_BUDGET = /claude-(?:opus-4[-.][7-9]|[a-z]+-[5-9])(?!\d)/;

export type ThinkingForm = "none" | "budget" | "adaptive" | "any";

export function getThinkingForm(model: string): ThinkingForm {
  if (WITHOUT_THINKING.test(model)) return "none";
  if (BUDGET_ONLY.test(model)) return "budget";
  return WITHOUT_BUDGET.test(model) ? "adaptive" : "any";
}

/** Output limit that every model of the dialect accepts, on other vendors' servers too; also the AI SDK's default. */
const SMALLEST_LIMIT = 4_096;
/** The lowest output limit among the models from generation 4 on. */
const CURRENT_LIMIT = 32_000;

/** Returns `max_tokens` for requests without one: it is required here and optional in other APIs, for "no limit". */
export function getDefaultMaxTokens(model: string): number {
  const isCurrent = /claude-[a-z]+-[4-9]/.test(model);
  return isCurrent ? CURRENT_LIMIT : SMALLEST_LIMIT;
}
