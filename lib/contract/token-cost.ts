/** What counted tokens cost: one reckoning for the gateway's log and for what the pages show under an answer. */

/** US dollars for a million tokens. */
export type TokenPrices = {
  input: number;
  output: number;
  /** Of input that came from a cache; absent: not known to be cheaper. */
  cachedInput?: number | undefined;
  /** Of input that was written to a cache; absent: not known to differ. */
  cacheWrite?: number | undefined;
  /** Longer prompts have another price, which is not known. */
  upToInputTokens?: number | undefined;
};

export type TokenCounts = {
  /** All prompt tokens, cached ones included. */
  inputTokens?: number | null | undefined;
  outputTokens?: number | null | undefined;
  cachedTokens?: number | null | undefined;
  cacheWriteTokens?: number | null | undefined;
};

export type TokenCost = {
  /** US dollars. */
  amount: number;
  /** A price that it rests on is not exact. */
  about: boolean;
};

/** Undefined while a count is unknown, and for a prompt that is longer than its price is known for. */
export function tokenCost(counts: TokenCounts, prices: TokenPrices): TokenCost | undefined {
  const { inputTokens, outputTokens } = counts;
  if (typeof inputTokens !== "number" || typeof outputTokens !== "number") return undefined;
  if (prices.upToInputTokens !== undefined && inputTokens > prices.upToInputTokens) return undefined;
  const read = Math.min(counts.cachedTokens ?? 0, inputTokens);
  const written = Math.min(counts.cacheWriteTokens ?? 0, inputTokens - read);
  const fresh = (inputTokens - read - written) * prices.input;
  const cached = read * (prices.cachedInput ?? prices.input) + written * (prices.cacheWrite ?? prices.input);
  return {
    amount: (fresh + cached + outputTokens * prices.output) / 1_000_000,
    about: (read > 0 && prices.cachedInput === undefined) || (written > 0 && prices.cacheWrite === undefined),
  };
}
