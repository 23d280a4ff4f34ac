/** Token counts of the AI SDK; versions 3 and 4 count alike. */
import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { Usage } from "#lib/canonical/part.ts";

/**
 * Returns undefined when nothing was counted. The provider's own object is not passed on: a dialect's writer would take
 * a similar object for its own, and lose counts with other names.
 */
export function readUsage({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage | undefined {
  const usage: Usage = {};
  put(usage, "inputTokens", inputTokens?.total);
  put(usage, "cachedInputTokens", inputTokens?.cacheRead);
  put(usage, "cacheWriteInputTokens", inputTokens?.cacheWrite);
  put(usage, "outputTokens", outputTokens?.total);
  put(usage, "reasoningTokens", outputTokens?.reasoning);
  return Object.keys(usage).length > 0 ? usage : undefined;
}

function put(usage: Usage, key: Exclude<keyof Usage, "raw">, value: number | undefined): void {
  if (typeof value === "number" && Number.isFinite(value)) usage[key] = value;
}
