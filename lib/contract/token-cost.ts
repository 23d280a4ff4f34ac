/** Cost of tokens: one calculation for the gateway's log and for the pages, which show it under a response. */

/** US dollars per million tokens. */
export type TokenPrices = {
  input: number;
  output: number;
  /** Price of cached input; absent when unknown. */
  cachedInput?: number | undefined;
  /** Price of input written to a cache; absent when unknown. */
  cacheWrite?: number | undefined;
  /** Longest prompt that these prices apply to; prices of longer prompts are unknown. */
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
  /** True when a price in the calculation is not exact. */
  about: boolean;
};

/** Returns undefined while a count is unknown, and for a prompt longer than `upToInputTokens`. */
export function computeTokenCost(counts: TokenCounts, prices: TokenPrices): TokenCost | undefined {
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
