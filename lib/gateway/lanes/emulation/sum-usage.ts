import type { Usage } from "#lib/canonical/part.ts";

const COUNTS = [
  ...(["inputTokens", "cachedInputTokens", "cacheWriteInputTokens"] as const),
  ...(["outputTokens", "reasoningTokens"] as const),
];

/** Returns the usage of several calls that stand for one. */
export function sumUsage(usages: readonly Usage[]): Usage {
  const sum: Usage = {};
  for (const name of COUNTS) {
    for (const usage of usages) if (usage[name] !== undefined) sum[name] = (sum[name] ?? 0) + usage[name];
  }
  return sum;
}
