/** PromptCacheComparison: a request beside the one before it in its conversation, as their provider's cache sees them. */

/** Reason why the provider had to read the prompt again from some place on. */
export type PrefixBreakCause = "model" | "tool_order" | "tools" | "system" | "timestamp" | "cache_marks" | "message";

export type PrefixBreak = {
  cause: PrefixBreakCause;
  /** Part of the prompt in which it broke; null for another model. */
  part: "tools" | "system" | "messages" | null;
  /** Place in that part, from 0; null for another model. */
  index: number | null;
  /** For tools in another order: the place at which the tool was before; null for other causes. */
  was: number | null;
};

export type PromptCacheComparison = {
  /** The request before this one. */
  previous: { id: string; time: number; model: string | null };
  /** `session` when both name the same conversation, `prefix` when their first messages are equal. */
  matched_by: "session" | "prefix";
  /** Null while the earlier prompt is the beginning of this one, as far as both are known. */
  break: PrefixBreak | null;
  /** Tokens of the earlier prompt before the break, estimated by length; null when its tokens are unknown. */
  shared_tokens: number | null;
  /** Tokens that had to be read again at the full price; null when unknown. */
  lost_tokens: number | null;
  /** US dollars that they cost above the price of cached ones, at today's prices; null when unknown. */
  lost_cost: number | null;
};
