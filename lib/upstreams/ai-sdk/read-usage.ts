/** Token counts of the AI SDK, whose versions 3 and 4 count alike. */
import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { Usage } from "#lib/canonical/part.ts";

/** Undefined where nothing was counted. */
export function readUsage({ inputTokens, outputTokens, raw }: LanguageModelV4Usage): Usage | undefined {
  const usage: Usage = {};
  put(usage, "inputTokens", inputTokens?.total);
  put(usage, "cachedInputTokens", inputTokens?.cacheRead);
  put(usage, "cacheWriteInputTokens", inputTokens?.cacheWrite);
  put(usage, "outputTokens", outputTokens?.total);
  put(usage, "reasoningTokens", outputTokens?.reasoning);
  if (Object.keys(usage).length === 0) return undefined;
  return raw ? { ...usage, raw } : usage;
}

function put(usage: Usage, key: Exclude<keyof Usage, "raw">, value: number | undefined): void {
  if (typeof value === "number" && Number.isFinite(value)) usage[key] = value;
}
