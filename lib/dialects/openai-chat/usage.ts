/** `usage` on the wire (wire-formats §1.5). */
import type { Usage } from "#lib/canonical/part.ts";
import { setCount } from "#lib/canonical/set-count.ts";

type WireUsage = {
  prompt_tokens?: unknown;
  completion_tokens?: unknown;
  prompt_tokens_details?: { cached_tokens?: unknown; cache_write_tokens?: unknown } | null;
  completion_tokens_details?: { reasoning_tokens?: unknown } | null;
};

export function readUsage(raw: Record<string, unknown>): Usage {
  const wire = raw as WireUsage;
  const usage: Usage = { raw };
  setCount(usage, "inputTokens", wire.prompt_tokens);
  setCount(usage, "outputTokens", wire.completion_tokens);
  setCount(usage, "cachedInputTokens", wire.prompt_tokens_details?.cached_tokens);
  setCount(usage, "cacheWriteInputTokens", wire.prompt_tokens_details?.cache_write_tokens);
  setCount(usage, "reasoningTokens", wire.completion_tokens_details?.reasoning_tokens);
  return usage;
}

export function writeUsage(usage: Usage): Record<string, unknown> {
  // An upstream of this dialect counted: its own object has more fields.
  if (usage.raw && "prompt_tokens" in usage.raw) return usage.raw;
  const input = usage.inputTokens ?? 0;
  const output = usage.outputTokens ?? 0;
  const inputDetails = details({
    cached_tokens: usage.cachedInputTokens,
    cache_write_tokens: usage.cacheWriteInputTokens,
  });
  const outputDetails = details({ reasoning_tokens: usage.reasoningTokens });
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    ...(inputDetails ? { prompt_tokens_details: inputDetails } : {}),
    ...(outputDetails ? { completion_tokens_details: outputDetails } : {}),
  };
}

function details(counts: Record<string, number | undefined>): Record<string, number | undefined> | undefined {
  return Object.values(counts).some((count) => count !== undefined) ? counts : undefined;
}
